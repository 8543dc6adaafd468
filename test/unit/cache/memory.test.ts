import { utimesSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { Memory } from '../../../src/cache/memory.ts'
import { createFolder } from '../../sites/site.ts'

/** Keeps how often it was made, from a file that is older than what begins now; `saved`: written to the file meanwhile. */
async function counting(saved?: string) {
  const { root, write } = createFolder({ 'a.txt': 'a' })
  const file = path.join(root, 'a.txt')
  utimesSync(file, 0, 0)
  const from = Date.now()
  while (Date.now() <= from + 20) await new Promise(resolve => setImmediate(resolve))
  const memory = new Memory()
  let count = 0
  const make = async () => {
    if (saved !== undefined) write('a.txt', saved)
    return (count += 1)
  }
  const keep = () => memory.keep('count', 1, make, () => [file])
  return { write, keep }
}

it('keeps a result until a file that it was made from changes', async () => {
  const { write, keep } = await counting()
  expect([await keep(), await keep()]).toEqual([1, 1])
  write('a.txt', 'b')
  expect(await keep()).toBe(2)
})

it('makes a result again whose file changed while it was made', async () => {
  const { keep } = await counting('saved meanwhile')
  expect([await keep(), await keep()]).toEqual([1, 2])
})
