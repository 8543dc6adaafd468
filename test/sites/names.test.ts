import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTestSite } from './site.ts'

const CONFIG = `import { defineConfig } from 'docsgen'
export default defineConfig({ title: 'Names', url: 'https://docs.example.org', base: '/b/' })
`

const NAMES = [
  ..."100% a#b a?b a&b 日本語 x_ -rf a..b é emoji😀 quote' [b] (c) {d} a+b a;b a=b a@b a,b ~t $x a%20b a%2fb".split(
    ' ',
  ),
  'two words',
  'n'.repeat(250),
]

/** HTML with its entities decoded. */
function decodeEntities(text: string): string {
  return text.replace(/&#x27;|&#39;/g, "'").replaceAll('&amp;', '&')
}

describe('pages with odd file names', async () => {
  const links = NAMES.map(name => `- [link](<./${encodeURIComponent(name)}.md>)`).join('\n')
  const site = createTestSite({
    'site.config.ts': CONFIG,
    'content/README.md': `# Home\n\n${links}\n`,
    ...Object.fromEntries(
      NAMES.map((name, index) => [`content/${name}.md`, `# Page ${index}\n\n[Home](./README.md)\n`]),
    ),
  })
  await site.build()
  const { pages } = JSON.parse(site.read('dist/assets/locales/en.json')) as {
    pages: Record<string, string[]>
  }
  const addresses = new Map(Object.entries(pages).map(([address, [, title]]) => [title, address]))

  it('have an address that is encoded once, the same in links, search index and packs', () => {
    const home = decodeEntities(site.read('dist/index.html'))
    const textOf = (folder: string) =>
      readdirSync(path.join(site.root, folder))
        .map(file => file.startsWith('en.') && site.read(`${folder}/${file}`))
        .join('')
    const [pack, search] = [textOf('dist/offline'), textOf('dist/assets/search')]
    for (const [index, name] of NAMES.entries()) {
      const address = addresses.get(`Page ${index}`) ?? ''
      expect(decodeURIComponent(address)).toBe(`/${name}.html`)
      expect(new URL(address, 'https://docs.example.org').pathname).toBe(address)
      expect(home).toContain(`href="/b${address}"`)
      expect(search).toContain(JSON.stringify([address, `Page ${index}`]))
      expect(pack).toContain(JSON.stringify(`/b${address}`))
    }
  })
})
