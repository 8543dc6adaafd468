import { expect, test } from 'vitest'
import { RemoteCache, type Storage } from '../../../../src/cache/remote.ts'
import { pageKeys } from '../../../../src/cache/workers/parsed-pages.ts'
import type { Session } from '../../../../src/cache/workers/session.ts'
import { divideBySize, fetchShare, parseShared } from '../../../../src/cache/workers/shared-pages.ts'
import { encodePage } from '../../../../src/cache/workers/stored-page.ts'
import type { ParsedPage, ParseOptions, SourceFile } from '../../../../src/schema/page.ts'
import { createRandom } from '../../../sites/random.ts'

const random = createRandom(21)
const sizes = Array.from({ length: 300 }, () => 1 + random.below(40_000))
const sumOf = (shares: readonly number[], shard: number) =>
  sizes.reduce((sum, size, index) => (shares[index] === shard ? sum + size : sum), 0)

test('shares are of about one size, and every item is in one', () => {
  for (const count of [1, 2, 3, 8, 16]) {
    const shares = divideBySize(sizes, count)
    const sums = Array.from({ length: count }, (_, index) => sumOf(shares, index + 1))
    expect(sums.reduce((sum, size) => sum + size)).toBe(sizes.reduce((sum, size) => sum + size))
    expect(Math.max(...sums) - Math.min(...sums)).toBeLessThan(2 * 40_000)
  }
  expect(divideBySize([5], 8)).toEqual([5])
})

test('an item that grows moves only those at the ends of stretches', () => {
  const before = divideBySize(sizes, 8)
  const after = divideBySize(
    sizes.map((size, index) => (index === 150 ? size * 3 : size)),
    8,
  )
  expect(after.filter((share, index) => share !== before[index]).length).toBeLessThan(16)
})

/** A machine with an empty cache of its own. */
function machine(files: Map<string, Uint8Array>) {
  const storage: Storage = {
    name: 'memory',
    read: async file => files.get(file),
    write: async (file, bytes) => void files.set(file, bytes),
  }
  const store = new Map<string, Uint8Array>()
  const shared = new RemoteCache(storage, 'v1', true)
  const session = { shared, parsed: store, rendered: store } as Partial<Record<keyof Session, unknown>>
  return { shared, store, session: session as Session }
}

test('the indexes of languages are not shared together', async () => {
  const indexes = ['/', '/zh/', '/ja/'].map(path => {
    return { key: path, path, locale: '', size: 1, accepts: () => true }
  })
  const { lacking } = await fetchShare(machine(new Map()).session, 'search', indexes)
  expect(lacking.map(({ entries }) => entries.length)).toEqual([1, 1, 1])
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
  const options = {} as ParseOptions
  const [key = ''] = pageKeys([source], options)
  const files = new Map<string, Uint8Array>()
  const one = machine(files)
  await parseShared(one.session, [source], options, async () => {
    one.store.set(key, Buffer.from(value))
    return []
  })
  await one.shared.finish()
  const other = machine(files)
  await parseShared(other.session, [source], options, async () => [])
  expect(other.shared.summary.parsed).toEqual({ taken, made: 1 - taken })
  expect(other.store.size).toBe(taken)
})
