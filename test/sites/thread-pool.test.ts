import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createPool, type Lost, type PoolOptions } from '../../src/cache/threads/pool.ts'
import { createFolder } from './site.ts'

type Pool = ReturnType<typeof createPool>

/** A worker that knows setups as the real one does, takes its time, and can fail or die. */
const WORKER = `
import { parentPort, threadId, workerData } from 'node:worker_threads'
const { progress } = workerData
const setups = new Map()
let last = Promise.resolve()
parentPort.on('message', request => void (last = last.then(() => answer(request))))
async function answer(request) {
  if (!request) process.exit()
  const { job, number, items, ...rest } = request
  if ('setup' in rest) setups.set(number, rest.setup)
  if (job === 'die') process.exit(1)
  if (job === 'throw') setTimeout(() => { throw new Error('thrown') })
  await new Promise(resolve => setTimeout(resolve, (items[0] ?? 0) % 3))
  if (job === 'pages') for (const [index, item] of items.entries()) {
    progress[0] = index + 1
    if (item === 'wait') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    if (item === 'fill') for (const all = []; ;) all.push(new Array(1e5).fill({}))
    if (typeof item === 'number') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, item)
  }
  progress[0] = 0
  if (job === 'fail') parentPort.postMessage({ error: { message: 'no', stack: 'here' } })
  else parentPort.postMessage({ results: items.map(item => ({ item, setup: setups.get(number)?.name, size: items.length, threadId })) })
}`

interface Result {
  item: unknown
  setup: string
  size: number
  threadId: number
}

const { root } = createFolder({ 'worker.mjs': WORKER })

function pool(size = 3, options: Partial<PoolOptions> = {}): Pool {
  const threads = createPool(path.join(root, 'worker.mjs'), { size, limit: 60_000, ...options })
  onTestFinished(() => threads.close())
  return threads
}

const run = (threads: Pool, job: string, items: readonly unknown[], setup: object = { name: 's' }) =>
  threads.run(job, setup, items) as Promise<(Result | Lost)[]>
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const itemsOf = (results: (Result | Lost)[]) =>
  results.map(result => ('lost' in result ? result.lost : result.item))
const done = (results: (Result | Lost)[]) => results.filter(result => 'item' in result)

describe('a pool of threads', () => {
  it('answers in the order of the items, each with the setup of its run, in batches that become smaller', async () => {
    const results = await run(pool(), 'echo', numbers(500))
    expect(itemsOf(results)).toEqual(numbers(500))
    const sizes = done(results).map(({ size }) => size)
    expect([Math.max(...sizes), Math.min(...sizes)]).toEqual([32, 1])
    expect(new Set(done(results).map(({ setup }) => setup))).toEqual(new Set(['s']))
    expect(new Set(done(results).map(({ threadId }) => threadId)).size).toBe(3)
  })
})

describe('an item that cannot be done', () => {
  const around = (...items: string[]) => ['a', 'b', ...items, 'c', 'd', 'e']

  it('loses its memory, and the thread is replaced', async () => {
    const threads = pool(1, { memory: 24 })
    const results = await run(threads, 'pages', around('fill'))
    expect(results[2]).toEqual({ lost: 'memory', reason: 'it ran out of memory' })
    expect(itemsOf(results)).toEqual(around('memory'))
    // After others, which may have filled it, it is tried once more.
    expect(itemsOf(await run(threads, 'pages', around('fill')))).toEqual(around('memory'))
  })

  it('gives up a run in which one after the other hangs', async () => {
    const items = Array.from({ length: 40 }, () => 'wait')
    const results = itemsOf(await run(pool(4, { limit: 200 }), 'pages', items))
    const count = (kind: string) => results.filter(result => result === kind).length
    expect(count('time')).toBeGreaterThanOrEqual(8)
    expect(count('time')).toBeLessThanOrEqual(11)
    expect(count('time') + count('untried')).toBe(40)
  })
})

describe('failure', () => {
  it('of a job fails its run, with message and stack, and no other', async () => {
    const shared = pool()
    const failing = run(shared, 'fail', numbers(10))
    const working = run(shared, 'echo', numbers(10))
    await expect(failing).rejects.toMatchObject({ message: 'no', stack: 'here' })
    expect(await working).toHaveLength(10)
  })

  it.each(['die', 'throw'])('of a whole thread (%s) fails the run instead of hanging', async job => {
    await expect(run(pool(1), job, [1])).rejects.toThrow()
  })
})
