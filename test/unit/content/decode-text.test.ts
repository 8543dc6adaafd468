import { describe, expect, test } from 'vitest'
import { decodeText, positionOfByte } from '../../../src/content/source-store.ts'

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap(part => (typeof part === 'string' ? [...Buffer.from(part)] : part)))

describe('decodeText', () => {
  test('a byte order mark is removed', () => {
    expect(decodeText(bytes([0xef, 0xbb, 0xbf], '---\n'))).toEqual({ text: '---\n' })
  })

  test('CRLF and lone CR become LF', () => {
    expect(decodeText(bytes('a\r\nb\rc\n\rd'))).toEqual({ text: 'a\nb\nc\n\nd' })
  })

  test.each([
    ['a lone continuation byte', bytes('abc', [0x80], 'd'), 3],
    ['an overlong form', bytes('a', [0xc0, 0xaf]), 1],
    ['a cut sequence at the end', bytes('ab', [0xe4, 0xbd]), 2],
    ['an encoded surrogate', bytes([0xed, 0xa0, 0x80]), 0],
    ['bytes ff fe inside', bytes('ab', [0xff, 0xfe], 'c'), 2],
  ])('%s is an error with its byte offset', (_, input, offset) => {
    const decoded = decodeText(input)
    expect('problem' in decoded && decoded.problem).toMatch(/not valid UTF-8/)
    expect(decoded).toHaveProperty('offset', offset)
  })

  test.each([
    ['UTF-16 (little endian)', bytes([0xff, 0xfe], 'a\0b\0')],
    ['UTF-16 (big endian)', bytes([0xfe, 0xff], '\0a\0b')],
  ])('%s is named', (name, input) => {
    const decoded = decodeText(input)
    expect('problem' in decoded && decoded.problem).toContain(name)
  })

  test('UTF-16 without a mark is named, too', () => {
    const decoded = decodeText(Uint8Array.from(Buffer.from('# Title\n\nText in two bytes', 'utf16le')))
    expect('problem' in decoded && decoded.problem).toContain('UTF-16')
  })

  test('a picture is not text', () => {
    const png = bytes([0x89], 'PNG\r\n', [0x1a, 10, 0, 0, 0, 13], 'IHDR', [0, 0, 1, 0, 255, 254])
    const decoded = decodeText(png)
    expect('problem' in decoded && decoded.problem).toMatch(/not text/)
    expect(decodeText(bytes([1, 2, 3, 4, 5, 6, 7, 0, 0, 0]))).toHaveProperty(
      'problem',
      'The file is not text.',
    )
  })

  test('single control characters, bidi marks and zero-width characters stay', () => {
    const text = 'a\0b \u202e c\u200bd \u2028 e'
    expect(decodeText(bytes(text))).toEqual({ text })
  })

  test('an empty file is empty text', () => {
    expect(decodeText(bytes())).toEqual({ text: '' })
  })

  test('a byte offset is told as line and column', () => {
    expect(positionOfByte(bytes('ab\r\ncd'), 5)).toEqual({ line: 2, column: 2 })
  })
})
