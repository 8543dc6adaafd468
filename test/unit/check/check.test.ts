import { describe, expect, it } from 'vitest'
import { applyBaseline, createBaseline, parseBaseline } from '../../../src/check/check.ts'
import type { Finding } from '../../../src/schema/finding.ts'

describe('baseline', () => {
  const finding = (line: number, message = 'There is no page `/x.html`.'): Finding => ({
    rule: 'links/page',
    severity: 'error',
    message,
    place: { file: 'content/a.md', line, column: 1 },
  })

  it('knows what it was made from, on whatever line', () => {
    const baseline = parseBaseline(createBaseline([finding(1), finding(5)]))!
    expect(applyBaseline([finding(3), finding(9)], baseline)).toEqual({ findings: [], known: 2, gone: 0 })
  })

  it('lets one more of the same through, and counts what is gone', () => {
    const baseline = parseBaseline(createBaseline([finding(1), finding(2, 'Other.')]))!
    expect(applyBaseline([finding(1), finding(2)], baseline)).toEqual({
      findings: [finding(2)],
      known: 1,
      gone: 1,
    })
  })

  it('does not mind lines of other files in a message', () => {
    const baseline = parseBaseline(
      createBaseline([finding(1, 'Differs from `content/b.md:13`, line 4, 7.')]),
    )!
    expect(
      applyBaseline([finding(1, 'Differs from `content/b.md:20`, line 5, 8.')], baseline).findings,
    ).toEqual([])
  })

  it('is sorted, whatever order the findings came in', () => {
    const a = finding(1, 'A.')
    const b = { ...finding(1, 'B.'), place: { file: 'content/B.md', line: 1, column: 1 } }
    expect(createBaseline([a, b])).toBe(createBaseline([b, a]))
  })

  it('is no other JSON', () => {
    expect(['', '{}', '[1]', '{"format":2,"findings":{}}'].map(parseBaseline)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})
