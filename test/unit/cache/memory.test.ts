import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Memory } from '../../../src/cache/memory.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'memory-'))
const file = path.join(folder, 'a.txt')
afterAll(() => rmSync(folder, { recursive: true }))

/** Waits until a file written before counts as older than what begins now. */
async function settle(): Promise<void> {
  utimesSync(file, 0, 0)
  const from = Date.now()
  while (Date.now() <= from + 20) await new Promise(resolve => setImmediate(resolve))
}

it('keeps a result until a file that it was made from changes', async () => {
  const memory = new Memory()
  let count = 0
  const keep = () =>
    memory.keep(
      'count',
      1,
      () => Promise.resolve((count += 1)),
      () => [file],
    )
  writeFileSync(file, 'a')
  await settle()
  expect([await keep(), await keep()]).toEqual([1, 1])
  writeFileSync(file, 'b')
  expect(await keep()).toBe(2)
})

it('makes a result again whose file changed while it was made', async () => {
  const memory = new Memory()
  writeFileSync(file, 'a')
  await settle()
  let count = 0
  const keep = () =>
    memory.keep(
      'count',
      1,
      () => {
        writeFileSync(file, 'saved meanwhile')
        return Promise.resolve((count += 1))
      },
      () => [file],
    )
  expect([await keep(), await keep()]).toEqual([1, 2])
})
