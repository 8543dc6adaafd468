import { expect, test } from 'vitest'
import { runPool } from '../../../src/offline/worker/run-pool.ts'

test('never runs more tasks at a time than allowed, and runs all', async () => {
  let now = 0
  let most = 0
  const done: number[] = []
  await runPool([1, 2, 3, 4, 5, 6, 7], 3, async item => {
    most = Math.max(most, ++now)
    await new Promise(resolve => setTimeout(resolve, 7 - item))
    now -= 1
    done.push(item)
  })
  expect(most).toBe(3)
  expect(done.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('throws the first failure after the running tasks have ended, and starts no more', async () => {
  const done: number[] = []
  const run = runPool([1, 2, 3, 4], 2, async item => {
    await new Promise(resolve => setTimeout(resolve, item * 5))
    if (item === 1) throw new Error('first')
    done.push(item)
  })
  await expect(run).rejects.toThrow('first')
  expect(done).toEqual([2])
})
