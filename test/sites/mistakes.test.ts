import { cpSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestSite, twoLanguages } from './site.ts'

interface Mistake {
  /** The finding: `file:line:column severity rule`, without place for one of the whole site. */
  finding: string
  /** A part of the message or its hint. */
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
    finding: 'content/include.md:3:1 error markdown/include-missing',
    says: 'There is no file `nothing.md`',
    files: { 'content/include.md': '# Include\n\n!!!include(nothing.md)!!!\n' },
  },
  {
    finding: 'content/quote.md:2:8 error frontmatter/syntax',
    says: 'is never closed',
    files: { 'content/quote.md': '---\ntitle: "A\ndescription: x\n---\n# A\n' },
  },
  {
    finding: 'content/links.md:3:1 error links/page',
    says: 'Did you mean `/container.html`?',
    files: { 'content/links.md': '# Links\n\n[a](./contaner.md) [b](./colon.md) [c](./include.md#x)\n' },
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
    finding: 'content/placeholder.md:3:3 warning markdown/unknown-component',
    says: "it's shown as text",
    files: { 'content/placeholder.md': '# Placeholder\n\n- <token>\n' },
  },
  {
    finding: 'content/page.mdx:1:1 warning files/unsupported-extension',
    says: 'Rename it to `page.md`',
    files: { 'content/page.mdx': '# Page\n' },
  },
  {
    finding: 'site.config.ts:4:3 warning i18n/missing-locale',
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

describe('a site with many mistakes at once', async () => {
  const site = createTestSite({
    'site.config.ts': CONFIG,
    'content/README.md': '# Home\n\n[Colon](./colon.md) [Include](./include.md)\n',
    // Overrides a style sheet of the theme that this site has no use for.
    'templates/styles/additions/social.css': '.social { color: inherit; }\n',
    ...Object.assign({}, ...MISTAKES.map(({ files }) => files)),
  })
  const checked = await site.run(['check', '--verbose', '--no-color'])

  it('gets one finding each, those of the whole site before those of pages, in each causes and errors first', () => {
    const found = checked.stdout.matchAll(/^(?:\S+:\d+:\d+ )?(?:error|warning|info) [a-z\d]+\/[a-z-]+(?= )/gm)
    expect([...found].map(([line]) => line)).toEqual(grouped(MISTAKES.map(({ finding }) => finding)))
    expect(checked.code).toBe(1)
  })

  it.each(MISTAKES)('$finding has a message with a hint', ({ finding, says }) => {
    const start = checked.stdout.indexOf(`${finding} `)
    const end = checked.stdout.indexOf('\n\n', start)
    expect(checked.stdout.slice(start, end)).toContain(says)
  })

  it('counts them by rule', () => {
    expect(checked.stdout).toContain('6 errors, 10 warnings, 1 note.')
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

/** Files whose addresses are taken, or that are too complex, and parts of the message for each. */
const CLASHES: [file: string, text: string, ...says: string[]][] = [
  [
    'content/two/README.md',
    '# A\n',
    '`/two/` is used by more than one file: this one and content/two/index.md.',
  ],
  [
    'content/two/index.md',
    '# A\n',
    '`/two/` is used by more than one file: this one and content/two/README.md.',
  ],
  [
    'content/three.md',
    '# A\n',
    '`/three.html` is used by more than one file: this one and content/three/README.md, content/three/index.md.',
  ],
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

describe('a build that is impossible has clear errors, and the previous site stays, byte for byte', () => {
  const site = createTestSite()
  let before: Record<string, string>
  beforeAll(async () => {
    await site.build()
    before = site.hashes('dist')
  })

  /** Builds with further files, which must fail, and returns the errors with their hints. */
  async function errorsWith(files: Record<string, string>, code = 1): Promise<string[]> {
    const created = createTestSite({ ...files })
    cpSync(site.output, created.output, { recursive: true })
    const result = await created.run(['build'])
    expect(result.code).toBe(code)
    expect(result.stderr).not.toMatch(/\n\s+at .*\(?.*:\d+:\d+\)?|RangeError/)
    expect(created.hashes('dist')).toEqual(before)
    return result.stderr.split('\n\n').filter(problem => /^\S+:\d+:\d+ error /.test(problem))
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
    const isWhole = config.startsWith('export')
    const errors = await errorsWith(
      { 'site.config.ts': isWhole ? config : `export default { ${config} }\n` },
      2,
    )
    for (const part of says) expect(errors.join('\n')).toContain(part)
    expect(errors).toHaveLength(says.includes('basse') ? 3 : 1)
  })
})

it('an output folder that is a file is refused and stays', async () => {
  const created = createTestSite({ dist: 'mine' })
  const result = await created.run(['build'])
  expect([result.code, created.read('dist')]).toEqual([1, 'mine'])
  expect(result.stderr).toContain('output/write The output folder `dist` is a file, so nothing was written.')
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

it('several problems are all reported together, sorted by file, with code frames and without paths of the machine', async () => {
  const created = createTestSite({
    'content/b.md': '# B\n\n[x](javascript:alert(1))\n',
    'content/a.md': '# A\n\n<!--@include: ./none.md-->\n',
  })
  const { stderr, code } = await created.run(['build'])
  expect(code).toBe(1)
  expect(stderr.indexOf('content/a.md:3')).toBeGreaterThan(-1)
  expect(stderr.indexOf('content/b.md:3')).toBeGreaterThan(stderr.indexOf('content/a.md:3'))
  expect(stderr).toContain('> 3 |')
  expect(stderr).not.toContain(created.root)
})

describe('the command line', () => {
  it('names the nearest command and option, exit code 2', async () => {
    const created = createTestSite({})
    const command = await created.run(['biuld'])
    expect(command.code).toBe(2)
    expect(command.stderr).toContain('build')
    const option = await created.run(['build', '--out-dri', 'x'])
    expect(option.code).toBe(2)
    expect(option.stderr).toContain('--out-dir')
  })

  it('gives a hint where there is no configuration', async () => {
    const created = createTestSite({})
    const { code, stderr } = await created.run(['build', 'content'])
    expect(code).toBe(2)
    expect(stderr).toContain('docsgen init')
  })
})
