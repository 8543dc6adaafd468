import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestSite, type RunResult, type TestSite } from './site.ts'

interface Mistake {
  /** The finding: `file:line:column severity rule`, without place for one of the whole site. */
  finding: string
  /** A part of what is said, remedy included. */
  says: string
  files?: Record<string, string>
}

/** Each mistake of the site, in the order in which they are to be reported. */
const MISTAKES: Mistake[] = [
  {
    finding: 'content/colon.md:2:8 error frontmatter/syntax',
    says: "Write `title: 'A: b'`",
    files: { 'content/colon.md': '---\ntitle: A: b\n---\n# A\n' },
  },
  {
    finding: 'content/date.md:2:7 error frontmatter/invalid',
    says: '`2026-13-45` is not a date',
    files: { 'content/date.md': '---\ndate: 2026-13-45\n---\n# Date\n' },
  },
  {
    finding: 'content/include.md:3:1 error markdown/include-missing',
    says: 'There is no file `nothing.md`',
    files: { 'content/include.md': '# Include\n\n!!!include(nothing.md)!!!\n' },
  },
  {
    finding: 'content/lang.md:2:7 error frontmatter/invalid',
    says: 'write `en`',
    files: { 'content/lang.md': '---\nlang: english\n---\n# Lang\n' },
  },
  {
    finding: 'content/quote.md:2:8 error frontmatter/syntax',
    says: 'is never closed',
    files: { 'content/quote.md': '---\ntitle: "A\ndescription: x\n---\n# A\n' },
  },
  {
    finding: 'content/links.md:3:1 error links/page',
    says: 'Did you mean `/layout.html`?',
    files: { 'content/links.md': '# Links\n\n[a](./layuot.md) [b](./quote.md) [c](./include.md#x)\n' },
  },
  { finding: 'site.config.ts:8:35 error links/asset', says: 'There is no file `/logo.png`' },
  { finding: 'site.config.ts:8:54 error nav/missing-page', says: '`/nowhere.html`' },
  {
    finding: 'content/comment.md:2:8 warning frontmatter/comment',
    says: "`title: 'Issue #1'`",
    files: { 'content/comment.md': '---\ntitle: Issue #1\n---\n# Issue\n' },
  },
  {
    finding: 'content/container.md:3:1 warning markdown/unknown-container',
    says: 'Did you mean `warning`?',
    files: { 'content/container.md': '# Container\n\n::: warnign\na\n:::\n' },
  },
  {
    finding: 'content/element.md:3:1 warning markdown/unknown-component',
    says: '`<Bagde>`',
    files: { 'content/element.md': '# Element\n\n<Bagde text="1"/> <Bagde text="2"/>\n' },
  },
  {
    finding: 'content/end.md:3:3 warning markdown/stray-end-tag',
    says: '`</div>` has no start tag',
    files: { 'content/end.md': '# End\n\nb </div>\n' },
  },
  {
    finding: 'content/layout.md:2:1 warning frontmatter/unknown-layout',
    says: 'Did you mean `Home`?',
    files: { 'content/layout.md': '---\nlayout: Hom\n---\n# Layout\n' },
  },
  {
    finding: 'content/old.html:1:1 warning files/unused',
    says: 'Nothing uses `old.html` in this folder',
    files: { 'content/old.html': '<p>', 'content/_data.json': '{}', 'content/example.js': 'a' },
  },
  {
    finding: 'content/page.mdx:1:1 warning files/not-read',
    says: 'Rename it to `page.md`',
    files: { 'content/page.mdx': '# Page\n' },
  },
  {
    finding: 'content/page2.markdown:1:1 warning files/not-read',
    says: '`page2.md`',
    files: { 'content/page2.markdown': '# Page\n' },
  },
  {
    finding: 'content/type.md:3:6 warning markdown/unknown-component',
    says: 'it is shown as text',
    files: { 'content/type.md': '# Type\n\nArray<string>\n' },
  },
  {
    finding: 'content/unclosed.md:3:1 warning markdown/unclosed-container',
    says: 'Write `:::`',
    files: { 'content/unclosed.md': '# Unclosed\n\n::: tip\nNever closed.\n' },
  },
  {
    finding: 'content/unopened.md:5:1 warning markdown/unopened-container',
    says: "`:::` doesn't close a container",
    files: { 'content/unopened.md': '# Unopened\n\na\n\n:::\n' },
  },
  {
    finding: 'site.config.ts:4:3 warning i18n/unnamed-folder',
    says: "Add `'/de/': {",
    files: { 'content/de/README.md': '# Deutsch\n', 'content/de/links.md': '# Links\n' },
  },
  { finding: 'site.config.ts:6:5 warning i18n/no-home', says: '`/fr/` has no home page' },
  { finding: 'site.config.ts:8:12 warning config/edit-links', says: 'Set `theme.repo`' },
  {
    finding: 'templates/components/Fotter.tsx:1:1 warning templates/unused',
    says: 'Did you mean `templates/components/Footer.tsx`?',
    files: { 'templates/components/Fotter.tsx': 'export default () => null\n' },
  },
  {
    finding: 'templates/styles/site.css:1:20 warning templates/suspicious',
    says: 'Unexpected "}"',
    files: { 'templates/styles/site.css': '.a { color: red; } }\n' },
  },
  { finding: 'site.config.ts:1:1 info config/no-url', says: "Set `url: 'https://…'`" },
]

const CONFIG = `import { defineConfig } from 'docsgen'
export default defineConfig({
  title: 'Mistakes', fallback: 'none',
  locales: {
    '/': { lang: 'en-US', label: 'English' },
    '/fr/': { lang: 'fr', label: 'Français' },
  },
  theme: { editLinks: true, logo: '/logo.png', nav: ['/nowhere.html'] },
})
`

describe('a site with every mistake at once', () => {
  let site: TestSite
  let checked: RunResult
  beforeAll(async () => {
    site = createTestSite({
      'site.config.ts': CONFIG,
      'content/README.md': '# Home\n\n[Colon](./colon.md) [Include](./include.md)\n',
      // Overrides a style sheet of the theme that this site has no use for.
      'templates/styles/additions/social.css': '.social { color: inherit; }\n',
      ...Object.assign({}, ...MISTAKES.map(({ files }) => files)),
    })
    checked = await site.run(['check', '--verbose', '--no-color'])
  })
  afterAll(() => site?.remove())

  it('gets one finding each, those of the whole site before those of pages, in each causes and errors first', () => {
    const found = checked.stdout.matchAll(/^(?:\S+:\d+:\d+ )?(?:error|warning|info) [a-z\d]+\/[a-z-]+(?= )/gm)
    expect([...found].map(([line]) => line)).toEqual(grouped(MISTAKES.map(({ finding }) => finding)))
    expect(checked.code).toBe(1)
  })

  it.each(MISTAKES)('$finding says what to do', ({ finding, says }) => {
    const start = checked.stdout.indexOf(`${finding} `)
    const end = checked.stdout.indexOf('\n\n', start)
    expect(checked.stdout.slice(start, end)).toContain(says)
  })

  it('says how many there are of which kind', () => {
    expect(checked.stdout).toContain('8 errors, 16 warnings, 1 note.')
    for (const rule of new Set(MISTAKES.map(({ finding }) => finding.split(' ').at(-1) ?? ''))) {
      const count = MISTAKES.filter(({ finding }) => finding.endsWith(` ${rule}`)).length
      expect(checked.stdout).toContain(`${rule} ${count}`)
    }
  })
})

/** Findings in the order of a terminal: of the whole site, then of pages, file by file. */
function grouped(findings: readonly string[]): string[] {
  const fileOf = (finding: string) => /^\S+?(?=:\d)/.exec(finding)?.[0] ?? ''
  return [false, true].flatMap(isOfPages => {
    const some = findings.filter(finding => /^content\/\S+\.md:/.test(finding) === isOfPages)
    return [...new Set(some.map(fileOf))].flatMap(file => some.filter(finding => fileOf(finding) === file))
  })
}

/** Mistakes of the configuration end every command: each is a site of its own. */
describe('a configuration with a mistake', () => {
  it.each([
    ["locales: { ja: { lang: 'ja', label: 'x' } }", 'write `/ja/`'],
    ["theme: { search: 'algolia' }", "expected `'local'`, `false` or"],
    ['titel: 1', 'title'],
  ])('%s: %s', async (key, says) => {
    const site = createTestSite({
      'site.config.ts': `import { defineConfig } from 'docsgen'\nexport default defineConfig({ ${key} } as never)\n`,
    })
    try {
      const { code, stderr, stdout } = await site.run(['check', '--no-color'])
      expect(code).toBe(2)
      expect(stderr + stdout).toContain(says)
      expect((stderr + stdout).match(/ error config /g)).toHaveLength(1)
    } finally {
      site.remove()
    }
  })
})
