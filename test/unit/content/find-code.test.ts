import { describe, expect, test } from 'vitest'
import { findCode, withoutCode } from '../../../src/content/find-code.ts'

describe('code of a text', () => {
  test('is fenced, indented, or in a line, wherever it stands', () => {
    const text = 'a `b` c\n\n> ```js\n> d\n> ```\n\n- e\n\n      f\n'
    expect(findCode(text).map(({ rows }) => rows)).toEqual([
      undefined,
      { first: 2, end: 5 },
      { first: 8, end: 9 },
    ])
  })

  test('is masked with its places kept', () => {
    const text = 'a `b\nc` d\n\n```\n<x>\n```\n'
    expect(withoutCode(text)).toBe('a   \n   d\n\n   \n   \n   \n')
  })
})
