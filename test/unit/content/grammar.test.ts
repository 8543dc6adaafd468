import { describe, expect, test } from 'vitest'
import {
  closesContainer,
  closesFence,
  openingContainer,
  openingFence,
  OpenContainers,
} from '../../../src/content/grammar.ts'
import { CODE, scanLines } from '../../../src/content/scan-lines.ts'
import { parse } from './helpers.ts'

describe('fences', () => {
  test.each([
    ['```', '`', 3],
    ['   ~~~~ js', '~', 4],
    ['~~~ a`b', '~', 3],
  ])('%j opens one', (line, mark, size) => {
    expect(openingFence(line)).toEqual({ mark, size })
  })

  test.each(['``', '    ```', '``` a`b', '`` ```'])('%j opens none', line => {
    expect(openingFence(line)).toBeUndefined()
  })

  test.each([
    ['```', true],
    ['  ````\t ', true],
    ['    ```', false],
    ['``', false],
    ['~~~', false],
    ['``` js', false],
    ['```\u00a0', false],
  ])('%j closes one of three backticks: %s', (line, closes) => {
    expect(closesFence(line, { mark: '`', size: 3 })).toBe(closes)
  })
})

describe('containers', () => {
  test('open with three colons and a name, and close with as many', () => {
    expect(openingContainer(':::tip  A b ')).toEqual({ size: 3, name: 'tip', title: 'A b', nameEnd: 6 })
    expect(openingContainer('  :::: \tdetails')).toEqual({ size: 4, name: 'details', title: '', nameEnd: 15 })
    expect(['::: ', ':: tip', '    ::: tip', '::: :a'].map(openingContainer)).toEqual(
      Array.from({ length: 4 }, () => undefined),
    )
    expect([':::', ' ::::  ', '::', '::: x', '    :::'].map(line => closesContainer(line, 3))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  test('are counted while they are open', () => {
    const containers = new OpenContainers(new Set(['tip']))
    const depths = ['::::: tip', '::: tip', '::: nope', ':::', '::: tip', ':::::', 'a'].map(line => {
      containers.next(line)
      return containers.depth
    })
    expect(depths).toEqual([1, 2, 2, 1, 2, 0, 0])
  })
})

describe('lines are told apart as the parser does', () => {
  test.each([
    ['a fence that is indented too far closes nothing', '```\n    ```\n# no\n```\n\n# yes'],
    ['a quote mark in code is code', '```\n> ```\n# no\n```\n\n# yes'],
    ['no-break space is no white space after a fence', '```\n```\u00a0\n# no\n```\n\n# yes'],
    ['in a quote', '> ```\n>     ```\n> # no\n> ```\n\n# yes'],
    ['in a list', '- ```\n      ```\n  # no\n  ```\n\n# yes'],
  ])('%s', (_, text) => {
    const { lines, kinds } = scanLines(text)
    expect(lines.filter((line, index) => kinds[index] !== CODE && line !== '')).toEqual(['# yes'])
    expect(parse(text).headings.map(({ title }) => title)).toEqual(['yes'])
  })
})
