import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import type { Batch, Storage } from '../../../src/cache/remote.ts'
import * as remote from '../../../src/cache/remote.ts'
import { shareablePages } from '../../../src/cache/threads/parsed-pages.ts'
import { encodePage } from '../../../src/cache/threads/stored-page.ts'
import type { ParsedPage, ParseOptions, SourceFile } from '../../../src/schema/page.ts'
import { giveTurn } from '../../../src/lib/process.ts'
import { readShard } from '../../../src/lib/text.ts'
import { createRandom, type Random } from '../../sites/random.ts'
import { type CacheServer, startCacheServer } from '../../support/cache-server.ts'

const { createHttpStorage, createRemoteCache, decodeActionResult, divideBySize } = remote
const { encodeActionResult, encodeBatch } = remote

const state = {} as { server: CacheServer; other: CacheServer }
beforeAll(async () => {
  state.server = await startCacheServer()
  state.other = await startCacheServer()
})
afterEach(() => {
  for (const server of [state.server, state.other]) {
    server.fault = undefined
    server.files.clear()
    server.requests.length = 0
  }
})
afterAll(async () => {
  await Promise.all([state.server.close(), state.other.close()])
})

const never = new AbortController().signal
const server = (timeout = 10_000) => createHttpStorage(state.server.origin, 'Bearer secret', timeout)
/** Answers of a faulty server. */
const answer =
  (status: number, headers = {}) =>
  (request: IncomingMessage, response: ServerResponse) => {
    request.resume()
    return Boolean(response.writeHead(status, headers).end('x'.repeat(status === 204 ? 0 : 1000)))
  }

describe('a server of a shared cache', () => {
  it('is read and written, below a path too; a name and a password of its address are in no message', async () => {
    const { host } = new URL(state.server.origin)
    const storage = createHttpStorage(`http://me:secret@${host}/docs/`, 'Bearer token')
    expect(storage.name).toBe(`http://${host}/docs`)
    expect(await storage.read('ac/1', 100, never)).toBe(undefined)
    await storage.write('ac/1', Buffer.from('one'), never)
    expect(Buffer.from((await storage.read('ac/1', 100, never)) ?? []).toString()).toBe('one')
    const authorization = 'Bearer token'
    expect(state.server.requests).toEqual(
      ['GET', 'PUT', 'GET'].map(method => ({ method, path: '/docs/ac/1', authorization })),
    )
  })

  it.each([307, 400, 401, 500])('has failed when it answers %d', async status => {
    state.server.fault = answer(status, { location: state.other.origin })
    await expect(server().read('ac/1', 100, never)).rejects.toThrow(`it returned ${status}`)
    await expect(server().write('ac/1', Buffer.from('one'), never)).rejects.toThrow(`it returned ${status}`)
    // A redirect isn't followed: the token is for this server alone.
    expect(state.other.requests).toEqual([])
  })

  it.each([204, 404, 410])('lacks what it answers %d to', async status => {
    state.server.fault = answer(status)
    expect(await server().read('ac/1', 100, never)).toBe(undefined)
  })

  it('is not waited for without end, and cut off where it sends without end', async () => {
    state.server.fault = () => true
    await expect(server(100).write('ac/1', Buffer.from('one'), never)).rejects.toThrow('timeout')
    state.server.fault = (_request, response) => response.writeHead(200).write('a')
    await expect(server(100).read('ac/1', 100, never)).rejects.toThrow('timeout')
    state.server.fault = (_request, response) => {
      response.writeHead(200)
      const more = () => void (response.destroyed || response.write('x'.repeat(65_536), more))
      return Boolean(more() ?? true)
    }
    await expect(server().read('cas/1', 100_000, never)).rejects.toThrow('it sent more data than it declared')
  })
})

describe('the message under `ac/`', () => {
  const hash = 'a1'.repeat(32)

  it.each([0, 1, 127, 128, 300, 2 ** 26])('names bytes by hash and size: %d', size => {
    expect(decodeActionResult(encodeActionResult({ hash, size }))).toEqual({ hash, size })
  })

  it('is the message that the remote execution API describes; fields that servers add are passed over', () => {
    const digest = `0a40${Buffer.from(hash).toString('hex')}10ac828000`
    const message = encodeActionResult({ hash, size: 300 })
    expect(message.toString('hex')).toBe(`12500a057061676573` + `1247${digest}`)
    const numbers = Buffer.from('2000' + '5d01020304' + '610102030405060708', 'hex')
    const worker = Buffer.from('4a060a04686f7374', 'hex')
    expect(decodeActionResult(Buffer.concat([numbers, message, worker]))).toEqual({ hash, size: 300 })
  })

  it.each(['', 'x', hash, encodeActionResult({ hash: hash.toUpperCase(), size: 1 })])('is not %s', bytes =>
    expect(decodeActionResult(Buffer.from(bytes))).toBe(undefined),
  )
})

/** As much of a store as is needed here. */
function newStore(values: Readonly<Record<string, string>> = {}) {
  const entries = new Map(Object.entries(values).map(([key, value]) => [key, Buffer.from(value)]))
  return {
    entries,
    has: (key: string) => entries.has(key),
    get: (key: string) => entries.get(key),
    set: (key: string, value: Uint8Array) => void entries.set(key, Buffer.from(value)),
  }
}
type Values = ReturnType<typeof newStore>

type Files = Map<string, Uint8Array>
const storageOf = (files: Files): Storage => ({
  name: 'memory',
  read: async (file, limit) => {
    const bytes = files.get(file)
    if (bytes && bytes.length > limit) throw new Error('it sent more data than it declared')
    return bytes
  },
  write: async (file, bytes) => void files.set(file, bytes),
})

/** Values of pages begin with their keys, as those of real ones do with their files and addresses. */
const VALUES = Object.fromEntries(
  Array.from({ length: 12 }, (_, page) => {
    return [`k${page}`, `k${page} ${`text of page ${page} `.repeat(5 + page)}`]
  }),
)
const batchOf = (...keys: string[]): Batch => {
  const entries = keys.map(key => ({ key, accepts: (value: Buffer) => value.indexOf(`${key} `) === 0 }))
  return { kind: 'parsed', share: 1, entries }
}
const BATCHES = [0, 3, 6, 9].map(first => batchOf(...Object.keys(VALUES).slice(first, first + 3)))
const held = (store: Values) =>
  Object.fromEntries([...store.entries].map(([key, value]) => [key, value.toString()]))

async function save(storage: Storage, { writes = true, values = VALUES } = {}) {
  const cache = createRemoteCache(storage, 'v1', writes)
  cache.save(newStore(values), BATCHES)
  await cache.finish()
  return cache
}

async function filled(): Promise<Files> {
  const files: Files = new Map()
  await save(storageOf(files))
  return files
}

describe('a shared cache', () => {
  it('has what another machine put there, under the names of the protocol', async () => {
    const files = await filled()
    expect([...files.keys()].toSorted().map(name => name.replace(/[0-9a-f]{64}$/, '#'))).toEqual([
      ...Array<string>(4).fill('ac/#'),
      ...Array<string>(4).fill('cas/#'),
    ])
    for (const [name, bytes] of files)
      if (name.startsWith('cas/'))
        expect(name.slice(4)).toBe(createHash('sha256').update(bytes).digest('hex'))
    const store = newStore()
    const cache = createRemoteCache(storageOf(files), 'v1', false)
    expect(await cache.fetch(store, BATCHES)).toEqual([])
    expect(held(store)).toEqual(VALUES)
    expect(cache.summary).toMatchObject({ parsed: { taken: 12, made: 0 }, stored: 0 })
    expect(cache.failures).toBe(undefined)
    expect(await createRemoteCache(storageOf(new Map()), 'v1', false).fetch(store, BATCHES)).toEqual([])
  })

  it('has nothing of another program, of pages that changed, or of what was not made as a whole', async () => {
    const files = await filled()
    const other = createRemoteCache(storageOf(files), 'v2', false)
    expect(await other.fetch(newStore(), BATCHES)).toEqual(BATCHES)
    const same = createRemoteCache(storageOf(files), 'v1', false)
    for (const batch of [batchOf('k0', 'k1', 'new'), { ...BATCHES[0]!, kind: 'rendered' as const }])
      expect(await same.fetch(newStore(), [batch])).toEqual([batch])
    expect([other.failures, same.failures]).toEqual([undefined, undefined])
    const empty: Files = new Map()
    await save(storageOf(empty), { values: { k0: 'k0 text' } })
    await save(storageOf(empty), { writes: false })
    expect(empty.size).toBe(0)
  })
})

/** Changes something of what a server has. What is right is named as it should be: hashes alone tell nothing then. */
const POISONS: Record<string, (files: Files, random: Random) => Promise<void> | void> = {
  'a bit': (files, random) =>
    changeAny(files, random, bytes => {
      const at = random.below(bytes.length)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8))
      return bytes
    }),
  'cut off': (files, random) =>
    changeAny(files, random, bytes => bytes.subarray(0, random.below(bytes.length))),
  'with an end': (files, random) => changeAny(files, random, bytes => Buffer.concat([bytes, bytes])),
  'a page of an error': (files, random) => changeAny(files, random, () => Buffer.from('<html>502</html>')),
  'two exchanged': (files, random) => {
    const kind = random.pick(['ac/', 'cas/'])
    const names = [...files.keys()].filter(name => name.startsWith(kind))
    const [one, other] = [random.pick(names), random.pick(names)]
    const bytes = files.get(one)!
    files.set(one, files.get(other)!)
    files.set(other, bytes)
  },
  'other pages': async (files, random) =>
    putUnder(files, random, await encodeBatch('v1', [['k0', Buffer.from('k0 wrong')]])),
  'bytes of another page under the key': async (files, random) => {
    const keys = Object.keys(VALUES)
    const turned = keys.map((key, at) => [key, Buffer.from(VALUES[keys[(at + 1) % 12]!]!)] as const)
    putUnder(files, random, await encodeBatch('v1', turned))
  },
  'another program': async (files, random) => {
    const wrong = Object.keys(VALUES).map(key => [key, Buffer.from(`${key} of v0`)] as const)
    putUnder(files, random, await encodeBatch('v0', wrong))
  },
  anything: (files, random) =>
    putUnder(files, random, Buffer.from(Array.from({ length: random.below(300) }, () => random.below(256)))),
  'anything packed': (files, random) =>
    putUnder(files, random, gzipSync(random.pick(['', '{}\n', '[]', 'null\n', ...[-1, 1e9].map(headOf)]))),
  'a size that is not so': (files, random) => {
    const [name, hash] = [random.pick(acs(files)), random.pick(cases(files)).slice(4)]
    files.set(name, encodeActionResult({ hash, size: random.pick([0, 1, 99_999_999]) }))
  },
  gone: (files, random) => void files.delete(random.pick([...files.keys()])),
}
const headOf = (length: number) => `{"format":"v1","entries":[["k0",${length}]]}\n`
const acs = (files: Files) => [...files.keys()].filter(name => name.startsWith('ac/'))
const cases = (files: Files) => [...files.keys()].filter(name => name.startsWith('cas/'))

function changeAny(files: Files, random: Random, change: (bytes: Buffer) => Uint8Array): void {
  const name = random.pick([...files.keys()])
  files.set(name, change(Buffer.from(files.get(name)!)))
}

function putUnder(files: Files, random: Random, bytes: Uint8Array): void {
  const hash = createHash('sha256').update(bytes).digest('hex')
  files.set(`cas/${hash}`, bytes)
  files.set(random.pick(acs(files)), encodeActionResult({ hash, size: bytes.length }))
}

const RUNS = process.env['DOCSGEN_FULL'] ? 1000 : 100

describe('a poisoned cache', () => {
  it(`gives the right pages or none, ${RUNS} times, and is repaired`, { timeout: 60_000 }, async () => {
    const random = createRandom(1721)
    const good = await filled()
    let missed = 0
    for (let run = 0; run < RUNS; run += 1) {
      const files: Files = new Map(good)
      const name = random.pick(Object.keys(POISONS))
      await POISONS[name]?.(files, random)
      const store = newStore()
      const cache = createRemoteCache(storageOf(files), 'v1', true)
      const lacking = await cache.fetch(store, BATCHES)
      const there = held(store)
      for (const [key, value] of Object.entries(there)) expect(value, name).toBe(VALUES[key])
      expect(Object.keys(there).length, name).toBe(12 - 3 * lacking.length)
      if (lacking.length === 0) continue
      missed += 1
      cache.save(newStore(VALUES), lacking)
      await cache.finish()
      const again = createRemoteCache(storageOf(files), 'v1', false)
      expect(await again.fetch(newStore(), BATCHES), name).toEqual([])
    }
    expect(missed).toBeGreaterThan(0.7 * RUNS)
  })

  it('does not fill the memory', async () => {
    const files = await filled()
    putUnder(files, createRandom(1), Buffer.concat(Array<Buffer>(5).fill(gzipSync(Buffer.alloc(1 << 26)))))
    const cache = createRemoteCache(storageOf(files), 'v1', false)
    expect(await cache.fetch(newStore(), BATCHES)).toHaveLength(1)
    const first = 'it returned the wrong pages'
    expect(cache.failures).toEqual({ name: 'memory', failed: 1, requests: 4, first })
  })
})

describe('a storage that fails', () => {
  const many = Array.from({ length: 200 }, (_, index) => batchOf(`m${index}`))
  const failing = (read: Storage['read']): Storage => ({ ...storageOf(new Map()), read })

  it('is left alone after five failures in a row; now and then it is asked all the same', async () => {
    const down = failing(() => Promise.reject(new Error('it returned 503')))
    const broken = createRemoteCache(down, 'v1', true)
    expect(await broken.fetch(newStore(), many)).toHaveLength(200)
    expect(broken.failures?.requests).toBeLessThan(5 + 16)
    expect(broken.failures?.first).toBe('it returned 503')
    let count = 0
    const now = async () =>
      (count += 1) % 5 === 0 ? Promise.reject(new Error('it returned 500')) : undefined
    const cache = createRemoteCache(failing(now), 'v1', false)
    await cache.fetch(newStore(), many)
    expect(cache.failures).toMatchObject({ failed: 40, requests: 200 })
  })

  it('stays alone when a request that was on its way succeeds', async () => {
    let count = 0
    const read = async () => {
      if ((count += 1) > 1) throw new Error('it returned 503')
      await giveTurn()
      return undefined
    }
    const cache = createRemoteCache(failing(read), 'v1', false)
    await cache.fetch(newStore(), many)
    const { failed, requests } = cache.failures!
    expect(requests - failed).toBe(1)
    expect(await cache.fetch(newStore(), many)).toHaveLength(200)
    expect(cache.failures?.requests).toBe(requests)
  })

  it('is not waited for longer than making the pages takes', async () => {
    const slow: Storage['read'] = async (_file, _limit, signal) => {
      while (!signal.aborted) await new Promise(resolve => setTimeout(resolve, 5))
      throw new Error('aborted')
    }
    const cache = createRemoteCache(failing(slow), 'v1', true, { patience: { once: 20, page: 0.1 } })
    expect(await cache.fetch(newStore(), many)).toHaveLength(200)
    expect(cache.failures?.first).toBe('it took too long in total')
    cache.save(newStore({ m0: 'text' }), many)
    await cache.finish()
    expect(cache.summary.stored).toBe(0)
  })

  // A loaded machine needs its time to hang up.
  const cutOff = (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-length': 100 })
    response.write('half', () => response.destroy())
  }
  it.each([
    ['that hangs up', 10_000, (request: IncomingMessage) => request.socket.destroy()],
    ['that never answers', 100, () => undefined],
    ['that hangs up in the middle', 10_000, cutOff],
  ])('%s is reported', async (_what, timeout, fault) => {
    const first = timeout === 100 ? /^it didn't respond in time$/ : /^the connection failed \(/
    state.server.fault = (request, response) => Boolean(fault(request, response) ?? true)
    const cache = createRemoteCache(server(timeout), 'v1', false)
    await cache.fetch(newStore(), many.slice(0, 1))
    expect(cache.failures).toMatchObject({ failed: 1, first: expect.stringMatching(first) as string })
  })

  it('to take something is a warning as well', async () => {
    const storage = { ...storageOf(new Map()), write: () => Promise.reject(new Error('it answered 507')) }
    expect((await save(storage)).failures?.first).toBe('it answered 507')
  })
})

test('shares are of about one size; an item that grows moves only those at the ends of stretches', () => {
  const sizes = Array.from({ length: 300 }, (_, index) => 1 + ((index * 7919) % 40_000))
  const total = sizes.reduce((sum, size) => sum + size)
  for (const count of [1, 2, 3, 8, 16]) {
    const sums = Array<number>(count).fill(0)
    for (const [index, share] of divideBySize(sizes, count).entries()) sums[share - 1]! += sizes[index]!
    expect(sums.reduce((sum, size) => sum + size)).toBe(total)
    expect(Math.max(...sums) - Math.min(...sums)).toBeLessThan(2 * 40_000)
  }
  expect(divideBySize([5], 8)).toEqual([5])
  const before = divideBySize(sizes, 8)
  const after = divideBySize(sizes.with(150, sizes[150]! * 3), 8)
  expect(after.filter((share, index) => share !== before[index]).length).toBeLessThan(16)
})

test('the indexes of languages are not shared together', async () => {
  const common = { locale: '', size: 1, accepts: () => true }
  const items = ['/', '/zh/', '/ja/'].map(path => ({ ...common, key: path, path }))
  const cache = createRemoteCache(storageOf(new Map()), 'v1', true)
  const store = newStore()
  const make = async () => items.forEach(({ key }) => store.set(key, Buffer.from(key)))
  await cache.makeInTurns('search', store, items, make)
  await cache.finish()
  expect(cache.summary.stored).toBe(3)
})

const file = 'content/a.md'
const page = { file, html: '<p>a</p>', markdown: 'a', sections: [], codeBlocks: [] } as Partial<ParsedPage>
const whole = encodePage(page as ParsedPage).toString()
const lines = whole.split('\n')

test.each([
  ['whole', whole, 1],
  ['of another file', whole.replace(file, 'content/b.md'), 0],
  ...[0, 1, 2].map(
    at => [`damaged in line ${at}`, lines.with(at, lines[at]!.slice(0, -1)).join('\n'), 0] as const,
  ),
] as const)('a page that is %s', async (_what, value, taken) => {
  const source = { file, relativePath: 'a.md', locale: '/', body: 'a' } as SourceFile
  const pages = shareablePages([source], {} as ParseOptions)
  const storage = storageOf(new Map())
  const [one, other] = [newStore(), newStore()]
  const cache = createRemoteCache(storage, 'v1', true)
  await cache.makeInTurns('parsed', one, pages, async () => one.set(pages[0]!.key, Buffer.from(value)))
  await cache.finish()
  const reader = createRemoteCache(storage, 'v1', true)
  await reader.makeInTurns('parsed', other, pages, async () => undefined)
  expect(reader.summary.parsed).toEqual({ taken, made: 1 - taken })
  expect(other.has(pages[0]!.key)).toBe(taken === 1)
})

test('a shard is one of so many', () => {
  expect(readShard('2/8')).toEqual({ index: 2, count: 8 })
  const wrong = ' 0/8 9/8 2 2/ /8 -1/8 2/8/9 02/8 2/0 1e0/8 99999/99999'.split(' ')
  expect([...wrong, ' 2/8'].filter(text => readShard(text))).toEqual([])
})
