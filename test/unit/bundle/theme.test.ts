import path from 'node:path'
import { expect, it } from 'vitest'
import { createConfiguredStyles, extendTheme } from '../../../src/bundle/theme.ts'
import { configSchema } from '../../../src/schema/config.ts'
import { createFolder } from '../../sites/site.ts'

const { root } = createFolder({ 'fonts/Own Sans.woff2': 'font', 'fonts/mono.ttf': 'code' })

const theme = {
  entries: { boot: '', scheme: '', style: '/assets/css/style.AAAAAAAA.css', parts: {} },
  files: [
    { path: 'assets/css/style.AAAAAAAA.css', content: '@layer tokens{}\n' },
    { path: 'assets/js/boot.js', content: '' },
  ],
  additions: { menu: { css: '.menu{}' } },
}
const dressed = async (look: object) => {
  const config = configSchema.parse({ theme: look })
  const configured = await createConfiguredStyles(config.theme, root)
  const { entries, files } = extendTheme(theme, configured, { names: ['menu'], css: '.own{}' })
  const style = files.find(file => `/${file.path}` === entries.style)
  return { entries, files, missing: configured.missing, css: String(style?.content) }
}

it('adds nothing where nothing is configured', async () => {
  expect((await createConfiguredStyles({}, root)).css).toBe('')
  expect((await dressed({ fonts: {} })).css).toBe('@layer tokens{}\n.menu{}.own{}')
})

it('adds colors for each scheme, and names the style sheet by its content', async () => {
  const { css, entries, files } = await dressed({
    colors: { light: { accent: '#123456', mark: '#fff' }, dark: { bg: '#000' } },
  })
  expect(css).toContain('@layer tokens{:root{--accent:#123456;--mark:#fff}@media screen{')
  expect(css).toContain(':root:not([data-scheme=light]){--bg:#000}}:root[data-scheme=dark]{--bg:#000}}}')
  expect(entries.style).toMatch(/^\/assets\/css\/style\.(?!AAAAAAAA)[\dA-F]{8}\.css$/)
  expect(files).toHaveLength(2)
})

it('puts fonts before those of every language; own files are copied, and the first is loaded ahead', async () => {
  const italic = { file: 'fonts/mono.ttf', weight: '100 900', style: 'italic', range: 'U+0000-00FF' }
  const text = { family: 'Own', files: ['fonts/Own Sans.woff2'] }
  const code = { family: 'Mono', files: [italic] }
  const { css, entries, files, missing } = await dressed({ fonts: { text, code } })
  expect(missing).toEqual([])
  expect(css).toContain(':root{--font-first:"Own",;--font-code-first:"Mono",}')
  const { font = '' } = entries as { font?: string }
  expect(font).toMatch(/^\/assets\/media\/Own%20Sans\.[\da-f]{8}\.woff2$/)
  expect(css).toContain(
    `@font-face{font-family:"Own";src:url("../..${font}")format("woff2");font-weight:400;font-style:normal;font-display:swap}`,
  )
  expect(css).toMatch(
    /"\)format\("truetype"\);font-weight:100 900;font-style:italic;font-display:swap;unicode-range:U\+0000-00FF\}/,
  )
  const copy = path.join(root, 'fonts/Own Sans.woff2')
  expect(files.map(({ content }) => content)).toContainEqual({ copy })
})

it('takes names of fonts that readers have, and says which files are not there', async () => {
  const code = { family: 'Lost', files: ['fonts/lost.woff2'] }
  const { css, entries, missing } = await dressed({ fonts: { text: "Georgia, 'Times New Roman'", code } })
  expect(css).toContain("--font-first:Georgia, 'Times New Roman',;")
  expect(missing).toEqual(['fonts/lost.woff2'])
  expect(entries).not.toHaveProperty('font')
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
