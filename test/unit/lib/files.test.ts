import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it, test } from 'vitest'
import { removeFolder, matchesAny, rewritePath, systemRefusal } from '../../../src/lib/files.ts'
import { createFolder } from '../../sites/site.ts'

/** Writes files into a folder as quickly as it can, and tries again where there is none. */
const WRITER = `
const { writeFileSync } = require('node:fs')
const { workerData } = require('node:worker_threads')
let count = 0
const write = () => {
  for (let index = 0; index < 50; index += 1)
    try {
      writeFileSync(workerData + '/' + (count += 1), '')
    } catch {}
  setImmediate(write)
}
write()
`

it('removes a folder that a thread is writing into', async () => {
  const { root } = createFolder()
  const folder = path.join(root, 'a')
  const writer = new Worker(WRITER, { eval: true, workerData: folder })
  for (let round = 0; round < 20; round += 1) {
    mkdirSync(folder)
    while (readdirSync(folder).length < 20) await new Promise(resolve => setImmediate(resolve))
    expect(() => removeFolder(folder)).not.toThrow()
    expect(existsSync(folder)).toBe(false)
  }
  await writer.terminate()
  expect(readdirSync(root)).toEqual([])
})

test.each([
  ['en/guide/start.md', 'guide/start.md'],
  ['en/index.md', 'index.md'],
  ['zh/guide/start.md', 'zh/guide/start.md'],
  ['packages/core/docs/api/x.md', 'core/api/x.md'],
  ['packages/core/docs', 'packages/core/docs'],
  ['packages/core/src/x.md', 'packages/core/src/x.md'],
  ['old-news.md', 'new/news.md'],
  ['a.md', 'b.md'],
  ['a+md', 'a+md'],
])('%s is rewritten as %s', (file, path) => {
  const rules = { 'en/:rest*': ':rest*', 'packages/:pkg/docs/:rest+': ':pkg/:rest+' }
  expect(rewritePath(file, { ...rules, 'old-:name.md': 'new/:name.md', 'a.md': 'b.md' })).toBe(path)
  expect(rewritePath(file)).toBe(file)
})

test.each([
  ['**/TODO.md', 'TODO.md a/b/TODO.md', 'a/TODO.md/x.md XTODO.md'],
  ['drafts/**', 'drafts/a.md drafts/a/b.md', 'a/drafts/b.md'],
  ['guide/*.draft.md', 'guide/a.draft.md', 'guide/a/b.draft.md guide/a.md'],
  ['a?/[x].md', 'ab/[x].md', 'a/[x].md ab/x.md'],
])('the pattern %s names %s and not %s', (pattern, named, others) => {
  const isNamed = (file: string) => matchesAny(file, [pattern])
  expect(named.split(' ').every(isNamed)).toBe(true)
  expect(others.split(' ').some(isNamed)).toBe(false)
})

test.each([
  ['ENOSPC', 'no space left on device (ENOSPC)'],
  ['EFBIG', 'file too large (EFBIG)'],
  ['EBADF', undefined],
  ['ERR_INVALID_ARG_VALUE', undefined],
  ['', undefined],
])('%s is said in words, unless it is a mistake of the program: %s', (code, reason) => {
  const errno = -(constants.errno[code as keyof typeof constants.errno] ?? 0)
  const error = Object.assign(new Error(code), { code, errno, syscall: 'write', path: '/a' })
  expect(systemRefusal(error)).toEqual(reason && { file: '/a', reason })
})
