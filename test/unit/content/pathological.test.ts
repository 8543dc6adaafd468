import { describe, expect, test } from 'vitest'
import { IS_FULL } from '../../support/full.ts'
import { findingsOf, parse, rulesOf } from './helpers.ts'

const SIZE = 65_536
const repeat = (text: string) => text.repeat(Math.ceil(SIZE / text.length))
const grow = (line: (index: number) => string) => {
  let text = ''
  for (let index = 0; text.length < SIZE; index += 1) text += line(index)
  return text
}

/** Each about 64 KB of what parsers are bad at. */
const FAMILIES: Record<string, string> = {
  'nested emphasis': repeat('*a **a '),
  'mismatched emphasis': repeat('*a_ '),
  strikethrough: repeat('~a~~b '),
  'nested quotes': repeat('> '),
  'lines after an item': '- a\n' + repeat('a\n'),
  'lines after an item, markers among them': '- a\n' + repeat('a\n      - a\n* \n'),
  'lines after a paragraph of an item': '- a\n\n  b\n' + repeat('a\n'),
  'lines after quotes': '> - a\n' + repeat('> a\n'),
  'lines after a footnote': '[^1]: a\n' + repeat('a\n'),
  'quotes without spaces': repeat('>') + 'a',
  'nested lists': grow(index => `${'  '.repeat(index)}- a\n`),
  'lists and quotes': repeat('- > '),
  'backtick runs': grow(index => '`'.repeat(index + 1) + ' '),
  'unclosed CDATA': repeat('a <![CDATA['),
  'unclosed comments': repeat('<!--'),
  'unclosed instructions': repeat('a <?'),
  definitions: grow(index => `[a${index}]: /b\n\n[a${index}]\n\n`),
  'open elements': repeat('<div>'),
  'open elements in blocks': repeat('<div>\n\n'),
  'misnested elements': repeat('<b><i>x</b>'),
  'unfinished tags': repeat('<a '),
  'spaces in a tag': `<div =${repeat(' ')}>`,
  'unfinished attributes': '<div\n' + repeat('<a "'),
  'table rows': '| a | b |\n| - | - |\n' + repeat('| a | b |\n'),
  'table columns': `|${repeat('a|')}\n|${repeat('-|')}`,
  'table cells': `|${'a|'.repeat(900)}\n|${'-|'.repeat(900)}\n${repeat('|\n')}`,
  headings: repeat('# a\n'),
  'underlined headings': repeat('a\n=\n'),
  'underlined headings apart': repeat('> a\n> -\n\n'),
  autolinks: repeat('<http://a.b> '),
  'bare addresses': repeat('http://a.b/ '),
  'addresses in one word': repeat('http://a.b/'),
  'signs of addresses': repeat('a@'),
  'angle brackets': repeat('<>'),
  ampersands: repeat('&'),
  'open brackets': repeat('['),
  'open links': repeat('[a]('),
  'open images': repeat('!['),
  'nested links': repeat('[') + repeat('](b)'),
  footnotes: repeat('[^1] ') + '\n\n[^1]: a',
  colons: repeat(':'),
  'short codes': repeat(':tada:'),
  'open containers': repeat('::: tip\n'),
  'nested containers': grow(index => `${':'.repeat(Math.max(3, 300 - index))} tip\n`),
  'directive labels': repeat(':name[\n'),
  'one long word': repeat('a'),
  'ranges of lines': `\`\`\`js {${repeat('1-99999,')}1}\na\n\`\`\``,
  'code in HTML': '```html\n' + repeat('<a ') + '\n```',
  'code in JavaScript': '```js\n' + repeat('{ a: `${') + '\n```',
  'code in a shell': '```sh\n' + repeat('$(') + '\n```',
  title: '# ' + repeat('[a](b) `c*'),
}

/** Every fifth; all with `DOCSGEN_FULL=1`. */
const SAMPLE = Object.fromEntries(Object.entries(FAMILIES).filter((_, index) => IS_FULL || index % 5 === 0))

describe('pathological input', () => {
  for (const [name, body] of Object.entries(SAMPLE)) {
    test(`64 KB of ${name} is rendered or refused`, { timeout: 60_000 }, () => {
      const page = parse(body)
      const errors = page.findings.filter(finding => finding.severity === 'error')
      if (errors.length > 0) expect(errors.map(({ rule }) => rule)).toEqual(['markdown/too-complex'])
      expect(page.html).toMatch(/<h1/)
    })
  }

  test.each([
    ['1,001 columns', `|${'a|'.repeat(1001)}\n|${'-|'.repeat(1001)}\n`, /columns/],
    ['too many cells', `|${'a|'.repeat(999)}\n|${'-|'.repeat(999)}\n${'|\n'.repeat(300)}`, /cells/],
    ['too many underlined headings', 'a\n===\n'.repeat(2001), /`#`/],
    ['too many lines after an item', '- a\n'.repeat(3) + 'a\n'.repeat(5001), /indent/],
    ['101 quotes in each other', `${'> '.repeat(101)}a`.padEnd(1200, '\na'), /nested/],
    ['31 containers in each other', '::: tip\n'.repeat(31).padEnd(1200, '\na'), /nested/],
  ])('%s are refused with their line, and what to do', (_, body, message) => {
    const findings = findingsOf(parse(body))
    const text = expect.stringMatching(message) as string
    expect(findings).toMatchObject([{ rule: 'markdown/too-complex', message: text }])
    expect(findings[0]?.place?.line).toBeGreaterThanOrEqual(1)
  })

  const large: [what: string, body: string][] = [
    ['a line of half a megabyte', 'lorem ipsum dolor sit amet '.repeat(18_500)],
    ['a long item', '- a\n' + '  a\n'.repeat(6000)],
    ['a table of 5 000 rows', '| a | b |\n| - | - |\n' + '| one | two |\n'.repeat(5000)],
  ]
  test.each(large)('%s is rendered', { timeout: 60_000 }, (_, body) => {
    expect(rulesOf(parse(body))).toEqual([])
  })
})
