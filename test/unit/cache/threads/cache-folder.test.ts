import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cacheFolder } from '../../../../src/cache/threads/session.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'cache-folder-'))
mkdirSync(path.join(folder, '.git'))
mkdirSync(path.join(folder, 'docs/own'), { recursive: true })
afterAll(() => rmSync(folder, { recursive: true }))
const of = (root: string) => path.relative(folder, cacheFolder(path.join(folder, root)))

test('a site keeps its cache where packages are', () => {
  expect(of('docs')).toBe('docs/node_modules/.cache/docsgen')
  writeFileSync(path.join(folder, 'package.json'), '{}')
  expect(of('')).toBe('node_modules/.cache/docsgen')
  expect(of('docs')).toBe('node_modules/.cache/docsgen/sites/docs')
  writeFileSync(path.join(folder, 'docs/own/package.json'), '{}')
  expect(of('docs/own')).toBe('docs/own/node_modules/.cache/docsgen')
})
