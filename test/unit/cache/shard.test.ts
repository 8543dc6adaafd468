import { expect, test } from 'vitest'
import { readShard } from '../../../src/cache/remote.ts'

test('a shard is one of so many', () => {
  expect(readShard('2/8')).toEqual({ index: 2, count: 8 })
  const wrong = ' 0/8 9/8 2 2/ /8 -1/8 2/8/9 02/8 2/0 1e0/8 99999/99999'.split(' ')
  expect([...wrong, ' 2/8'].filter(text => readShard(text))).toEqual([])
})
