import { expect, it } from 'vitest'
import { createTestSite } from './site.ts'

const site = createTestSite({
  'content/README.md': '# Home\n\n[Secret](./secret.md)\n\n<!--@include: ./_parts/shared.md-->\n',
  'content/_parts/shared.md': 'Shared words of a part.\n\n## Heading\n\nZebras.\n',
  'content/_parts/other.md': '# Other\n\n[broken](./nowhere.md)\n',
  'content/secret.md': '---\nunlisted: true\n---\n\n# Secret\n\nXylophones.\n',
  'content/later.md': '---\ndraft: true\n---\n\n# Later\n\n<!--@include: ./nowhere.md-->\n',
  'content/fr/README.md': '# Accueil\n',
})
const { stderr } = await site.run(['build'])
const files = Object.keys(site.hashes('dist'))

const search = files
  .filter(name => name.startsWith('assets/search/'))
  .map(name => site.read(`dist/${name}`))
  .join('')

it('drafts and partials are not pages and are not read as such; the summary counts drafts', () => {
  expect(stderr).not.toMatch(/ (?:error|warning) /)
  expect(files.filter(name => /^(?!404|offline).*\.html$/.test(name))).toEqual([
    'fr/404.html',
    'fr/index.html',
    'fr/search.html',
    'index.html',
    'search.html',
    'secret.html',
  ])
  expect(site.read('dist/index.html')).toContain('Shared words of a part.')
  expect(stderr).toContain('drafts  1 skipped')
})

it('an unlisted page is built, and is in no sidebar, sitemap or search index', () => {
  expect(site.read('dist/secret.html')).toContain('Xylophones.')
  expect(site.read('dist/fr/index.html') + site.read('dist/sitemap.xml')).not.toContain('secret')
  expect(search).toContain('Shared words of a part.')
  expect(search).toContain('Zebras')
  expect(search).not.toContain('Xylophon')
})
