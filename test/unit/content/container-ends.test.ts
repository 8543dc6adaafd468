import { describe, expect, test } from 'vitest'
import { parse, findingsOf } from './helpers.ts'

/** The findings of a body, as `line:column rule message hint`. */
function found(body: string): string[] {
  return findingsOf(parse(body)).map(
    ({ place, rule, message, hint }) =>
      `${place?.line}:${place?.column} ${rule.replace('markdown/', '')} ${message} ${hint}`,
  )
}

/** The rules and lines alone. */
const rules = (body: string) => found(body).map(line => line.split(' ').slice(0, 2).join(' '))

describe('containers that are not closed', () => {
  test('are reported at the line that opens them', () => {
    expect(found('# T\n\ntext\n::: tip Title\na\n\n## B\n\nc')).toEqual([
      '4:1 unclosed-container `::: tip` is not closed: it goes on to the end of the page. Write `:::` in a line of its own behind its content, indented as its first line is.',
    ])
    expect(rules('::: details')).toEqual(['1:1 unclosed-container'])
  })

  test('in others, in lists and in quotes are one finding each', () => {
    expect(found('::: tip\n::: warning\nx\n:::\nz\n:::')).toEqual([
      '2:1 unclosed-container `::: warning` is not closed: it goes on to the end of what it stands in. Its `:::` ends the container around it: write that one with more colons, `::::`.',
    ])
    expect(found(':::: tip\n::: warning\nx\n::::')[0]).toContain('Write `:::` in a line of its own')
    expect(rules('- a\n- ::: tip\n  x\n:::\n\nz')).toEqual(['2:3 unclosed-container'])
    expect(rules('> ::: tip\n> a\n\nb')).toEqual(['1:3 unclosed-container'])
    expect(rules('1. x\n\n   :::: details\n   ::: tip\n   y\n   ::::')).toEqual(['4:4 unclosed-container'])
    expect(rules('```js\na\nb\n```\n\n::: tip\n\n```js\na\n:::\n')).toEqual(['6:1 unclosed-container'])
  })

  test('are none where they are closed', () => {
    const closed =
      '::: tip\n:::\n\n:::: details\n::: tip\nx\n:::\n::::\n\n> ::: tip\n> a\n> :::\n\n- ::: tip\n  a\n  :::'
    expect(found(closed)).toEqual([])
    expect(found('> [!NOTE]\n> a\n\n```md\n::: tip\n```\n\n    ::: tip\n\n`:::`')).toEqual([])
  })
})

describe('colons that end nothing', () => {
  test('are reported where they stand', () => {
    expect(found('::: tip\na\n:::\n\n:::\n\nb')).toEqual([
      '5:1 unopened-container `:::` ends no container; it is shown as text. Remove it, or indent it as the line is that opens its container.',
    ])
    expect(rules('> a\n> b *c*\n> ::::\n> d')).toEqual(['3:3 unopened-container'])
    expect(rules('a:::\n\n`a` :::\n\n**a**\n:::')).toEqual(['6:1 unopened-container'])
  })

  test('are no second mistake after a name that is not known', () => {
    expect(rules('::: nope\na\n:::\n\n::: nope\n\na\n\n:::')).toEqual([
      '1:1 unknown-container',
      '5:1 unknown-container',
    ])
    expect(rules('text\n::: warnin\nb\n:::\n:::')).toEqual([
      '2:1 unknown-container',
      '5:1 unopened-container',
    ])
  })
})

test('what a code group cannot show is reported', () => {
  expect(found('::: code-group\n\n```js\na\n```\n\ntext\n\n:::')).toEqual([
    '7:1 code-group Only blocks of code can stand in a code group; this is left out of the page. Put it in front of the group or behind it.',
  ])
})
