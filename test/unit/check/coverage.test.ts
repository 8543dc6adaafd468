import { describe, expect, it } from 'vitest'
import { runChecks } from '../../../src/check/rules/run.ts'
import type { UserConfig } from '../../../src/schema/config.ts'
import type { ReadableSite } from '../../../src/schema/translation.ts'
import { listTranslations, stalePages, summarizeCoverage } from '../../../src/site/translations.ts'
import { createTestSite, type TestPage } from './test-site.ts'

const usage: TestPage = {
  sections: [
    { id: 'usage', text: 'Call the function with a component.' },
    { id: 'options', text: 'All options are optional.', code: ['mount(Component)'] },
  ],
}
const usageJa: TestPage = {
  sections: [
    { id: '使い方', text: 'コンポーネントを渡して関数を呼び出します。' },
    { id: 'オプション', text: 'すべてのオプションは省略できます。', code: ['mount(Component)'] },
  ],
}

async function check(site: ReadableSite, rule: string) {
  return (await runChecks(site)).filter(finding => finding.rule === rule)
}

function stampOf(page: TestPage): Record<string, string> {
  const source = createTestSite({ 'mount.md': page }).pages[0]
  return source?.stamp ?? {}
}

function withStamp(page: TestPage, source: Record<string, string>): TestPage {
  return { ...page, frontmatter: { source } }
}

describe('coverage/missing and coverage/orphan', () => {
  const files = { 'mount.md': usage, 'ja/mount.md': usageJa, 'ja/old.md': usageJa }
  const site = createTestSite(files)

  it('names the file that a missing translation would be, on its source', async () => {
    const asked = createTestSite(files, { check: { rules: { 'coverage/missing': 'warning' } } })
    expect(await check(asked, 'coverage/missing')).toEqual([
      {
        rule: 'coverage/missing',
        severity: 'warning',
        message: 'This page has no translation in `/fr/`.',
        locale: '/fr/',
        hint: 'Write `content/fr/mount.md`, or exempt the page in `check.exemptions`.',
        place: { file: 'content/mount.md', line: 1, column: 1 },
      },
    ])
  })

  it('says nothing of a language without any page, which is a finding of its own', async () => {
    expect(await check(site, 'coverage/missing')).toEqual([])
    const begun = createTestSite({ ...files, 'fr/other.md': usage })
    expect(await check(begun, 'coverage/missing')).toHaveLength(1)
  })

  it('reports a translation without a source page', async () => {
    const [finding, ...rest] = await check(site, 'coverage/orphan')
    expect(rest).toEqual([])
    expect(finding?.place?.file).toBe('content/ja/old.md')
    expect(finding?.message).toBe('The source language has no page `/old.html`.')
  })

  it('lists every cell of the matrix in menu order', () => {
    const cells = listTranslations(site).map(
      ({ locale, localPath, state }) => `${locale} ${localPath} ${state}`,
    )
    expect(cells).toEqual(['/ja/ /mount.html unknown', '/ja/ /old.html orphan', '/fr/ /mount.html missing'])
  })

  it('keeps an exempt page out of the findings and out of the total, with its reason', async () => {
    const config: UserConfig = {
      check: {
        rules: { 'coverage/missing': 'warning' },
        exemptions: [
          { rules: ['coverage/*'], locales: ['/fr/'], pages: ['/mou*'], reason: 'Only for one market' },
        ],
      },
    }
    const exempt = createTestSite({ 'mount.md': usage, 'a.md': usage }, config)
    const cell = listTranslations(exempt).find(
      one => one.locale === '/fr/' && one.localPath === '/mount.html',
    )
    expect(cell).toMatchObject({ state: 'exempt', reason: 'Only for one market' })
    expect(summarizeCoverage(listTranslations(exempt)).map(({ locale, total }) => [locale, total])).toEqual([
      ['/ja/', 2],
      ['/fr/', 1],
    ])
    expect(
      (await check(exempt, 'coverage/missing')).filter(({ message }) => message.includes('/fr/')),
    ).toHaveLength(1)
  })
})

describe('coverage/stale', () => {
  it('says of a translation without a stamp that nothing is known', () => {
    const site = createTestSite({ 'mount.md': usage, 'ja/mount.md': usageJa })
    expect(listTranslations(site)[0]).toMatchObject({ state: 'unknown', stamped: false })
    const made = site.pages.map(page => ({ ...page, plugin: 'changelog' }))
    expect(listTranslations({ ...site, pages: made })[0]?.state).toBe('ok')
    expect(summarizeCoverage(listTranslations(site))[0]).toMatchObject({
      percent: 0,
      counts: { unknown: 1, ok: 0 },
    })
  })

  it('is quiet while the stamp fits the source', async () => {
    const site = createTestSite({ 'mount.md': usage, 'ja/mount.md': withStamp(usageJa, stampOf(usage)) })
    expect(listTranslations(site)[0]).toMatchObject({ state: 'ok', stamped: true })
    expect(await check(site, 'coverage/stale')).toEqual([])
  })

  it('points at the section of the translation whose source changed, though its id is another', async () => {
    const now: TestPage = {
      sections: [usage.sections![0]!, { ...usage.sections![1]!, text: 'One option is required.' }],
    }
    const site = createTestSite({ 'mount.md': now, 'ja/mount.md': withStamp(usageJa, stampOf(usage)) })
    expect(await check(site, 'coverage/stale')).toEqual([
      expect.objectContaining({
        message: 'The source changed since this translation was made: changed “options”.',
        place: { file: 'content/ja/mount.md', line: 4, column: 1 },
      }),
    ])
    expect([...stalePages(site.pages)]).toEqual(['ja/mount.md'])
  })

  it('tells added and removed sections from changed ones', async () => {
    const now: TestPage = {
      sections: [usage.sections![0]!, { id: 'errors', title: 'Errors', text: 'It throws.' }],
    }
    const site = createTestSite({ 'mount.md': now, 'ja/mount.md': withStamp(usageJa, stampOf(usage)) })
    expect((await check(site, 'coverage/stale'))[0]?.message).toContain('added “Errors”; removed “options”')
  })

  it('ignores what an included file says', () => {
    const including: TestPage = {
      sections: [...usage.sections!, { id: 'more', text: 'Included.', own: false }],
    }
    expect(Object.keys(stampOf(including))).toEqual(['usage', 'options'])
  })
})

describe('coverage/untranslated', () => {
  it('reports a page that was copied and left', async () => {
    const site = createTestSite({ 'mount.md': usage, 'fr/mount.md': usage })
    expect(listTranslations(site).find(({ locale }) => locale === '/fr/')?.state).toBe('untranslated')
    expect(await check(site, 'coverage/untranslated')).toHaveLength(1)
  })

  it('reports one copied paragraph where it stands', async () => {
    const page: TestPage = {
      sections: [
        usage.sections![0]!,
        { ...usageJa.sections![1]!, text: `${usageJa.sections![1]!.text}\n${'長い文章です。'.repeat(20)}` },
      ],
    }
    const site = createTestSite({ 'mount.md': usage, 'ja/mount.md': page })
    expect(listTranslations(site)[0]?.state).toBe('unknown')
    expect(await check(site, 'coverage/untranslated')).toEqual([
      expect.objectContaining({
        message: '1 paragraph of this section is not translated: “Call the function with a component.”',
        place: { file: 'content/ja/mount.md', line: 1, column: 1 },
      }),
    ])
  })

  it('takes names, signatures and short terms for what they are', async () => {
    const terms: TestPage = {
      sections: [
        {
          id: 'props',
          text: 'Vue Router\nArguments: props\nto, exact, append boolean false',
          code: ['to', 'exact', 'append', 'boolean', 'false'],
        },
      ],
    }
    // A table that holds nothing but code, of which only a part is marked as such.
    const table: TestPage = {
      sections: [
        {
          id: 'patterns',
          text: "/user/:username /user/evan/post/123 { username: 'evan', post_id: '123' } router.start=1 route_name",
          code: ["{ username: 'evan', post_id: '123' }"],
        },
      ],
    }
    const pages = { 'props.md': terms, 'fr/props.md': terms, 'table.md': table, 'fr/table.md': table }
    const site = createTestSite(pages)
    expect(await check(site, 'coverage/untranslated')).toEqual([])
  })
})

describe('coverage/minimum', () => {
  it('fails a language below its minimum and says how far it is', async () => {
    const pages = {
      'a.md': usage,
      'b.md': usage,
      'c.md': usage,
      'ja/a.md': withStamp(usageJa, stampOf(usage)),
      'ja/b.md': usageJa,
    }
    const site = createTestSite(pages, { check: { minCoverage: { '/ja/': 80, '/fr/': 0 } } })
    expect(await check(site, 'coverage/minimum')).toEqual([
      {
        rule: 'coverage/minimum',
        severity: 'error',
        message:
          '`/ja/` is 33.3% up to date (1 of 3 pages), and 1 unknown, because never stamped; `check.minCoverage` requires 80%.',
        locale: '/ja/',
        hint: 'See what is left with `docsgen check --todo /ja/`.',
      },
    ])
  })
})
