import path from 'node:path'
import { expect, test } from 'vitest'
import { cacheFolder } from '../../../../src/cache/threads/session.ts'
import { createFolder } from '../../../sites/site.ts'

const { root, write } = createFolder({ '.git/HEAD': '', 'docs/own/README.md': '' })
const of = (name: string) => path.relative(root, cacheFolder(path.join(root, name)))

test('a site keeps its cache where packages are', () => {
  expect(of('docs')).toBe('docs/node_modules/.cache/docsgen')
  write('package.json', '{}')
  expect(of('')).toBe('node_modules/.cache/docsgen')
  expect(of('docs')).toBe('node_modules/.cache/docsgen/sites/docs')
  write('docs/own/package.json', '{}')
  expect(of('docs/own')).toBe('docs/own/node_modules/.cache/docsgen')
})
