import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from './serve.ts'
import { createTestSite, type TestSite } from './site.ts'

const CONFIG = `import { defineConfig } from 'docsgen'
export default defineConfig({ title: 'Names', url: 'https://docs.example.org', base: '/b/' })
`

const NAMES = [
  'two words',
  '100%',
  'a#b',
  'a?b',
  'a&b',
  '日本語',
  'x_',
  '-rf',
  'a..b',
  'é',
  'emoji😀',
  "quote'",
  '[b]',
  '(c)',
  '{d}',
  'a+b',
  'a;b',
  'a=b',
  'a@b',
  'a,b',
  '~t',
  '$x',
  'a%20b',
  'a%2fb',
  'n'.repeat(250),
]

/** Text of HTML or XML with its entities decoded. */
function decodeEntities(text: string): string {
  return text.replace(/&#x27;|&#39;/g, "'").replaceAll('&amp;', '&')
}

describe('pages with odd file names', () => {
  const state = {} as { site: TestSite; server: RunningServer; addresses: Map<string, string> }

  beforeAll(async () => {
    const files = Object.fromEntries(
      NAMES.map((name, index) => [`content/${name}.md`, `# Page ${index}\n\n[Home](./README.md)\n`]),
    )
    const links = NAMES.map(name => `- [link](<./${encodeURIComponent(name)}.md>)`).join('\n')
    state.site = createTestSite({
      ...files,
      'site.config.ts': CONFIG,
      'content/README.md': `# Home\n\n${links}\n`,
      'content/.hidden.md': '# Hidden\n',
    })
    const { code, stderr } = await state.site.run(['build'])
    expect({ code, errors: stderr.match(/ error /g) }).toEqual({ code: 0, errors: null })
    state.server = await startServer(state.site, ['preview'])
    const index = JSON.parse(state.site.read('dist/assets/locales/en.json')) as {
      pages: Record<string, [string, string]>
    }
    state.addresses = new Map(Object.entries(index.pages).map(([address, [, title]]) => [title, address]))
  }, 120_000)

  afterAll(async () => {
    await state.server?.stop()
    state.site?.remove()
  })

  it('have an address that is encoded once and decodes to the name of the file', () => {
    for (const [index, name] of NAMES.entries()) {
      const address = state.addresses.get(`Page ${index}`) ?? ''
      expect(decodeURIComponent(address)).toBe(`/${name}.html`)
      expect(new URL(address, 'https://docs.example.org').pathname).toBe(address)
      expect(existsSync(path.join(state.site.root, 'dist', `${name}.html`))).toBe(true)
    }
  })

  it('have the same address in links, canonical address, sitemap, search index and packs', () => {
    const home = decodeEntities(state.site.read('dist/index.html'))
    const sitemap = decodeEntities(state.site.read('dist/sitemap.xml'))
    const packs = readdirSync(path.join(state.site.root, 'dist/offline'))
    const pack = packs
      .filter(file => file.startsWith('en.'))
      .map(file => state.site.read(`dist/offline/${file}`))
      .join('')
    const search = readdirSync(path.join(state.site.root, 'dist/assets/search'))
      .map(file => state.site.read(`dist/assets/search/${file}`))
      .join('')
    for (const [index, name] of NAMES.entries()) {
      expect(search).toContain(JSON.stringify([state.addresses.get(`Page ${index}`), `Page ${index}`]))
      const address = `/b${state.addresses.get(`Page ${index}`)}`
      expect(home).toContain(`href="${address}"`)
      expect(sitemap).toContain(`<loc>https://docs.example.org${address}</loc>`)
      const document = decodeEntities(state.site.read(`dist/${name}.html`))
      expect(document).toContain(`rel="canonical" href="https://docs.example.org${address}"`)
      expect(pack).toContain(JSON.stringify(address))
    }
  })

  it('are served at it, with their chunk', async () => {
    for (const [title, address] of state.addresses) {
      const answer = await fetch(`${state.server.origin}/b${address}`)
      expect({ address, status: answer.status }).toEqual({ address, status: 200 })
      expect(await answer.text()).toContain(`<title>${title}`)
    }
  })

  it('are left out when the name starts with a dot', () => {
    expect([...state.addresses.keys()]).not.toContain('Hidden')
    expect(existsSync(path.join(state.site.root, 'dist/.hidden.html'))).toBe(false)
  })
})

describe('names that some system cannot store', () => {
  it('are warned of, each with its file', async () => {
    const names = ['con', 'aux', 'nul', 'a:b', 'dot.', 'space ', 'x<y', 'q"q', 'a|b', 'a*b']
    const site = createTestSite(Object.fromEntries(names.map(name => [`content/${name}.md`, '# Title\n'])))
    const { code, stderr } = await site.run(['build'])
    site.remove()
    expect(code).toBe(0)
    for (const name of names) expect(stderr).toContain(`content/${name}.md:1:1 warning files/portable-name`)
  })

  it('are an error that names the file when this system cannot, and the previous site stays', async () => {
    const site = createTestSite({})
    await site.run(['build'])
    const before = readFileSync(path.join(site.root, 'dist/index.html'), 'utf8')
    const name = 'n'.repeat(252)
    site.write(`content/${name}.md`, '# Title\n')
    const { code, stderr } = await site.run(['build'])
    expect(code).toBe(1)
    expect(stderr).toContain('ENAMETOOLONG')
    expect(stderr).toContain(name)
    expect(readFileSync(path.join(site.root, 'dist/index.html'), 'utf8')).toBe(before)
    expect(readdirSync(site.root).filter(entry => /tmp|lock/.test(entry))).toEqual([])
    site.remove()
  })
})
