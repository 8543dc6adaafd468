import { expect, it } from 'vitest'
import { applyBaseline, createBaseline, parseBaseline } from '../../../src/check/check.ts'
import type { Finding } from '../../../src/schema/finding.ts'

const finding = (line: number, message = 'There is no page `/x.html`.'): Finding => ({
  rule: 'links/page',
  severity: 'error',
  message,
  place: { file: 'content/a.md', line, column: 1 },
})

const apply = (now: Finding[], then: Finding[]) => applyBaseline(now, parseBaseline(createBaseline(then))!)

it('the baseline lets one more of the same through, and counts what is gone', () => {
  expect(apply([finding(1), finding(2)], [finding(1), finding(2, 'Other.')])).toEqual({
    findings: [finding(2)],
    known: 1,
    gone: 1,
  })
})

it('the baseline does not mind lines of other files in a message', () => {
  const [now, then] = ['20`, line 5, 8', '13`, line 4, 7'].map(where => [finding(1, `As \`b.md:${where}.`)])
  expect(apply(now!, then!).findings).toEqual([])
})

it('the baseline is sorted, whatever order the findings came in', () => {
  const a = finding(1, 'A.')
  const b = { ...finding(1, 'B.'), place: { file: 'content/B.md', line: 1, column: 1 } }
  expect(createBaseline([a, b])).toBe(createBaseline([b, a]))
})

it.each(['', '{}', '[1]', '{"format":2,"findings":{}}'])('the baseline is no other JSON: %s', text => {
  expect(parseBaseline(text)).toBeUndefined()
})
