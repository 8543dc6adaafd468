import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import draft04 from 'ajv-draft-04'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { formats } from '../../../../src/check/report/formats.ts'
import type { Report } from '../../../../src/check/report/pretty.ts'
import type { Finding } from '../../../../src/schema/finding.ts'
import { sampleReport } from './sample-report.ts'

const found = await sampleReport()
const none: Report = { ...found, findings: [], known: 0, translations: [], coverage: [] }
const at = (file: string) => ({ file, line: 3, column: 7 })
const withFindings = (findings: Finding[]): Report => ({ ...none, findings })

const problem = { rule: 'x/y', severity: 'error' as const }

const UNUSUAL = [
  '<b>&amp; "quoted" \'it\' ]]> <!-- --> <![CDATA[',
  'nul \0 bell \u0007 escape \u001b[2J delete \u007f next line \u0085',
  'half a pair \ud83d and its other half \udc00, whole \u{1f600}',
  'no characters \ufffe\uffff, no-break\u00a0space, zero\u200bwidth, right\u202eto left',
  'two\nlines\r\nand a tab\t',
  '日本語 русский العربية',
  '',
]
const FILES = [
  'content/日本 #1?.md',
  'content/a b&<c>"d\'.md',
  'content/100%/[x]{y}|z^.md',
  'content/e\u0301.md',
]

const cases: [string, Report][] = [
  ['findings of every severity', found],
  ['no findings', none],
  ['findings without a place', withFindings([{ ...problem, message: 'No page.' }])],
  [
    'unusual characters in messages, hints and names of files',
    withFindings([
      ...UNUSUAL.map(text => ({ ...problem, message: text, hint: text, place: at('content/a.md') })),
      ...FILES.map(file => ({ ...problem, message: 'No.', place: at(file) })),
    ]),
  ],
  ['a site below the folder of the check', { ...found, folder: 'über docs/' }],
]

const SARIF = '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'

describe('the SARIF report', () => {
  // One pattern of the schema is none that the `u` flag of regular expressions accepts.
  const ajv = new draft04.default({ strict: false, allErrors: true, unicodeRegExp: false })
  addFormats.default(ajv)
  const schema = JSON.parse(readFileSync(createRequire(import.meta.url).resolve(SARIF), 'utf8')) as object
  const validate = ajv.compile(schema)

  it.each(cases)('is valid by the schema of SARIF 2.1.0: %s', async (_name, report) => {
    validate(JSON.parse(formats.sarif(report)))
    expect(validate.errors ?? []).toEqual([])
  })
})
