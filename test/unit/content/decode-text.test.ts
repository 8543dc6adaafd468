import { describe, expect, test } from 'vitest'
import { decodeText } from '../../../src/content/scan.ts'

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap(part => (typeof part === 'string' ? [...Buffer.from(part)] : part)))

describe('decodeText', () => {
  test.each([
    ['a byte order mark is removed', bytes([0xef, 0xbb, 0xbf], '---\n'), '---\n'],
    ['CRLF and lone CR become LF', bytes('a\r\nb\rc\n\rd'), 'a\nb\nc\n\nd'],
    [
      'single control characters, bidi marks and zero-width characters stay',
      bytes('a\0b \u202e c\u200bd \u2028 e'),
      'a\0b \u202e c\u200bd \u2028 e',
    ],
    ['an empty file is empty text', bytes(), ''],
  ])('%s', (_, input, text) => {
    expect(decodeText(input)).toMatchObject({ kind: 'text', text })
  })

  test.each([
    ['a lone continuation byte', bytes('ab\r\nc', [0x80], 'd'), 2, 2],
    ['an overlong form', bytes('a', [0xc0, 0xaf]), 1, 2],
    ['a cut sequence at the end', bytes('ab', [0xe4, 0xbd]), 1, 3],
    ['an encoded surrogate', bytes([0xed, 0xa0, 0x80]), 1, 1],
    ['bytes ff fe inside', bytes('ab', [0xff, 0xfe], 'c'), 1, 3],
  ])('%s is an error with its line and column', (_, input, line, column) => {
    const message = expect.stringMatching(/not valid UTF-8/) as string
    expect(decodeText(input)).toMatchObject({ kind: 'invalid', message, line, column })
  })

  test.each([
    ['UTF-16 (little endian)', bytes([0xff, 0xfe], 'a\0b\0')],
    ['UTF-16 (big endian)', bytes([0xfe, 0xff], '\0a\0b')],
    ['UTF-16', Uint8Array.from(Buffer.from('# Title\n\nText in two bytes', 'utf16le'))],
    ['not text', bytes([0x89], 'PNG\r\n', [0x1a, 10, 0, 0, 0, 13], 'IHDR', [0, 0, 1, 0, 255, 254])],
    ['not text', bytes([1, 2, 3, 4, 5, 6, 7, 0, 0, 0])],
  ])('%s is an error', (message, input) => {
    expect(decodeText(input)).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining(message) as string,
    })
  })
})
