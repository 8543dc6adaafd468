import { expect, test } from 'vitest'
import { configOf } from './moving/sites.ts'
import { createFolder } from './site.ts'

const STARLIGHT = `import starlight from '@astrojs/starlight'
const locales = { en: { label: 'English' }, fr: { label: 'Français' } }
export default { integrations: [starlight({ title: 'T', defaultLocale: 'en', locales })] }
`

test('pages of a Starlight site whose default language has a folder move to the root, with redirects', async () => {
  const site = createFolder({
    'astro.config.mjs': STARLIGHT,
    'src/content/docs/en/index.md': '---\ntitle: Home\n---\n[A](/en/a/)\n',
    'src/content/docs/en/a.md': '---\ntitle: A\n---\n[Home](../) [French](/fr/)\n',
    'src/content/docs/fr/index.md': '---\ntitle: Accueil\n---\n[A](/en/a/)\n',
    'urls.txt': '/en/\n/en/a/\n/fr/\n',
  })
  const { stderr } = await site.run(['init', '--from', 'starlight'])
  expect(stderr).toContain('Pages at `/en/…` are now at `/…`, with redirects.')
  expect(configOf(site).locales).toEqual({
    '/': { lang: 'en', label: 'English' },
    '/fr/': { lang: 'fr', label: 'Français' },
  })
  expect(site.read('content/a.md')).toBe('# A {#_top}\n\n[Home](./README.md) [French](/fr/)\n')
  expect(site.read('content/fr/README.md')).toBe('# Accueil {#_top}\n\n[A](/a/)\n')
  expect((await site.run(['check', '--urls', 'urls.txt'])).code).toBe(0)
})

test('admonitions that Docusaurus knows without being told become containers', async () => {
  const site = createFolder({
    'docusaurus.config.js':
      "module.exports = { title: 'T', url: 'https://a.example', baseUrl: '/', presets: [['classic', {}]] }",
    'docs/a.md': '# A\n\n:::success\n\nIt boils.\n\n:::\n',
  })
  expect((await site.run(['init', '--from', 'docusaurus'])).code).toBe(0)
  expect(configOf(site).markdown?.containers).toEqual({ success: { kind: 'tip' } })
})
