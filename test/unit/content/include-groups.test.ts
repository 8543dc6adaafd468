import { describe, expect, it } from 'vitest'
import { includeGroups } from '../../../src/content/include-groups.ts'

const file = (name: string, length: number, ...includes: string[]) => ({
  file: name,
  body: 'x'.repeat(length),
  includes,
})

function namesOf(...files: ReturnType<typeof file>[]): string[][] {
  return includeGroups(files).map(group => group.map(({ file: name }) => name))
}

describe('groups of files that include each other', () => {
  it('have a file and what it includes, wherever that stands', () => {
    const files = [file('a', 1), file('all', 3, 'a', 'z', 'snippet.js'), file('m', 2), file('z', 1)]
    expect(namesOf(...files)).toEqual([['all', 'a', 'z'], ['m']])
  })

  it('have what is included indirectly', () => {
    expect(namesOf(file('b', 1, 'c'), file('c', 1), file('a', 1, 'b', 'c'))).toEqual([['a', 'b', 'c']])
  })

  it('are not joined by a file that all include', () => {
    const files = [file('notice', 1), file('a', 5, 'notice'), file('b', 4, 'notice'), file('c', 3, 'notice')]
    expect(namesOf(...files)).toEqual([['a', 'notice'], ['b'], ['c']])
  })

  it('have the longest first, and every file once', () => {
    const files = [file('a', 1), file('b', 9), file('c', 4, 'd'), file('d', 4), file('e', 8, 'e')]
    expect(namesOf(...files)).toEqual([['b'], ['c', 'd'], ['e'], ['a']])
    expect(namesOf()).toEqual([])
  })
})
