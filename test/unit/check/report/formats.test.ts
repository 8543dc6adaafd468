// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import draft04 from 'ajv-draft-04'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { type Format, formats } from '../../../../src/check/report/formats.ts'
import type { Report } from '../../../../src/check/report/pretty.ts'
import { context, sampleReport } from './sample-report.ts'

const report = await sampleReport()
const clean: Report = { ...report, findings: [], known: 0, translations: [], coverage: [] }
const withOne = (message: string, file = 'a.md'): Report => ({
  ...clean,
  findings: [{ rule: 'links/page', severity: 'error', message, place: { file, line: 3, column: 4 } }],
})

it.each(Object.keys(formats) as Format[])('%s ends in one line break, the same every time', async format => {
  const text = formats[format](report, context)
  expect(text).toMatch(/[^\n]\n$/)
  expect(formats[format](await sampleReport(), context)).toBe(text)
  expect(formats[format](clean, context)).toMatch(/[^\n]\n$/)
})

describe('json', () => {
  it('holds summary, coverage, matrix and findings', async () => {
    const data = JSON.parse(formats.json(report)) as Record<string, unknown>
    expect(data['summary']).toEqual({ pages: 5, error: 1, warning: 5, info: 0, known: 2 })
    expect(data['coverage']).toEqual(report.coverage)
    expect(data['findings']).toEqual(report.findings.map(({ locale: _locale, ...finding }) => finding))
    expect(data['translations']).toContainEqual({
      locale: '/ja/',
      path: '/a.html',
      state: 'stale',
      stamped: true,
      source: 'content/a.md',
      file: 'content/ja/a.md',
      changes: { changed: ['options'], added: [], removed: [] },
    })
  })
})

describe('github', () => {
  const lines = formats.github(report).trimEnd().split('\n')

  it('writes one annotation per finding and the totals', () => {
    expect(lines).toHaveLength(report.findings.length + 1)
    expect(lines.filter(line => line.startsWith('::error '))).toHaveLength(1)
    expect(lines).toContain(
      '::warning file=content/ja/b.md,line=3,col=1,title=markdown/unknown-container::No container is called `a|b` & "c"\u0007.',
    )
    expect(lines.at(-1)).toBe('1 error, 5 warnings; 2 more in the baseline.')
  })

  it('escapes what would end a message or a property', async () => {
    expect(formats.github(withOne('100%\nsure', 'a,b:c.md')).split('\n')[0]).toBe(
      '::error file=a%2Cb%3Ac.md,line=3,col=4,title=links/page::100%25%0Asure',
    )
  })
})

describe('sarif', () => {
  interface Result {
    ruleId: string
    ruleIndex: number
    locations: { physicalLocation: object }[]
    partialFingerprints: Record<string, string>
  }
  const log = JSON.parse(formats.sarif(report)) as {
    runs: { tool: { driver: { rules: { id: string }[] } }; results: Result[] }[]
  }

  it('refers to its rules by index and has one fingerprint per result', () => {
    const [run] = log.runs
    for (const { ruleId, ruleIndex } of run!.results) {
      expect(run!.tool.driver.rules[ruleIndex]?.id).toBe(ruleId)
    }
    const prints = run!.results.map(result => result.partialFingerprints['docsgen/v1'])
    expect(new Set(prints).size).toBe(report.findings.length)
  })

  it('is valid by the schema of SARIF 2.1.0', () => {
    // One pattern of the schema is none that the `u` flag of regular expressions accepts.
    const ajv = new draft04.default({ strict: false, allErrors: true, unicodeRegExp: false })
    addFormats.default(ajv)
    const file = createRequire(import.meta.url).resolve(
      '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json',
    )
    const validate = ajv.compile(JSON.parse(readFileSync(file, 'utf8')) as object)
    const odd = withOne('half a pair \ud83d, nul \0', 'content/日本 #1?/[x]{y}|z^.md')
    for (const one of [report, clean, odd, { ...report, folder: 'über docs/' }]) {
      validate(JSON.parse(formats.sarif(one)))
      expect(validate.errors ?? []).toEqual([])
    }
  })

  it('encodes file names as addresses', async () => {
    const text = formats.sarif(withOne('No page.', 'content/日本 #1.md'))
    const [result] = (JSON.parse(text) as typeof log).runs[0]!.results
    expect(result?.locations[0]?.physicalLocation).toEqual({
      artifactLocation: { uri: 'content/%E6%97%A5%E6%9C%AC%20%231.md', uriBaseId: 'SOURCE' },
      region: { startLine: 3, startColumn: 4 },
    })
  })
})

describe('junit', () => {
  const parse = (text: string) => new DOMParser().parseFromString(text, 'application/xml')

  it('is well-formed XML whose totals fit its test cases', async () => {
    const xml = parse(formats.junit(report))
    expect(xml.querySelector('parsererror')).toBeNull()
    for (const suite of xml.querySelectorAll('testsuites, testsuite')) {
      expect(suite.getAttribute('tests')).toBe(String(suite.querySelectorAll('testcase').length))
      expect(suite.getAttribute('failures')).toBe(String(suite.querySelectorAll('failure').length))
    }
  })

  it('keeps texts whole and leaves out characters that XML cannot hold', async () => {
    const xml = parse(formats.junit(report))
    const failure = xml.querySelector('failure')
    expect(failure?.getAttribute('message')).toBe(
      'There is no page `/ja/<img src=x>.html` (written as `./<img src=x>.md`).',
    )
    expect(failure?.getAttribute('type')).toBe('links/page')
    expect(xml.documentElement.textContent).toContain('No container is called `a|b` & "c"�.')
  })

  it('has the elements that Jenkins and GitLab read, and one passing test where nothing was found', () => {
    expect(formats.junit(withOne('No page.')).split('\n').slice(1, -1)).toEqual([
      '<testsuites name="docsgen check" tests="1" failures="1" errors="0">',
      '  <testsuite name="a.md" tests="1" failures="1" errors="0" skipped="0">',
      '    <testcase classname="a.md" name="links/page 3:4"><failure type="links/page" message="No page.">a.md:3:4 error No page.</failure></testcase>',
      '  </testsuite>',
      '</testsuites>',
    ])
    expect(formats.junit(clean)).toContain('    <testcase classname="site" name="docsgen check"/>\n')
  })
})

describe('markdown', async () => {
  const text = formats.markdown(report)

  it('has tables of coverage, rules and findings whose rows fit their heads', () => {
    const tables = text
      .trimEnd()
      .split('\n\n')
      .filter(block => block.startsWith('|'))
    expect(tables).toHaveLength(3)
    for (const table of tables) {
      const widths = table.split('\n').map(row => row.match(/(?<!\\)\|/g)?.length)
      expect(new Set(widths).size).toBe(1)
    }
    expect(text).toContain('| 日本語 `/ja/` | 0% | 1 | 1 | 0 | 0 |')
    expect(text).toContain('| `coverage/missing` | 0 | 2 | 0 |')
  })

  it('takes no text for markup', async () => {
    expect(formats.markdown(withOne('<img onerror=x> | *a* `b|c`'))).toContain(
      '| &#60;img onerror=x&#62; \\| &#42;a&#42; `b\\|c` |',
    )
  })
})

describe('html', async () => {
  const text = formats.html(report, context)
  const document = new DOMParser().parseFromString(text, 'text/html')

  it('runs no script, loads nothing and has no inline style', () => {
    expect(
      document.querySelectorAll(
        'script, link, img, iframe, object, embed, [src], [href]:not([href^="#"]), [style]',
      ),
    ).toHaveLength(0)
    expect(text).not.toMatch(/url\(|@import|\son\w+=/)
    expect(document.querySelectorAll('style')).toHaveLength(1)
    // Nothing scrolls sideways that the keyboard does not reach; the ground that colours stand on is named.
    expect(text).toMatch(/\npre \{[^}]*white-space: pre-wrap/)
    expect(text).toContain('background: Canvas')
  })

  it('shows coverage per language', () => {
    const rows = [...document.querySelectorAll('section[aria-labelledby=coverage] tbody tr')]
    expect(rows.map(row => [...row.children].map(cell => cell.textContent))).toEqual([
      ['日本語 /ja/', '0%', '', '5 + 12 to review', '1', '1', '', ''],
      ['Français /fr/', '0%', '', '24', '', '', '2', '1'],
    ])
  })

  it('shows the matrix, what is stale and what changed', () => {
    const matrix = [...document.querySelectorAll('section[aria-labelledby=matrix] tbody tr')]
    expect(matrix.map(row => row.textContent)).toEqual([
      'Usage /a.html↻ stale– missing',
      'Usage /b.html… unknown– missing',
      '/old.html? orphan',
    ])
    expect(document.querySelector('section[aria-labelledby=stale] tbody')?.textContent?.trim()).toBe(
      'Usage /a.html日本語 /ja/2020-01-025“Options” was changedcontent/ja/a.md',
    )
  })

  it('counts by rule, errors first', () => {
    const rows = [...document.querySelectorAll('section[aria-labelledby=rules] tbody tr')]
    expect(rows.map(row => [...row.children].slice(0, 4).map(cell => cell.textContent))).toEqual([
      ['links/page', '1', '', ''],
      ['coverage/missing', '', '2', ''],
      ['coverage/orphan', '', '1', ''],
      ['coverage/stale', '', '1', ''],
      ['markdown/unknown-container', '', '1', ''],
    ])
  })

  it('takes no text for markup and keeps files with errors open', () => {
    expect(document.querySelectorAll('section[aria-labelledby=findings] b')).toHaveLength(0)
    expect(document.body.textContent).toContain('There is no page /ja/<img src=x>.html')
    expect([...document.querySelectorAll('details[open] summary code')].map(one => one.textContent)).toEqual([
      'content/ja/b.md',
    ])
  })
})
