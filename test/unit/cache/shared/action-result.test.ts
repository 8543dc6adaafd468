import { expect, test } from 'vitest'
import { decodeActionResult, encodeActionResult } from '../../../../src/cache/shared/action-result.ts'
import { createRandom } from '../../../sites/random.ts'

const hash = 'a1'.repeat(32)

test.each([0, 1, 127, 128, 300, 2 ** 31, 2 ** 40])('names bytes by hash and size: %d', size => {
  expect(decodeActionResult(encodeActionResult({ hash, size }))).toEqual({ hash, size })
})

test('is the message that the remote execution API describes', () => {
  const digest = `0a40${Buffer.from(hash).toString('hex')}10ac02`
  const file = `0a057061676573` + `1245${digest}`
  expect(encodeActionResult({ hash, size: 300 }).toString('hex')).toBe(`124e${file}`)
})

test('fields that servers add are passed over', () => {
  const own = encodeActionResult({ hash, size: 7 })
  const worker = Buffer.from('4a060a04686f7374', 'hex')
  const numbers = Buffer.from('2000' + '5d01020304' + '610102030405060708', 'hex')
  expect(decodeActionResult(Buffer.concat([numbers, own, worker]))).toEqual({ hash, size: 7 })
})

test('whatever else it is given is no such message, and nothing is thrown', () => {
  const random = createRandom(17)
  const own = encodeActionResult({ hash, size: 300 })
  for (let run = 0; run < 2000; run += 1) {
    const bytes = Buffer.from(own.subarray(0, random.below(2) === 0 ? own.length : random.below(own.length)))
    for (let change = random.below(4); change >= 0; change -= 1)
      if (bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256)
    const digest = decodeActionResult(bytes)
    if (digest) expect(digest.hash).toMatch(/^[0-9a-f]{64}$/)
    if (digest) expect(Number.isSafeInteger(digest.size)).toBe(true)
  }
  expect(decodeActionResult(Buffer.of())).toBe(undefined)
  expect(decodeActionResult(Buffer.from('<html>Not found</html>'))).toBe(undefined)
  expect(decodeActionResult(encodeActionResult({ hash: hash.toUpperCase(), size: 1 }))).toBe(undefined)
})
