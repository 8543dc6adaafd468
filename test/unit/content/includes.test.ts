import { describe, expect, test } from 'vitest'
import { findDirectives } from '../../../src/content/includes.ts'

/** Paths of the directives in a text, as `row path`. */
function paths(text: string): string[] {
  return [...findDirectives(text)].flatMap(([row, found]) => found.map(({ path }) => `${row} ${path}`))
}

describe('directives', () => {
  test('of both forms in one line, in order', () => {
    expect(paths('x !!!include( a b.md )!!! <!-- @include: ./c.md --> !!!Include (d.md) !!!')).toEqual([
      '0 a b.md',
      '0 ./c.md',
      '0 d.md',
    ])
  })

  test('what begins inside another is part of its path', () => {
    expect(paths('!!!include(a<!-- @include: b )!!! <!-- @include: c -->')).toEqual([
      '0 a<!-- @include: b',
      '0 c',
    ])
  })

  test('need a path of at most 1 024 characters and their closing mark', () => {
    expect(paths('!!!include( )!!!\n!!!include(a)\n<!-- @include: a')).toEqual([])
    expect(paths(`!!!include(${'a'.repeat(1100)} !!!include(b)!!!`)).toEqual(['0 b'])
  })

  test.each([
    ['<<< ./a.js#part {1,3} [Title]', { path: './a.js', region: 'part', lines: '1,3', title: 'Title' }],
    ['<<< a b.js', { path: 'a b.js', region: undefined, lines: undefined, title: undefined }],
    ['<<< a{b}.js#c-$', { path: 'a{b}.js', region: 'c-$', lines: undefined }],
    ['<!-- @include: ./a.md{3,} -->', { path: './a.md', lines: '3,' }],
  ])('%s', (line, expected) => {
    expect(findDirectives(line).get(0)).toMatchObject([expected])
  })

  test.each([
    ['`!!!include(a)!!!`', []],
    ['`a` !!!include(a)!!! `b`', ['0 a']],
    ['\\`!!!include(a)!!!`', ['0 a']],
    ['a `b\n!!!include(a)!!!\nc` !!!include(d)!!!', ['2 d']],
  ])('in code spans are text: %j', (text, expected) => {
    expect(paths(text)).toEqual(expected)
  })
})

describe('100 kB that are made to be hard are read', () => {
  const long = (piece: string) => piece.repeat(100_000 / piece.length)
  test.each([
    ['spaces after an opening', `!!!include(${long(' ')}`],
    ['spaces before a closing', `!!!include(a${long(' ')}x`],
    ['openings', long('!!!include(')],
    ['openings and one closing', `${long('!!!include(')})!!!`],
    ['includes', long('!!!include(a)!!!')],
    ['includes and comments that do not end', `<!-- @include: a${long('!!!include(a)!!!')}`],
    ['openings of comments', long('<!--@include:')],
    ['spaces in a comment', `<!--@include:a${long(' ')}`],
    ['a target of spaces', long(`<<< a${' '.repeat(1000)}b\n`)],
    [
      'backticks of many lengths',
      `${Array.from({ length: 440 }, (_, n) => '`'.repeat(n + 1)).join(' ')}!!!include(a)!!!`,
    ],
    ['backticks', `${long('`a ``b ')}!!!include(a)!!!`],
    ['includes among backticks', long('`a !!!include(a)!!!\n')],
  ])('%s', (_, text) => {
    expect(findDirectives(text)).toBeInstanceOf(Map)
  })
})
