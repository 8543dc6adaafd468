import { expect, it } from 'vitest'
import { fileAccess, holdsAllowed, privateReason } from '../../../src/shared/private-file.ts'

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

it.each([
  '../open',
  './open',
  '.docs/content/a.md',
  '.docs/public/x',
  '.github/workflows/ci.yml',
  '.tool.json',
  'node_modules/pkg/README.md',
  'node_modules.md',
  'a.b/c.',
])('%s is for readers', file => expect(reasonOf(file)).toBeUndefined())

it('what the site allows is for readers though Git ignores it', () => {
  expect(reasonOf('.tool.json', '.tool.json')).toBeUndefined()
  expect(reasonOf('.tool.json5')).toBe('hidden')
})

it('a folder is entered for what is allowed below it', () => {
  expect(holdsAllowed('node_modules/pkg', access)).toBe(true)
  expect(holdsAllowed('node_modules/pk', access)).toBe(false)
})
