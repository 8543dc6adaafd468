import { describe, expect, it } from 'vitest'
import { formats } from '../../../../src/check/report/formats.ts'
import { formatFindings, formatPretty, PRETTY_LIMIT } from '../../../../src/check/report/pretty.ts'
import type { Finding } from '../../../../src/schema/finding.ts'
import { context, sampleReport } from './sample-report.ts'

const finding = (line: number, severity: Finding['severity'] = 'warning'): Finding => ({
  rule: 'links/page',
  severity,
  message: 'There is no page `/x.html`.',
  place: { file: 'content/a.md', line, column: 14 },
  hint: 'Did you mean `/y.html`?',
})

describe('formatFindings', () => {
  it('prints place, severity, rule and message, the code frame and the hint', async () => {
    expect(formatFindings([finding(2)], context).split('\n')).toEqual([
      'content/a.md:2:14 warning links/page There is no page `/x.html`.',
      '    1 | first line',
      '  > 2 | second line, [link](./x.md)',
      '      |              ^',
      '    3 | ::: a|b',
      '  → Did you mean `/y.html`?',
    ])
  })

  it('prints a problem of the site, or of a file as a whole, without a frame', async () => {
    const whole: Finding = { rule: 'nav/missing-page', severity: 'error', message: 'No page.' }
    const file: Finding = { ...whole, place: { file: 'content/a.md', line: 1, column: 1 } }
    expect(formatFindings([whole, file], context)).toBe(
      'error nav/missing-page No page.\n\ncontent/a.md:1:1 error nav/missing-page No page.',
    )
  })

  it('stops after fifty, keeps every error and counts the rest', async () => {
    const many = Array.from({ length: 70 }, (_, index) => finding(2, index === 69 ? 'error' : 'warning'))
    const text = formatFindings(many, context)
    expect(text.match(/links\/page/g)).toHaveLength(PRETTY_LIMIT)
    expect(text).toContain(' error links/page')
    expect(text.endsWith('… and 20 more: `--verbose` shows all of them.')).toBe(true)
    expect(formatFindings(many, { ...context, all: true }).match(/links\/page/g)).toHaveLength(70)
  })

  it('prints causes before what follows from them, errors before warnings, then by place', async () => {
    const of = (text: string): Finding => {
      const [rule = '', severity, file] = text.split(' ')
      const place = file === undefined ? undefined : { file, line: 1, column: 1 }
      return { rule, severity: severity as Finding['severity'], message: 'x', ...(place && { place }) }
    }
    const sorted = ['frontmatter/a error z.md', 'nav/b error', 'links/c error a.md', 'coverage/d error a.md']
    const all = [...sorted, 'markdown/e warning a.md']
    const text = formatFindings(all.toReversed().map(of), context)
    expect(text.match(/[a-z]+\/[a-z]/g)).toEqual(all.map(one => one.split(' ')[0]))
  })

  it('uses colours only when it is told to, and prints no control characters of others', async () => {
    expect(formatFindings([finding(2)], { ...context, color: true })).toContain('\u001b[33mwarning\u001b[39m')
    const evil = formatFindings([{ ...finding(2), message: 'a\u001b[2Jb' }], context)
    expect(evil).not.toContain('\u001b')
  })

  it('goes without a frame when the file cannot be read', async () => {
    const text = formatFindings([finding(2)], { color: false, readFile: () => undefined })
    expect(text.split('\n')).toHaveLength(2)
    expect(formatFindings([], context)).toBe('')
  })
})

describe('formatPretty', () => {
  it('groups by language and page, and says in each what is left out and how to see it', async () => {
    const report = await sampleReport()
    const of = (file: string, line: number, severity: Finding['severity'] = 'warning'): Finding => ({
      ...finding(line, severity),
      place: { file, line, column: 14 },
    })
    const findings = [
      of('content/ja/b.md', 2),
      of('content/ja/a.md', 2),
      of('content/ja/b.md', 3, 'error'),
      { ...of('content/a.md', 2), locale: '/fr/' },
      { rule: 'nav/missing-page', severity: 'error' as const, message: 'No page.' },
    ]
    const text = formatPretty({ ...report, findings }, { ...context, readFile: () => undefined })
    expect(text.split('\n').filter(line => /^(?:──|\S+:\d+ (?:error|warning) |error )/.test(line))).toEqual([
      '── The whole site: 1 error',
      'error nav/missing-page No page.',
      '── 日本語 (/ja/): 1 error, 2 warnings',
      'content/ja/b.md:3:14 error links/page There is no page `/x.html`.',
      'content/ja/b.md:2:14 warning links/page There is no page `/x.html`.',
      'content/ja/a.md:2:14 warning links/page There is no page `/x.html`.',
      '── Français (/fr/): 1 warning',
      'content/a.md:2:14 warning links/page There is no page `/x.html`.',
    ])
    const many = Array.from({ length: 60 }, (_, line) => of('content/ja/a.md', line + 1, 'error'))
    const cut = formatPretty({ ...report, findings: [...many, of('content/fr/old.md', 1)] }, context)
    expect(cut).toContain(
      '… and 10 more: `--verbose` shows all of them, and `--locale /ja/` shows only this language.',
    )
    expect(cut).toContain('── Français (/fr/): 1 warning\n\n… and 1 more:')
  })

  it('ends with coverage per language and the totals', async () => {
    const lines = formatPretty(await sampleReport(), context)
      .trimEnd()
      .split('\n')
    expect(lines.slice(-6)).toEqual([
      '/ja/  日本語    0%  0 of 2 up to date  1 unknown, 1 stale',
      '/fr/  Français  0%  0 of 2 up to date  2 missing, 1 orphan',
      "Unknown: without a stamp, docsgen can't tell whether the source has changed. Run `docsgen check --stamp --from-git` to add stamps from the Git history.",
      '',
      '1 error, 5 warnings; 2 more in the baseline.',
      '  coverage/missing 2 · coverage/orphan 1 · coverage/stale 1 · links/page 1 · markdown/unknown-container 1',
    ])
  })

  it('says where a language that has nothing yet is listed', async () => {
    const report = await sampleReport()
    const findings = report.findings.filter(({ rule }) => rule !== 'coverage/missing')
    expect(formatPretty({ ...report, findings }, context)).toContain(
      "There are no translations in `/fr/` yet, so missing pages aren't listed individually. Use `--todo` to list them.",
    )
    expect(formats.markdown({ ...report, findings })).toContain('## Documentation check')
  })
})
