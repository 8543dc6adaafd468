import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { withLook } from '../../../src/bundle/look.ts'
import type { Theme } from '../../../src/bundle/theme.ts'
import { configSchema } from '../../../src/schema/config.ts'

const root = mkdtempSync(path.join(tmpdir(), 'docsgen-look-'))
mkdirSync(path.join(root, 'fonts'))
writeFileSync(path.join(root, 'fonts/Own Sans.woff2'), 'font')
writeFileSync(path.join(root, 'fonts/mono.ttf'), 'code')
afterAll(() => rmSync(root, { recursive: true, force: true }))

const BLOCK = (scheme: string) => `{color-scheme:${scheme};--bg: #fff;--accent: #12734a}`
const CSS = `@layer tokens{:root{--font: A, b;--font-code: C}[lang]:lang(ja){--font: D}:root${BLOCK('light')}@media x{:root${BLOCK('dark')}}:root[data-scheme=dark]${BLOCK('dark')}}@layer base{html{font-family:var(--font)}}:root{--font: Site;--accent: site}\n`
const theme: Theme = {
  modules: { server: '', strings: '' },
  hash: '',
  layouts: [],
  entries: { boot: '', scheme: '', style: '/assets/css/style.AAAAAAAA.css', parts: {} },
  files: [
    { path: 'assets/css/style.AAAAAAAA.css', content: CSS, immutable: true },
    { path: 'assets/js/boot.js', content: '', immutable: true },
  ],
  findings: [],
  scripts: { loads: {}, components: {} },
  additions: { writing: { css: '[lang]:lang(ko){--font: K}' }, menu: { css: '', js: 'x' } },
}
const dressed = async (look: object) => {
  const config = configSchema.parse({ theme: look })
  const result = await withLook(theme, config.theme, root)
  const style = result.theme.files.find(file => `/${file.path}` === result.theme.entries.style)
  return { ...result, css: String(style?.content) }
}

it('leaves the theme as it is where nothing is configured', async () => {
  expect((await dressed({})).theme).toBe(theme)
  expect((await dressed({ fonts: {} })).theme).toBe(theme)
})

it('puts colours in their place, in each scheme, and leaves what comes after the theme', async () => {
  const { css, theme: changed } = await dressed({
    colors: { light: { accent: '#123456', mark: '#fff' }, dark: { bg: '#000' } },
  })
  expect(css).toContain(':root{color-scheme:light;--bg: #fff;--accent:#123456;--mark:#fff}')
  expect(css.split('{color-scheme:dark;--accent: #12734a;--bg:#000}')).toHaveLength(3)
  expect(css).toMatch(/:root\{--font: Site;--accent: site\}\n$/)
  expect(changed.entries.style).toMatch(/^\/assets\/css\/style\.(?!AAAAAAAA)[\dA-F]{8}\.css$/)
  expect(changed.files).toHaveLength(2)
})

it('puts fonts before those of every language; own files are copied, and the first is loaded ahead', async () => {
  const italic = { file: 'fonts/mono.ttf', weight: '100 900', style: 'italic', range: 'U+0000-00FF' }
  const {
    css,
    theme: changed,
    missing,
  } = await dressed({
    fonts: {
      text: { family: 'Own', files: ['fonts/Own Sans.woff2'] },
      code: { family: 'Mono', files: [italic] },
    },
  })
  expect(missing).toEqual([])
  expect(css).toContain('--font:"Own", A, b;--font-code:"Mono", C')
  expect(css).toContain('--font:"Own", D')
  expect(css).toContain('--font: Site')
  expect(changed.additions).toEqual({
    writing: { css: '[lang]:lang(ko){--font:"Own", K}' },
    menu: { css: '', js: 'x' },
  })
  const { font = '' } = changed.entries
  expect(font).toMatch(/^\/assets\/media\/Own%20Sans\.[\da-f]{8}\.woff2$/)
  expect(css).toContain(
    `@font-face{font-family:"Own";src:url("../..${font}")format("woff2");font-weight:400;font-style:normal;font-display:swap}`,
  )
  expect(css).toMatch(
    /"\)format\("truetype"\);font-weight:100 900;font-style:italic;font-display:swap;unicode-range:U\+0000-00FF\}/,
  )
  expect(changed.files.map(({ content }) => content)).toContainEqual({
    copy: path.join(root, 'fonts/Own Sans.woff2'),
  })
})

it('takes names of fonts that readers have, and says which files are not there', async () => {
  const {
    css,
    theme: changed,
    missing,
  } = await dressed({
    fonts: { text: "Georgia, 'Times New Roman'", code: { family: 'Lost', files: ['fonts/lost.woff2'] } },
  })
  expect(css).toContain("--font:Georgia, 'Times New Roman', A, b")
  expect(missing).toEqual(['fonts/lost.woff2'])
  expect(changed.entries.font).toBeUndefined()
})

it.each([
  { colors: { light: { accent: 'red' } } },
  { colors: { light: { acent: '#fff' } } },
  { fonts: { text: 'Georgia; } body { display: none' } },
  { fonts: { text: "'Georgia" } },
  { fonts: { text: { family: 'A', files: ['https://fonts.example.org/a.woff2'] } } },
  { fonts: { text: { family: 'A', files: ['../a.woff2'] } } },
  { fonts: { text: { family: 'A"', files: ['a.woff2'] } } },
])('refuses %j', look => {
  expect(configSchema.safeParse({ theme: look }).success).toBe(false)
})
