import * as fs from 'node:fs'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import * as cache from '../../../src/cache/store.ts'
import { createFolder } from '../../sites/site.ts'

const { mustReadValue, readStored, readValue, storeValue, writeStored } = cache
const folder = () => createFolder().root
const openStore = (place: string, format = 'v1') => cache.openStore(place, 'things', format)

/** A store with a few entries, written and closed. */
function filled(entries: Record<string, string>): string {
  const place = folder()
  const store = openStore(place)
  for (const [key, value] of Object.entries(entries)) store.set(key, Buffer.from(value))
  store.close()
  return place
}

function dataFile(place: string): string {
  return path.join(place, fs.readdirSync(place).find(file => file.endsWith('.data')) ?? '')
}

describe('a store', () => {
  it('reads nothing outside its folder, whatever its index says', () => {
    const place = filled({ a: 'one' })
    const index = readStored(path.join(place, 'things.index.json')) ?? ''
    const file = path.basename(dataFile(place))
    const inner = path.join(place, 'inner')
    writeStored(path.join(inner, 'things.index.json'), index.replace(file, `../${file}`))
    expect(openStore(inner).get('a')).toBeUndefined()
    fs.renameSync(dataFile(place), path.join(inner, file))
    expect(openStore(inner).get('a')?.toString()).toBe('one')
  })

  it('does not read entries of another program, and the other way round', () => {
    const place = filled({ a: 'one' })
    const newer = openStore(place, 'v2')
    expect(newer.get('a')).toBeUndefined()
    expect(newer.damaged).toBe(0)
    newer.set('a', Buffer.from('new'))
    newer.close()
    expect(openStore(place).get('a')).toBeUndefined()
    expect(openStore(place, 'v2').get('a')?.toString()).toBe('new')
  })

  it('drops entries that nobody asked for when it is told to, and the bytes of segments that are mostly garbage', () => {
    const place = filled({ a: 'x'.repeat(1000), b: 'y'.repeat(5000) })
    const second = openStore(place)
    expect(second.get('a')).toHaveLength(1000)
    second.dropUnused()
    second.close()
    const third = openStore(place)
    expect(third.has('b')).toBe(false)
    expect(third.get('a')?.toString()).toBe('x'.repeat(1000))
    third.close()
    expect(fs.statSync(dataFile(place)).size).toBe(1000)
  })

  it('keeps what nobody asked for, and what others wrote meanwhile', () => {
    const place = filled({ a: 'one', b: 'two' })
    const store = openStore(place)
    store.set('c', Buffer.from('three'))
    const other = openStore(place)
    other.set('d', Buffer.from('four'))
    other.close()
    store.close()
    const all = openStore(place)
    expect(['a', 'b', 'c', 'd'].every(key => all.has(key))).toBe(true)
  })
})

describe('damage is a miss, never a failure', () => {
  it.each<[string, (place: string) => void]>([
    ['a flipped bit in a value', place => flip(dataFile(place), 1)],
    ['a truncated segment', place => fs.truncateSync(dataFile(place), 2)],
    ['an empty segment', place => fs.writeFileSync(dataFile(place), '')],
    ['a folder in place of a segment', place => toFolder(dataFile(place))],
    ['an empty index', place => fs.writeFileSync(path.join(place, 'things.index.json'), '')],
    ['a truncated index', place => fs.truncateSync(path.join(place, 'things.index.json'), 30)],
    ['a flipped bit in the index', place => flip(path.join(place, 'things.index.json'), 40)],
    [
      'other JSON in the index',
      place => fs.writeFileSync(path.join(place, 'things.index.json'), '{"entries":[]}'),
    ],
    ['a folder in place of the index', place => toFolder(path.join(place, 'things.index.json'))],
  ])('%s', (_name, damage) => {
    const place = filled({ a: 'one' })
    damage(place)
    const store = openStore(place)
    expect(store.get('a')).toBeUndefined()
    expect(store.damaged).toBe(1)
    store.set('a', Buffer.from('again'))
    store.close()
    const repaired = openStore(place)
    expect(repaired.get('a')?.toString()).toBe('again')
    expect(repaired.damaged).toBe(0)
  })

  it('is gone from the index when nobody has made the value anew', () => {
    const place = filled({ a: 'one', b: 'two' })
    const store = openStore(place)
    store.get('a')
    store.forget('b')
    store.close()
    const again = openStore(place)
    expect([again.has('a'), again.has('b'), again.damaged]).toEqual([true, false, 0])
  })

  it('an index that names the value of another key, with a right checksum of its own', () => {
    const place = filled({ a: 'one', b: 'two' })
    const file = path.join(place, 'things.index.json')
    const text = fs.readFileSync(file, 'utf8').split('\n')[1] ?? ''
    const index = JSON.parse(text) as { entries: Record<string, unknown> }
    const swapped = JSON.stringify({ ...index, entries: { a: index.entries['b'], b: index.entries['a'] } })
    fs.writeFileSync(file, `${crc32(`things.index.json${swapped}`)}\n${swapped}`)
    const store = openStore(place)
    expect([store.get('a'), store.get('b')]).toEqual([undefined, undefined])
    expect(store.damaged).toBe(2)
  })

  it('does not get a new checksum when segments are compacted', () => {
    const place = filled({ a: 'one', b: 'x'.repeat(100) })
    flip(dataFile(place), 0)
    const store = openStore(place)
    // Only asks whether it is there: the value is not read before the segment is compacted.
    expect(store.has('a')).toBe(true)
    store.dropUnused()
    store.close()
    expect(openStore(place).get('a')).toBeUndefined()
  })

  it('a segment that somebody removed is a miss without a warning', () => {
    const place = filled({ a: 'one' })
    fs.rmSync(dataFile(place))
    const store = openStore(place)
    expect(store.get('a')).toBeUndefined()
    expect(store.damaged).toBe(0)
  })
})

it('values stay in memory where the folder cannot be written', () => {
  const place = path.join(folder(), 'file')
  fs.writeFileSync(place, 'no folder')
  const store = openStore(place)
  store.set('a', Buffer.from('one'))
  expect(store.segment()).toBeUndefined()
  store.adopt('b', storeValue(undefined, 'b', Buffer.from('two')))
  expect(['a', 'b'].map(key => store.get(key)?.toString())).toEqual(['one', 'two'])
  expect(readValue(store.locate('a') ?? Buffer.from(''))?.toString()).toBe('one')
  expect([store.has('a'), store.failed]).toEqual([true, true])
  store.close()
  expect(fs.readFileSync(place, 'utf8')).toBe('no folder')
})

function flip(file: string, at: number): void {
  const bytes = fs.readFileSync(file)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  fs.writeFileSync(file, bytes)
}

function toFolder(file: string): void {
  fs.rmSync(file)
  fs.mkdirSync(file)
}

describe('values of threads', () => {
  it('are appended by all of them to one file, and found by whoever looks them up', () => {
    const place = folder()
    const store = openStore(place)
    const segment = store.segment()
    const values = Array.from({ length: 20 }, (_, index) => Buffer.alloc(index * 100, index))
    const kept = values.map((value, index) => storeValue(segment, `k${index}`, value))
    // In another order than they were written in.
    for (const [index, stored] of [...kept.entries()].toReversed()) store.adopt(`k${index}`, stored)
    store.set('own', Buffer.from('own'))
    values.forEach((value, index) => expect(store.get(`k${index}`)).toEqual(value))
    store.close()
    expect(fs.readdirSync(place).filter(file => file.endsWith('.data'))).toHaveLength(1)
    const again = openStore(place)
    values.forEach((value, index) =>
      expect(readValue(again.locate(`k${index}`) ?? Buffer.from('none'))).toEqual(value),
    )
    expect(again.get('own')?.toString()).toBe('own')
    expect(again.locate('other')).toBeUndefined()
  })

  it('that turn out damaged are nothing, and an error where they must be there', () => {
    const place = filled({ a: 'one', b: 'two' })
    const store = openStore(place)
    const bytes = fs.readFileSync(dataFile(place))
    fs.writeFileSync(
      dataFile(place),
      bytes.map(byte => byte ^ 1),
    )
    const stored = store.locate('a')
    if (!stored) throw new Error('There is no entry.')
    expect(readValue(stored)).toBeUndefined()
    expect(() => mustReadValue(stored)).toThrow('damaged')
  })

  it('written after the store was closed do not touch those before', () => {
    const place = folder()
    const store = openStore(place)
    store.set('a', Buffer.from('one'))
    store.close()
    store.set('b', Buffer.from('two'))
    expect(store.get('a')?.toString()).toBe('one')
    store.close()
    const again = openStore(place)
    expect([again.get('a'), again.get('b')].map(String)).toEqual(['one', 'two'])
  })
})
