import path from 'node:path'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { encodeBatch, type Batch, SharedCache } from '../../../src/cache/shared-cache.ts'
import {
  createFolderStorage,
  encodeActionResult,
  type SharedStorage,
  StorageError,
} from '../../../src/cache/remote-storage.ts'
import { createRandom, type Random } from '../../sites/random.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'shared-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** As much of a store as is needed here. */
function newStore(values: Readonly<Record<string, string>> = {}) {
  const entries = new Map(Object.entries(values).map(([key, value]) => [key, Buffer.from(value)]))
  return {
    has: (key: string) => entries.has(key),
    get: (key: string) => entries.get(key),
    set: (key: string, value: Uint8Array) => void entries.set(key, Buffer.from(value)),
  }
}
type Values = ReturnType<typeof newStore>

type Files = Map<string, Uint8Array>
const storageOf = (files: Files): SharedStorage => ({
  name: 'memory',
  read: async (file, limit) => {
    const bytes = files.get(file)
    if (bytes && bytes.length > limit) throw new StorageError('it sent more than it said')
    return bytes
  },
  has: async file => files.has(file),
  write: async (file, bytes) => void files.set(file, bytes),
})

/** Values of pages begin with their keys, as those of real ones do with their files and addresses. */
const VALUES = Object.fromEntries(
  Array.from({ length: 12 }, (_, page) => [
    `k${page}`,
    `k${page} ${`text of page ${page} `.repeat(5 + page)}`,
  ]),
)
const BATCHES = Array.from({ length: 4 }, (_, index): Batch => {
  const keys = Object.keys(VALUES).slice(3 * index, 3 * index + 3)
  const entries = keys.map(key => ({ key, starts: [`${key} `] }))
  return { kind: 'parsed', pages: 3, entries }
})
const held = (store: Values) =>
  Object.fromEntries(
    Object.keys(VALUES).flatMap(key => (store.has(key) ? [[key, store.get(key)?.toString()]] : [])),
  )

async function filled(files: Files = new Map(), format = 'v1'): Promise<Files> {
  const cache = new SharedCache({ storage: storageOf(files), format, writes: true })
  cache.save(newStore(VALUES), BATCHES)
  await cache.finish()
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
    const cache = new SharedCache({ storage: storageOf(files), format: 'v1', writes: false })
    expect(await cache.fetch(store, BATCHES)).toEqual([])
    expect(held(store)).toEqual(VALUES)
    expect(cache.summary.shared).toMatchObject({ parsed: { taken: 12, made: 0 }, stored: 0 })
    expect(cache.failures).toBe(undefined)
  })

  it('has nothing of another program, of pages that changed, or of what was not made as a whole', async () => {
    const files = await filled()
    const other = new SharedCache({ storage: storageOf(files), format: 'v2', writes: false })
    expect(await other.fetch(newStore(), BATCHES)).toEqual(BATCHES)
    const same = new SharedCache({ storage: storageOf(files), format: 'v1', writes: false })
    const changed: Batch = {
      kind: 'parsed',
      pages: 3,
      entries: ['k0', 'k1', 'new'].map(key => ({ key, starts: [''] })),
    }
    expect(await same.fetch(newStore(), [changed])).toEqual([changed])
    const rendered = { ...BATCHES[0]!, kind: 'rendered' as const }
    expect(await same.fetch(newStore(), [rendered])).toEqual([rendered])
    expect([other.failures, same.failures]).toEqual([undefined, undefined])
    const empty: Files = new Map()
    const half = new SharedCache({ storage: storageOf(empty), format: 'v1', writes: true })
    half.save(newStore({ k0: 'k0 text' }), BATCHES)
    await half.finish()
    expect(empty.size).toBe(0)
  })

  it('serves two programs in turn, and neither has anything of the other', async () => {
    const files = await filled()
    await filled(files, 'v2')
    expect(files.size).toBe(16)
    for (const format of ['v1', 'v2', 'v1']) {
      const cache = new SharedCache({ storage: storageOf(files), format, writes: true })
      expect(await cache.fetch(newStore(), BATCHES), format).toEqual([])
      cache.save(newStore(VALUES), BATCHES)
      await cache.finish()
      expect(files.size).toBe(16)
    }
  })

  it('is asked only for what is not there, unless it is to have it; who may only read puts nothing there', async () => {
    const asked: string[] = []
    const storage = { ...storageOf(new Map()), read: async (file: string) => void asked.push(file) }
    const store = newStore(VALUES)
    const cache = new SharedCache({ storage, format: 'v1', writes: false })
    expect(await cache.fetch(store, BATCHES)).toEqual([])
    expect(asked).toEqual([])
    expect(await cache.fetch(store, BATCHES, { sure: true })).toEqual(BATCHES)
    const files: Files = new Map()
    const reader = new SharedCache({ storage: storageOf(files), format: 'v1', writes: false })
    reader.save(store, BATCHES)
    await reader.finish()
    expect(files.size).toBe(0)
  })

  it('may be a folder, and several of them put together', async () => {
    const carried = path.join(folder, 'carried')
    for (const batch of BATCHES) {
      const shard = new SharedCache({
        storage: createFolderStorage(carried, 'carried'),
        format: 'v1',
        writes: true,
      })
      shard.save(newStore(VALUES), [batch])
      await shard.finish()
    }
    const cache = new SharedCache({
      storage: createFolderStorage(carried, 'carried'),
      format: 'v1',
      writes: false,
    })
    const store = newStore()
    expect(await cache.fetch(store, BATCHES)).toEqual([])
    expect(held(store)).toEqual(VALUES)
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
    putUnder(
      files,
      random,
      gzipSync(
        random.pick([
          '',
          '{}\n',
          '[]',
          'null\n',
          '{"format":"v1","entries":[["k0",-1]]}\n',
          '{"format":"v1","entries":[["k0",1e9]]}\n',
        ]),
      ),
    ),
  'a size that is not so': (files, random) => {
    const [name, hash] = [random.pick(acs(files)), random.pick(cases(files)).slice(4)]
    files.set(name, encodeActionResult({ hash, size: random.pick([0, 1, 2 ** 40, 99_999_999]) }))
  },
  gone: (files, random) => void files.delete(random.pick([...files.keys()])),
}
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
  it(`gives the right pages or none, ${RUNS} times, and is mended`, { timeout: 60_000 }, async () => {
    const random = createRandom(1721)
    const good = await filled()
    let missed = 0
    for (let run = 0; run < RUNS; run += 1) {
      const files: Files = new Map(good)
      const name = random.pick(Object.keys(POISONS))
      await POISONS[name]?.(files, random)
      const store = newStore()
      const cache = new SharedCache({ storage: storageOf(files), format: 'v1', writes: true })
      const lacking = await cache.fetch(store, BATCHES)
      const there = held(store)
      for (const [key, value] of Object.entries(there)) expect(value, name).toBe(VALUES[key])
      expect(Object.keys(there).length, name).toBe(12 - 3 * lacking.length)
      if (lacking.length === 0) continue
      missed += 1
      cache.save(newStore(VALUES), lacking)
      await cache.finish()
      const again = new SharedCache({ storage: storageOf(files), format: 'v1', writes: false })
      expect(await again.fetch(newStore(), BATCHES), name).toEqual([])
    }
    expect(missed).toBeGreaterThan(0.7 * RUNS)
  })

  it('does not fill the memory', async () => {
    const files = await filled()
    putUnder(files, createRandom(1), Buffer.concat(Array<Buffer>(5).fill(gzipSync(Buffer.alloc(1 << 26)))))
    const cache = new SharedCache({ storage: storageOf(files), format: 'v1', writes: false })
    expect(await cache.fetch(newStore(), BATCHES)).toHaveLength(1)
    expect(cache.failures).toEqual({
      name: 'memory',
      failed: 1,
      requests: 4,
      first: 'it had other pages there',
    })
  })
})

describe('a storage that fails', () => {
  const many = Array.from({ length: 200 }, (_, index): Batch => {
    return { kind: 'parsed', pages: 1, entries: [{ key: `m${index}`, starts: [''] }] }
  })
  const failing = (read: SharedStorage['read'], write?: SharedStorage['write']): SharedStorage => {
    return { ...storageOf(new Map()), read, ...(write ? { write } : {}) }
  }
  const problem =
    (message: string, isFinal = false) =>
    async () => {
      throw new StorageError(message, { isFinal })
    }

  it('is left alone after five failures in a row, or one that is final', async () => {
    const broken = new SharedCache({
      storage: failing(problem('it answered 503')),
      format: 'v1',
      writes: true,
    })
    expect(await broken.fetch(newStore(), many)).toHaveLength(200)
    expect(broken.failures?.requests).toBeLessThan(5 + 16)
    const refusing = new SharedCache({
      storage: failing(problem('it answered 401', true)),
      format: 'v1',
      writes: true,
    })
    await refusing.fetch(newStore(), many)
    expect(refusing.failures?.requests).toBeLessThan(1 + 16)
    expect(refusing.failures?.first).toBe('it answered 401')
  })

  it('now and then is asked all the same', async () => {
    let count = 0
    const read = async () => ((count += 1) % 5 === 0 ? problem('it answered 500')() : undefined)
    const cache = new SharedCache({ storage: failing(read), format: 'v1', writes: false })
    await cache.fetch(newStore(), many)
    expect(cache.failures).toMatchObject({ failed: 40, requests: 200 })
  })

  it('is not waited for longer than making the pages takes', async () => {
    const slow: SharedStorage['read'] = async (_file, _limit, signal) => {
      while (!signal.aborted) await new Promise(resolve => setTimeout(resolve, 5))
      return problem('it took too long in all', true)()
    }
    const patience = { once: 20, page: 0.1 }
    const cache = new SharedCache({ storage: failing(slow), format: 'v1', writes: true, patience })
    expect(await cache.fetch(newStore(), many)).toHaveLength(200)
    expect(cache.failures?.first).toBe('it took too long in all')
    // Nothing is put where nothing can be had.
    cache.save(newStore({ m0: 'text' }), many)
    await cache.finish()
    expect(cache.summary.shared.stored).toBe(0)
  })

  it('to take something is a warning as well', async () => {
    const storage = { ...storageOf(new Map()), write: problem('it answered 507', true) }
    const cache = new SharedCache({ storage, format: 'v1', writes: true })
    cache.save(newStore(VALUES), BATCHES)
    await cache.finish()
    expect(cache.failures?.first).toBe('it answered 507')
  })
})
