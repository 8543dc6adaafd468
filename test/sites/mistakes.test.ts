import { cpSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createTestSite, leftovers, twoLanguages } from './site.ts'

/** Each mistake of the site, in the order in which they are to be reported: `place severity rule`, a part of the message or its hint. */
const MISTAKES: [finding: string, says: string][] = [
  ['content/alias.md:3:6 error frontmatter/syntax', '`*a` contains itself'],
  ['content/colon.md:2:8 error frontmatter/syntax', "Write `title: 'A: b'`"],
  ['content/dated.md:2:1 error frontmatter/permalink', '`:year`'],
  ['content/include.md:3:1 error markdown/include-missing', 'There is no file `nothing.md`'],
  ['content/quote.md:2:8 error frontmatter/syntax', 'is never closed'],
  ['content/links.md:3:1 error links/page', 'Did you mean `/container.html`?'],
  ['site.config.ts:8:35 error links/asset', 'There is no file `/logo.png`'],
  ['site.config.ts:8:54 error nav/missing-page', '`/nowhere.html`'],
  ['content/comment.md:2:8 warning frontmatter/comment', "`title: 'Issue #1'`"],
  ['content/container.md:3:1 warning markdown/unknown-container', 'Did you mean `warning`?'],
  ['content/element.md:3:1 warning markdown/unknown-component', '`<Bagde>`'],
  ['content/placeholder.md:3:3 warning markdown/unknown-component', "it's shown as text"],
  ['content/page.mdx:1:1 warning files/unsupported-extension', 'Rename it to `page.md`'],
  ['site.config.ts:4:3 warning i18n/missing-locale', "Add `'/de/': {"],
  ['site.config.ts:6:5 warning i18n/no-home', '`/fr/` has no home page'],
  ['site.config.ts:8:12 warning config/edit-links', 'Set `theme.repo`'],
  ['templates/components/Fotter.tsx:1:1 warning templates/unused', '`templates/components/Footer.tsx`?'],
  ['templates/styles/site.css:1:20 warning templates/suspicious', 'Unexpected "}"'],
  ['site.config.ts:1:1 info config/no-url', "Set `url: 'https://…'`"],
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

describe('a site with many mistakes at once', async () => {
  const site = createTestSite({
    'site.config.ts': CONFIG,
    'content/README.md': '# Home\n\n[Colon](./colon.md) [Include](./include.md)\n',
    'content/colon.md': '---\ntitle: A: b\n---\n# A\n',
    'content/alias.md': '---\na: &a\n  b: *a\n---\n# Alias\n',
    'content/dated.md': '---\npermalink: /:year/:slug.html\n---\n# Dated\n',
    'content/include.md': '# Include\n\n!!!include(nothing.md)!!!\n',
    'content/quote.md': '---\ntitle: "A\ndescription: x\n---\n# A\n',
    'content/links.md': '# Links\n\n[a](./contaner.md) [b](./colon.md) [c](./include.md#x)\n',
    'content/comment.md': '---\ntitle: Issue #1\n---\n# Issue\n',
    'content/container.md': '# Container\n\n::: warnign\na\n:::\n',
    'content/element.md': '# Element\n\n<Bagde text="1"/> <Bagde text="2"/>\n',
    'content/placeholder.md': '# Placeholder\n\n- <token>\n',
    'content/page.mdx': '# Page\n',
    'content/de/README.md': '# Deutsch\n',
    'content/de/links.md': '# Links\n',
    'templates/components/Fotter.tsx': 'export default () => null\n',
    'templates/styles/site.css': '.a { color: red; } }\n',
    // Overrides a style sheet of the theme that this site has no use for.
    'templates/styles/additions/social.css': '.social { color: inherit; }\n',
  })
  const checked = await site.run(['check', '--verbose', '--no-color'])

  it('gets one finding each, those of the whole site before those of pages, in each causes and errors first', () => {
    const found = checked.stdout.matchAll(/^(?:\S+:\d+:\d+ )?(?:error|warning|info) [a-z\d]+\/[a-z-]+(?= )/gm)
    expect([...found].map(([line]) => line)).toEqual(grouped(MISTAKES.map(([finding]) => finding)))
    expect(checked.code).toBe(1)
  })

  it.each(MISTAKES)('%s has a message with a hint', (finding, says) => {
    const start = checked.stdout.indexOf(`${finding} `)
    const end = checked.stdout.indexOf('\n\n', start)
    expect(checked.stdout.slice(start, end)).toContain(says)
  })

  it('counts them by rule', () => {
    expect(checked.stdout).toContain('8 errors, 10 warnings, 1 note.')
    const rules = MISTAKES.map(([finding]) => finding.split(' ').at(-1))
    for (const rule of rules)
      expect(checked.stdout).toContain(`${rule} ${rules.filter(other => other === rule).length}`)
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

const taken = (address: string, others: string) =>
  `\`${address}\` is used by more than one file: this one and ${others}.`

/** Files whose addresses are taken, or that are too complex, and parts of the message for each. */
const CLASHES: [file: string, text: string, ...says: string[]][] = [
  ['content/two/README.md', '# A\n', taken('/two/', 'content/two/index.md')],
  ['content/two/index.md', '# A\n', taken('/two/', 'content/two/README.md')],
  ['content/three.md', '# A\n', taken('/three.html', 'content/three/README.md, content/three/index.md')],
  ['content/three/README.md', '# A\n', '`/three/`'],
  ['content/three/index.md', '# A\n', '`/three/`'],
  ['content/moved.md', '---\npermalink: /b.html\n---\n# A\n', '`/b.html`', 'content/b.md'],
  ['content/b.md', '# B\n', '`/b.html`', 'content/moved.md'],
  ['content/c.md', '# C\n', 'the public file `c.html`'],
  ['content/\u00e9.md', '# A\n', 'and content/e\u0301.md'],
  ['content/e\u0301.md', '# A\n', 'and content/\u00e9.md'],
  ['content/Foo.md', '# A\n', 'and content/foo.md'],
  ['content/foo.md', '# A\n', 'and content/Foo.md'],
  ['content/assets/x.md', '# X\n', 'routes/reserved The URL `/assets/x.html`'],
  ['content/404.md', '# Not here\n', 'routes/reserved The URL `/404.html`'],
  ['content/bomb.md', `# A\n\n${'> '.repeat(5000)}x\n`, 'markdown/too-complex'],
  ['content/include.md', '# A\n\n<!--@include: ../../../../etc/passwd-->\n', 'markdown/include-outside'],
  ['content/_ring.md', '# B\n\n<!--@include: ./ring.md-->\n', 'content/ring.md → content/_ring.md'],
]

describe('a build that is impossible has clear errors, and the previous site stays, byte for byte', async () => {
  const site = createTestSite()
  await site.build()
  const before = site.hashes('dist')

  /** Builds with further files, which must fail, and returns the errors with their hints. */
  async function errorsWith(files: Record<string, string>, code = 1): Promise<string[]> {
    const created = createTestSite(files)
    cpSync(site.output, created.output, { recursive: true })
    const result = await created.run(['build'])
    expect(result.code).toBe(code)
    expect(result.stderr).not.toMatch(/\n\s+at .*\(?.*:\d+:\d+\)?|RangeError/)
    expect(result.stderr).not.toContain(created.root)
    expect([created.hashes('dist'), leftovers(created)]).toEqual([before, []])
    return result.stderr.split('\n\n').filter(problem => /^(?:\S+:\d+:\d+ )?error /.test(problem))
  }

  it('of every address that is taken, with all that claim it', async () => {
    const config = "theme: { nav: ['/no.html'], sidebar: { '/': [{ text: 'A', link: '/none.html' }] } }"
    const errors = await errorsWith({
      ...Object.fromEntries(CLASHES.map(([file, text]) => [file, text])),
      'content/ring.md': '# A\n\n<!--@include: ./_ring.md-->\n',
      'public/c.html': '<p>C</p>\n',
      // One problem each, however many languages there are.
      'site.config.ts': twoLanguages(config),
    })
    const isOfConfig = (line: string) => line.startsWith('site.config.ts')
    const others = errors.filter(line => !isOfConfig(line))
    expect(errors.filter(isOfConfig)).toEqual([
      expect.stringContaining('links to `/no.html`'),
      expect.stringContaining('links to `/none.html`'),
    ])
    expect(others.map(line => line.replace(/:[^]*/, ''))).toEqual(CLASHES.map(([file]) => file).toSorted())
    for (const [file, , ...says] of CLASHES)
      for (const part of says) expect(others.find(line => line.startsWith(`${file}:`))).toContain(part)
  })

  it('of a name that this system cannot store', async () => {
    const name = 'n'.repeat(252)
    const errors = await errorsWith({ [`content/${name}.md`]: '# Title\n' })
    for (const part of ['ENAMETOOLONG', name]) expect(errors.join('\n')).toContain(part)
  })

  it('of public files that it would overwrite', async () => {
    const files = { 'public/fr/404.html': '<p>mine</p>\n', 'public/service-worker.js': '// mine\n' }
    expect(await errorsWith(files)).toEqual(
      Object.keys(files).map(file => expect.stringContaining(`${file}:1:1 error routes/reserved`) as string),
    )
  })

  /** What the configuration adds, or is, and parts of the messages. */
  it.each<[config: string, says: string[]]>([
    ["theme: { editLink: true, lastUpdatd: true }, basse: '/x/'", ['editLinks', 'lastUpdated', 'basse']],
    ["outDir: 'content'", ['outDir', 'content']],
    ["outDir: '..'", ['output folder']],
    ['export default {\n  title: ,\n}\n', ['site.config.ts:2:']],
  ])('of a configuration: %s', async (config, says) => {
    const text = config.startsWith('export') ? config : `export default { ${config} }\n`
    const errors = await errorsWith({ 'site.config.ts': text }, 2)
    for (const part of says) expect(errors.join('\n')).toContain(part)
    expect(errors).toHaveLength(says.includes('basse') ? 3 : 1)
  })
})

it('a page that cannot be read is one finding, whatever leads to it', async () => {
  const created = createTestSite({
    'content/guide.md': '---\ntitle: Guide\n# Guide\n',
    'content/a.md': '# A\n\n[x](./guide.md#usage)\n',
    'content/fr/README.md': '# Accueil\n',
    'content/fr/guide.md': '# Guide\n\n[y](/guide.md)\n',
    'site.config.ts': twoLanguages("theme: { nav: ['/guide'] }, redirects: { '/old': '/guide.html' }"),
  })
  const { code, stderr } = await created.run(['build'])
  expect([code, stderr.match(/^\S.*/gm)]).toEqual([1, [expect.stringContaining('content/guide.md:1:1')]])
})
