import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Pool } from '../../../../src/cache/workers/pool.ts'
import type { Lost } from '../../../../src/cache/workers/run.ts'

/** A worker that knows setups as the real one does, takes its time, and can fail or die. */
const WORKER = `
import { parentPort, threadId, workerData } from 'node:worker_threads'
const { progress } = workerData
const setups = new Map()
parentPort.on('message', async ({ id, job, run, active, items, ...rest }) => {
  for (const number of setups.keys()) if (!active.includes(number)) setups.delete(number)
  if ('setup' in rest) setups.set(run, rest.setup)
  if (job === 'die') process.exit(1)
  if (job === 'throw') setTimeout(() => { throw new Error('thrown') })
  await new Promise(resolve => setTimeout(resolve, (items[0] ?? 0) % 3))
  if (job === 'pages') for (const [index, item] of items.entries()) {
    progress.set([id, index + 1])
    if (item === 'hang') for (;;);
    if (item === 'wait') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    if (item === 'die') process.exit(7)
    if (item === 'throw') throw new Error('thrown.')
  }
  progress[1] = 0
  if (job === 'fail') parentPort.postMessage({ id, error: { message: 'no', stack: 'here' } })
  else parentPort.postMessage({ id, results: items.map(item => ({ item, setup: setups.get(run), size: items.length, threadId })) })
})`

/** A worker whose items say how many milliseconds they keep it busy. */
const SLOW = `
import { parentPort, workerData } from 'node:worker_threads'
const { progress } = workerData
parentPort.on('message', ({ id, items }) => {
  for (const [index, item] of items.entries()) {
    progress.set([id, index + 1])
    const end = performance.now() + item
    while (performance.now() < end);
  }
  progress[1] = 0
  parentPort.postMessage({ id, results: items })
})`

interface Result {
  item: number
  setup: string
  size: number
  threadId: number
}

const state = {} as { folder: string; file: string; pool?: Pool | undefined }

beforeAll(() => {
  state.folder = mkdtempSync(path.join(tmpdir(), 'pool-'))
  state.file = path.join(state.folder, 'worker.mjs')
  writeFileSync(state.file, WORKER)
})
afterEach(async () => {
  await state.pool?.close()
  state.pool = undefined
})
afterAll(() => rmSync(state.folder, { recursive: true, force: true }))

function pool(size = 3, limit?: number): Pool {
  return (state.pool = new Pool(state.file, { size, limit }))
}

function writeWorker(name: string, text: string): string {
  const file = path.join(state.folder, `${name}.mjs`)
  writeFileSync(file, text)
  return file
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('a pool of threads', () => {
  it('answers in the order of the items, each with the setup of its run', async () => {
    const results = (await pool().run('echo', { setup: 'one', items: numbers(50), batch: 4 })) as Result[]
    expect(results.map(({ item }) => item)).toEqual(numbers(50))
    expect(new Set(results.map(({ setup }) => setup))).toEqual(new Set(['one']))
    expect(Math.max(...results.map(({ size }) => size))).toBe(4)
    expect(new Set(results.map(({ threadId }) => threadId)).size).toBe(3)
  })

  it('does several runs at once without mixing them', async () => {
    const shared = pool()
    const runs = ['a', 'b', 'c', 'd'].map(
      setup => shared.run('echo', { setup, items: numbers(20), batch: 3 }) as Promise<Result[]>,
    )
    for (const [index, results] of (await Promise.all(runs)).entries()) {
      expect(results.map(({ item, setup }) => [item, setup])).toEqual(
        numbers(20).map(item => [item, 'abcd'[index]]),
      )
    }
  })

  it('makes batches smaller towards the end', async () => {
    const results = (await pool(2).run('echo', { setup: 1, items: numbers(100), batch: 32 })) as Result[]
    expect(results[0]?.size).toBe(13)
    expect(results.at(-1)?.size).toBe(1)
  })

  it('gives a group to one thread, unless it is longer than two batches', async () => {
    const sizesWith = async (groups: number[]): Promise<number[]> => {
      const work = { setup: 1, items: numbers(20), batch: 4, groups }
      return ((await pool(2).run('echo', work)) as Result[]).map(({ size }) => size)
    }
    const groups = [5, 3, 6, 2, 4]
    expect(await sizesWith(groups)).toEqual(groups.flatMap(length => Array<number>(length).fill(length)))
    expect(await sizesWith([20])).toEqual([8, 8, 4].flatMap(length => Array<number>(length).fill(length)))
  })

  it('starts no thread without work, and no more than there are items', async () => {
    const idle = pool()
    expect(await idle.run('echo', { setup: 1, items: [], batch: 1 })).toEqual([])
    expect(idle.started).toBe(false)
    await idle.run('echo', { setup: 1, items: [1], batch: 1 })
    expect(idle.started).toBe(true)
  })

  it('can be started before there is work', async () => {
    const early = pool()
    early.prepare('echo', {})
    expect(early.started).toBe(true)
    const results = (await early.run('echo', { setup: 's', items: numbers(5), batch: 2 })) as Result[]
    expect(results.map(({ item, setup }) => `${item}${setup}`)).toEqual(['0s', '1s', '2s', '3s', '4s'])
  })

  it('can prepare for a job between two runs with the same setup', async () => {
    const shared = pool(2)
    const setup = { name: 's' }
    const run = () => shared.run('echo', { setup, items: numbers(8), batch: 2 }) as Promise<Result[]>
    await run()
    shared.prepare('echo', 'other')
    for (const result of await run()) expect(result.setup).toEqual(setup)
  })
})

describe('R-PATH-2: a time limit for each item', () => {
  const around = (...items: string[]) => ['a', 'b', ...items, 'c', 'd', 'e']

  it('loses the item that does not end and does all others, in order', async () => {
    const shared = pool(2, 200)
    const items = around('hang')
    const results = (await shared.run('pages', { setup: 's', items, batch: 4 })) as (Result | Lost)[]
    expect(results[2]).toEqual({ lost: 'time', reason: 'it took longer than 0.2 seconds' })
    expect(results.map(result => ('lost' in result ? 'lost' : result.item))).toEqual(around('lost'))
    for (const result of results) if ('item' in result) expect(result.setup).toBe('s')
  })

  it('replaces the thread: the pool works on as before', async () => {
    const shared = pool(1, 200)
    await shared.run('pages', { setup: 1, items: ['hang'], batch: 1 })
    const results = (await shared.run('pages', { setup: 2, items: around(), batch: 2 })) as Result[]
    expect(results.map(({ item, setup }) => `${item}${setup}`)).toEqual(['a2', 'b2', 'c2', 'd2', 'e2'])
  })

  it('is one for each item, not for a batch or a run', async () => {
    const items = Array.from({ length: 8 }, () => 300)
    const slow = new Pool(writeWorker('slow', SLOW), { size: 1, limit: 1500 })
    state.pool = slow
    expect(await slow.run('pages', { setup: 1, items, batch: 8 })).toEqual(items)
  })

  it('begins where the first item had its time elsewhere, and anew for all others', async () => {
    const work = { setup: 1, items: ['hang', 'a', 'b'], batch: 4, spent: 19_900 }
    const results = (await pool(1, 20_000).run('pages', work)) as (Result | Lost)[]
    expect(results[0]).toMatchObject({ lost: 'time' })
    expect(results.slice(1).map(result => 'item' in result && result.item)).toEqual(['a', 'b'])
  })

  it('does not hold a job to it that does not tell what it is at', async () => {
    const items = [600]
    const slow = new Pool(writeWorker('silent', SLOW.replace('progress.set', '(() => {})')), {
      size: 1,
      limit: 200,
    })
    state.pool = slow
    expect(await slow.run('all', { setup: 1, items, batch: 1 })).toEqual(items)
  })

  it('gives up a run in which one after the other does not end', async () => {
    // What waits leaves the processors to the threads that begin.
    const items = Array.from({ length: 40 }, () => 'wait')
    const results = (await pool(4, 200).run('pages', { setup: 1, items, batch: 4 })) as Lost[]
    const count = (kind: string) => results.filter(({ lost }) => lost === kind).length
    expect(count('time')).toBeGreaterThanOrEqual(8)
    expect(count('time')).toBeLessThanOrEqual(11)
    expect(count('time') + count('untried')).toBe(40)
  }, 60_000)

  it.each([
    ['die', 'A thread ended with code 7'],
    ['throw', 'thrown'],
  ])(
    'loses an item that ends its thread (%s), with the reason',
    async (item, reason) => {
      const results = (await pool(2).run('pages', { setup: 1, items: around(item), batch: 8 })) as (
        Result | Lost
      )[]
      expect(results[2]).toMatchObject({ lost: 'failed', reason: expect.stringContaining(reason) as string })
      expect(results.filter(result => 'item' in result)).toHaveLength(5)
    },
    60_000,
  )
})

describe('failure', () => {
  it('of a job fails its run, with message and stack, and no other', async () => {
    const shared = pool()
    const failing = shared.run('fail', { setup: 1, items: numbers(10), batch: 2 })
    const working = shared.run('echo', { setup: 2, items: numbers(10), batch: 2 })
    await expect(failing).rejects.toMatchObject({ message: 'no', stack: 'here' })
    expect(await working).toHaveLength(10)
  })

  it.each(['die', 'throw'])('of a whole thread (%s) fails the run instead of hanging', async job => {
    await expect(pool(1).run(job, { setup: 1, items: [1], batch: 1 })).rejects.toThrow()
  })
})

describe('a helper in the thread of the pool', () => {
  const here = (items: readonly unknown[]) =>
    items.map(item => ({ item, setup: 'here', size: 0, threadId: 0 }))

  function helped(help: (items: readonly unknown[]) => Promise<unknown[]>, size = 1): Pool {
    const helper = {
      jobs: new Set(['echo']),
      help: (_job: string, _setup: unknown, items: readonly unknown[]) => help(items),
    }
    return (state.pool = new Pool(state.file, { size, helper }))
  }

  it('does a part of the items, and results come in their order', async () => {
    const threads = helped(items => Promise.resolve(here(items)))
    const results = (await threads.run('echo', { setup: 'one', items: numbers(200), batch: 4 })) as Result[]
    expect(results.map(({ item }) => item)).toEqual(numbers(200))
    expect(new Set(results.map(({ setup }) => setup))).toEqual(new Set(['one', 'here']))
  })

  it('leaves other jobs to the threads', async () => {
    const threads = helped(() => Promise.reject(new Error('asked')))
    const results = (await threads.run('other', { setup: 'one', items: numbers(20), batch: 1 })) as Result[]
    expect(new Set(results.map(({ setup }) => setup))).toEqual(new Set(['one']))
  })

  it('gives back what takes too long, and is not asked again', async () => {
    let asked = 0
    const threads = helped(items => {
      asked += 1
      return Promise.resolve(here(items).slice(0, 1))
    })
    for (const items of [numbers(60), numbers(60)]) {
      const results = (await threads.run('echo', { setup: 'one', items, batch: 4 })) as Result[]
      expect(results.map(({ item }) => item)).toEqual(items)
      expect(results.filter(({ setup }) => setup === 'here').length).toBeLessThanOrEqual(1)
    }
    expect(asked).toBe(1)
  })

  it('hears the threads between two shares', async () => {
    const order: string[] = []
    const threads = helped(items => {
      order.push('here')
      return Promise.resolve(here(items))
    })
    const immediate = new Promise(resolve => setImmediate(resolve)).then(() => order.push('heard'))
    await Promise.all([threads.run('echo', { setup: 'one', items: numbers(100), batch: 2 }), immediate])
    expect(order.indexOf('heard')).toBeLessThanOrEqual(1)
    expect(order.filter(name => name === 'here').length).toBeGreaterThan(2)
  })

  it('ends a run with what it throws', async () => {
    const threads = helped(() => Promise.reject(new Error('no more room')))
    await expect(threads.run('echo', { setup: 'one', items: numbers(100), batch: 1 })).rejects.toThrow(
      'no more room',
    )
  })
})
