import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestSite, type TestSite } from './site.ts'

const FILES = {
  'content/README.md': '# Home\n\n[Secret](./secret.md)\n\n<!--@include: ./_parts/shared.md-->\n',
  'content/_parts/shared.md': 'Shared words of a part.\n\n## Heading\n\nZebras.\n',
  'content/_parts/other.md': '# Other\n\n[broken](./nowhere.md)\n',
  'content/secret.md': '---\nunlisted: true\n---\n\n# Secret\n\nXylophones.\n',
  'content/later.md': '---\ndraft: true\n---\n\n# Later\n\n<!--@include: ./nowhere.md-->\n',
  'content/fr/README.md': '# Accueil\n',
}

const state = {} as { site: TestSite; stderr: string }
beforeAll(async () => {
  const site = createTestSite(FILES)
  const { stderr } = await site.run(['build'])
  Object.assign(state, { site, stderr })
})
afterAll(() => state.site?.remove())

const pages = () =>
  Object.keys(state.site.hashes('dist')).filter(name => /^(?!404|offline).*\.html$/.test(name))
const search = () =>
  Object.keys(state.site.hashes('dist'))
    .filter(name => name.startsWith('assets/search/'))
    .map(name => state.site.read(`dist/${name}`))
    .join('')

it('drafts and parts are no pages and are not read as such, which the summary says of drafts', () => {
  expect(state.stderr).not.toMatch(/ (?:error|warning) /)
  expect(pages()).toEqual([
    'fr/404.html',
    'fr/index.html',
    'fr/search.html',
    'index.html',
    'search.html',
    'secret.html',
  ])
  expect(state.site.read('dist/index.html')).toContain('Shared words of a part.')
  expect(state.stderr).toContain('drafts  1 left out')
})

it('an unlisted page is built, and is in no sidebar, sitemap or search index', () => {
  expect(state.site.read('dist/secret.html')).toContain('Xylophones.')
  expect(state.site.read('dist/fr/index.html') + state.site.read('dist/sitemap.xml')).not.toContain('secret')
  expect(search()).toContain('Shared words of a part.')
  expect(search()).toContain('Zebras')
  expect(search()).not.toContain('Xylophon')
})
