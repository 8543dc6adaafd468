import { rules, runChecks } from '../../../../src/check/run.ts'
import type { FormatContext, Report } from '../../../../src/check/report/pretty.ts'
import { createDashboard } from '../../../../src/check/report/todo.ts'
import { listTranslations, summarizeCoverage } from '../../../../src/site/translations.ts'
import type { ReadableSite } from '../../../../src/schema/site.ts'
import { createTestSite, type TestPage } from '../test-site.ts'

const usage: TestPage = {
  sections: [
    { id: 'usage', title: 'Usage', text: 'Call the function with a component.' },
    { id: 'options', title: 'Options', text: 'All options are optional.' },
  ],
}
const translation = (text: string, extra: TestPage = {}): TestPage => ({
  sections: [
    { id: 'usage', title: '使い方', text },
    { id: 'options', title: 'オプション', text: '省略できます。' },
  ],
  ...extra,
})

/** A site with an error, warnings, a stale page and hostile texts. */
export function sampleSite(): ReadableSite {
  const before = createTestSite({ 'a.md': usage }).pages[0]
  const stamp = before ? { ...before.stamp, options: 'of-an-older-source' } : {}
  const pages: Record<string, TestPage> = {
    'a.md': usage,
    'b.md': usage,
    'ja/a.md': translation('コンポーネントを渡します。', { frontmatter: { source: stamp } }),
    'ja/b.md': translation('テスト。', {
      links: [{ url: './<img src=x>.md', target: '/ja/<img src=x>.html' }],
      findings: [
        {
          rule: 'markdown/unknown-container',
          severity: 'warning',
          message: 'No container is called `a|b` & "c"\u0007.',
          place: { file: 'content/ja/b.md', line: 3, column: 1 },
        },
      ],
    }),
    'fr/old.md': {},
  }
  return createTestSite(pages, { check: { rules: { 'i18n/no-home': 'off' } } })
}

export async function sampleReport(site = sampleSite()): Promise<Report> {
  const translations = listTranslations(site)
  return {
    site,
    findings: await runChecks(site),
    known: 2,
    translations,
    coverage: summarizeCoverage(translations),
    rules: Object.fromEntries(rules.map(({ id, description }) => [id, description])),
    version: '1.2.3',
    folder: '',
  }
}

/** A context without colours whose every file has the same five lines. */
export const context: FormatContext = {
  dashboard: createDashboard(sampleSite(), {
    dates: new Map([['content/ja/a.md', '2020-01-02T03:04:05Z']]),
    origin: undefined,
  }),
  readFile: () => 'first line\nsecond line, [link](./x.md)\n::: a|b\nfourth\n<b>fifth</b>\n',
  color: false,
}
