import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fillSheets } from '../../../src/bundle/script-sheets.ts'
import { bundleTheme } from '../../../src/bundle/theme.ts'

let root: string
beforeEach(() => void (root = mkdtempSync(path.join(tmpdir(), 'sheets-'))))
afterEach(() => rmSync(root, { recursive: true }))

async function bundled() {
  const { theme, findings } = await bundleTheme(root, root)
  expect([...findings, ...(theme?.findings ?? [])]).toEqual([])
  const files = (theme?.files ?? []).map(({ path: file, content }) => ({ file, content }))
  const text = (pattern: RegExp) => String(files.find(({ file }) => pattern.test(file))?.content)
  return { files, text }
}

it('a style sheet takes the place of its name in scripts, in its layer, and is no file', () => {
  const script = { path: 'a.js', content: 'adopt("docsgen:sheet/search");adopt("docsgen:sheet/none")' }
  const sheet = { path: 'out/sheet-search.ABCD.css', content: '.a{content:"x"}\n' }
  const style = { path: 'style.css', content: '.b{}' }
  expect(fillSheets([script, sheet, style])).toEqual([
    { path: 'a.js', content: 'adopt("@layer components{.a{content:\\"x\\"}}");adopt("docsgen:sheet/none")' },
    style,
  ])
})

it('what scripts alone show is styled by them, not by the sheet of all documents', async () => {
  const { files, text } = await bundled()
  expect(files.filter(({ file }) => /sheet-/.test(file))).toEqual([])
  expect(files.filter(({ content }) => String(content).includes('docsgen:sheet'))).toEqual([])
  const style = text(/style\.\w+\.css$/)
  expect(style).toContain('.offline-open{')
  expect(style).not.toMatch(/\.(?:search-dialog|offline-panel|update-prompt)\b[^,{]*\{/)
  expect(text(/open\.\w+\.js$/)).toContain('@layer components{.search-dialog{')
  expect(text(/open-panel\.\w+\.js$/)).toContain('.offline-panel{')
  expect(text(/update-prompt\.\w+\.js$/)).toContain('.update-prompt{')
}, 60_000)

it('a site may have its own of them, with pictures beside it', async () => {
  mkdirSync(path.join(root, 'templates/styles'), { recursive: true })
  writeFileSync(path.join(root, 'templates/styles/search.css'), '.search-dialog{background:url(./p.png)}')
  writeFileSync(path.join(root, 'templates/styles/p.png'), 'picture')
  const { files, text } = await bundled()
  expect(text(/open\.\w+\.js$/)).toMatch(/url\(\.\.\/\.\.\/assets\/img\/p\.\w+\.png\)/)
  expect(files.map(({ file }) => file)).toContainEqual(expect.stringMatching(/^assets\/img\/p\.\w+\.png$/))
}, 60_000)
