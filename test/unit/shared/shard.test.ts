import { expect, test } from 'vitest'
import { readShard } from '../../../src/shared/shard.ts'

test('a shard is one of so many', () => {
  expect(readShard('2/8')).toEqual({ index: 2, count: 8 })
  expect(readShard('1/1')).toEqual({ index: 1, count: 1 })
  const wrong = [
    '',
    '0/8',
    '9/8',
    '2',
    '2/',
    '/8',
    '-1/8',
    '2/8/9',
    '02/8',
    ' 2/8',
    '2/0',
    '1e0/8',
    '99999/99999',
  ]
  expect(wrong.filter(text => readShard(text))).toEqual([])
})
