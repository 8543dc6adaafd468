import path from 'node:path'
import { expect, it } from 'vitest'
import { resolveRequest } from '../../src/server/http.ts'
import { readSiteFiles } from '../../src/server/preview.ts'
import { createTestSite, twoLanguages } from './site.ts'

const GOOD = `redirects: {
    '/old/*': '/new/:splat',
    '/old/x.html': '/',
    '/v1/*': 'https://v1.example.org/:splat',
  },`
const site = createTestSite({
  'site.config.ts': twoLanguages(GOOD),
  'content/README.md': '# Home\n',
  'content/fr/README.md': '# Accueil\n',
  'content/new/a.md': '# A\n',
  'content/fr/new/a.md': '# A\n',
  'public/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
})

it('wildcards are in the files of hosts and for readers, and no documents', async () => {
  await site.build()
  expect(Object.keys(site.hashes('dist')).filter(name => name.includes('*'))).toEqual([])
  expect(Object.keys(site.hashes('dist'))).toContain('old/x.html')
  const index = JSON.parse(site.read('dist/assets/locales/en.json')) as { redirects: object }
  expect(index.redirects).toMatchObject({ '/old/*': '/new/:splat' })
  const rules = site.read('dist/_redirects')
  expect(rules.indexOf('/old/x.html ')).toBeLessThan(rules.indexOf('/old/* '))

  const files = await readSiteFiles(path.join(site.root, 'dist'), '/')
  const locationOf = (address: string) => {
    const answer = resolveRequest(files, address, '')
    return answer?.kind === 'redirect' ? answer.location : answer?.kind
  }
  expect(locationOf('/old/a.html')).toBe('/new/a.html')
  expect(locationOf('/v1/Guide.html')).toBe('https://v1.example.org/Guide.html')
})
