import { expect, it, test } from 'vitest'
import type { SiteConfig } from '../../../src/schema/config.ts'
import { fileAccess, holdsAllowed, privateReason, withIcon } from '../../../src/shared/public-files.ts'

const link = (rel: string, href: string) => ({ tag: 'link' as const, attributes: { rel, href } })
const config = (...head: SiteConfig['head']) => ({ title: 'Site', head }) as unknown as SiteConfig

test.each(['icon', 'shortcut icon', 'ICON'])('an icon that the head names stays alone: rel="%s"', rel => {
  const given = config(link(rel, '/own.png'))
  expect(withIcon(given, ['favicon.ico'])).toBe(given)
})

test('else the icon is the one in the public folder, a scalable one before others', () => {
  expect(withIcon(config(), ['favicon.ico', 'favicon.svg']).head).toEqual([link('icon', '/favicon.svg')])
  expect(withIcon(config(), ['favicon.ico', 'favicon.png']).head).toEqual([link('icon', '/favicon.png')])
  expect(withIcon(config(), ['favicon.ico', 'img/favicon.png']).head).toEqual([link('icon', '/favicon.ico')])
})

test.each(['apple-touch-icon', 'mask-icon', 'stylesheet'])(
  'without any, browsers are told so and ask for none: rel="%s" is not one',
  rel => {
    const other = link(rel, '/other.png')
    expect(withIcon(config(other), ['notes.txt']).head).toEqual([other, link('icon', 'data:,')])
  },
)

const access = fileAccess({
  contentDir: './.docs/content/',
  publicDir: '.docs/public',
  markdown: { allowFiles: ['./.github/', '.tool.json', 'node_modules/pkg/README.md'] },
} as Parameters<typeof fileAccess>[0])
const reasonOf = (file: string, ...ignored: string[]) => privateReason(file, access, new Set(ignored))

it.each([
  ['.env', 'hidden'],
  ['a/.git/config', 'hidden'],
  ['../.git/config', 'hidden'],
  ['.docs/content/.env', 'hidden'],
  ['.docs/other/x', 'hidden'],
  ['.docs/contents/x', 'hidden'],
  ['node_modules/pkg/index.js', 'package'],
  ['a/Node_Modules/x', 'package'],
  ['..env', 'hidden'],
  ['a/...', 'hidden'],
  ['secret', 'ignored'],
])('%s is private: %s', (file, reason) => expect(reasonOf(file, 'secret')).toBe(reason))

it.each(
  '../open ./open .docs/content/a.md .docs/public/x .github/workflows/ci.yml .tool.json node_modules/pkg/README.md node_modules.md a.b/c.'.split(
    ' ',
  ),
)('%s is for readers', file => expect(reasonOf(file)).toBeUndefined())

it('what the site allows is for readers though Git ignores it', () => {
  expect(reasonOf('.tool.json', '.tool.json')).toBeUndefined()
  expect(reasonOf('.tool.json5')).toBe('hidden')
})

it('a folder is entered for what is allowed below it', () => {
  expect(holdsAllowed('node_modules/pkg', access)).toBe(true)
  expect(holdsAllowed('node_modules/pk', access)).toBe(false)
})
