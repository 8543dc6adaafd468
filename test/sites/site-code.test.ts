/** Code of the site – configuration, plugins, components – fails, ends the process or prints: the problem names it. */
import { execFileSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { IS_FULL, sample } from '../support/full.ts'
import { createTestSite, manyPages, preload, twoLanguages } from './site.ts'

const plugin = (own: string) => `export default { name: 'p', ${own} }`
const withPlugin = twoLanguages("plugins: ['./p.ts'],")
const refused = (code: number) =>
  `\`process.exit(${code})\` isn't allowed in the configuration, templates or plugins. Throw an error instead.`

const ON_HOME = 'it ran on `content/README.md`: '
/** Hooks of a plugin, and what follows `failed when`. */
const HOOKS: [hook: string, says: string][] = [
  ['pages: () => Promise.reject(null)', '`pages` ran: it threw null.'],
  ['page: () => { throw null }', '`page` ran on `content/README.md`: it threw null.'],
  ['head: () => { throw undefined }', '`head` ran on `content/README.md`: it threw undefined.'],
  ['files: () => { throw null }', '`files` ran: it threw null.'],
  ['page: () => { process.reallyExit(0) }', `${ON_HOME}the process ended unexpectedly.`],
  ['head: () => { process.reallyExit(0) }', `${ON_HOME}the process ended unexpectedly.`],
  ['pages: () => { process.reallyExit(3) }', '`pages` ran: the process ended unexpectedly.'],
  ['pages: async () => { await null; process.exit(0) }', `\`pages\` ran: ${refused(0)}`],
  ["page: ({ title }) => title === 'Home' && process.exit(4)", `${ON_HOME}${refused(4)}`],
  ["head: ({ title }) => title === 'Home' && process.exit()", `${ON_HOME}${refused(0)}`],
]
const LOADED = 'The plugin `./p.ts` failed when it was loaded: '
/** What is thrown in a plugin after its hooks. */
const LATE = `plugins/failed The plugin \`./p.ts\` failed: ${refused(0)}`
const invalid = (hook: string) => `plugins/result The plugin \`p\` returned an invalid value from \`${hook}\``
/** Whole files, and the error that they are. */
const FILES: [file: string, code: string, exitCode: number, says: string][] = [
  ['p.ts', `throw null\n${plugin('')}`, 2, `${LOADED}it threw null.`],
  ['p.ts', `process.reallyExit(0)\n${plugin('')}`, 2, `${LOADED}the process ended unexpectedly.`],
  ['p.ts', `process.exit(0)\n${plugin('')}`, 2, `p.ts:1:9 error plugins/failed ${LOADED}${refused(0)}`],
  ['p.ts', plugin(String.raw`pages: () => [{ path: 'a\0b.md', markdown: '# A' }]`), 1, invalid('pages')],
  ['p.ts', plugin(String.raw`files: () => [{ path: 'a\0b.txt', content: 'A' }]`), 1, invalid('files')],
  ['p.ts', `setTimeout(() => process.exit(0))\n${plugin('pages: () => []')}`, 1, LATE],
  ['p.ts', plugin('page: () => { setImmediate(() => process.exit(0)) }'), 1, LATE],
  ['site.config.ts', "process.exit(0); export default { title: 'A' }", 2, refused(0)],
  [
    'site.config.ts',
    "setTimeout(() => process.exit(0)); export default { title: 'A' }",
    2,
    `site.config.ts:1:26 error config The configuration failed: ${refused(0)}`,
  ],
]
const CASES = [
  ...FILES,
  ...HOOKS.map(([hook, says]): (typeof FILES)[number] => {
    return ['p.ts', plugin(hook), 1, `plugins/failed The plugin \`p\` failed when ${says}`]
  }),
]

describe('a build names what fails, publishes nothing and shows no stack', () => {
  // One of each kind, at a stage of its own: thrown, ended, refused, exited.
  it.each(sample(CASES, 0, 1, 2, 3, 6, 8, 9, 13, 17))('%s: %s', async (file, code, exitCode, says) => {
    const created = createTestSite({
      'site.config.ts': withPlugin,
      'p.ts': plugin('pages: () => []'),
      'dist/index.html': 'The previous site.',
      [file]: `${code}\n`,
    })
    const { code: actual, stderr } = await created.run(['build'], /exit/i.test(code) ? { apart: true } : {})
    expect(stderr).not.toMatch(/internal error|^ {4}at /m)
    expect(stderr.match(/^(?:\S+:\d+:\d+ )?error .*$/gm)).toEqual([expect.stringContaining(says)])
    expect(actual).toBe(exitCode)
    expect(Object.keys(created.hashes('dist'))).toEqual(['index.html'])
  })

  it.each([
    ['exits', "if (title === 'Page 7') process.exit(4)", `it ran on \`content/p7.md\`: ${refused(4)}`],
    ['throws later', "setImmediate(() => { throw new Error('late') })", 'failed: late'],
  ])('a plugin that %s in a thread', async (_what, own, says) => {
    const created = createTestSite({
      ...manyPages(20),
      'site.config.ts': withPlugin,
      'p.ts': `${plugin(`page: ({ title }) => { ${own} }`)}\n`,
    })
    const { code, stderr } = await created.run(['build'], { apart: true })
    expect(stderr).toMatch(/^p\.ts:1:\d+ error plugins\/failed The plugin `(?:\.\/)?p(?:\.ts)?` failed/m)
    expect(stderr).toContain(says)
    expect(stderr).not.toMatch(/^ {4}at /m)
    expect(code).toBe(1)
  })
})

it('code that still runs when the site is built does not keep docsgen from ending', async () => {
  const created = createTestSite({ 'site.config.ts': `setInterval(() => {}, 1000)\n${twoLanguages()}` })
  expect((await created.run(['build'], { apart: true })).code).toBe(0)
})

it('`--json` stays JSON whatever plugins and components print', async () => {
  const created = createTestSite({
    'site.config.ts': `console.log('configuration')\n${twoLanguages("plugins: ['./p.ts'],")}`,
    'p.ts': `console.log('loaded')
process.stdout.write('top')
const print = where => { console.log(where); process.stdout.write('written') }
export default {
  name: 'p',
  page: () => print('page'),
  head: () => { print('head'); return [] },
  pages: () => { print('pages'); return [] },
  files: () => { print('files'); return [] },
}
`,
    'templates/components/Footer.tsx':
      "console.log('template')\nexport const Footer = () => { console.log('rendered'); return null }\n",
  })
  const { code, stdout, stderr } = await created.run(['build', '--json'], { apart: true })
  expect({ code, pages: (JSON.parse(stdout) as { pages: unknown }).pages }).toEqual({
    code: 0,
    pages: { '/': 1, '/fr/': 0 },
  })
  for (const text of ['configuration', 'loaded', 'page', 'head', 'pages', 'files', 'template', 'rendered'])
    expect(stderr).toContain(`${text}\n`)
})

describe('no page and no configuration makes a build take more than 600 MB', () => {
  /** Exit code, errors, and the most memory that the build held, in MB. */
  async function measure(files: Record<string, string>) {
    const created = createTestSite(files)
    const report = 'process.on("exit", () => console.error(`peak ${process.resourceUsage().maxRSS / 1024}`))'
    const { code, stderr } = await created.run(['build'], { nodeArgs: preload(created, report) })
    const peak = Math.max(...(stderr.match(/(?<=^peak )[\d.]+/gm) ?? []).map(Number))
    return { code, peak, errors: stderr.match(/^\S+ error .*$/gm) ?? [] }
  }
  const repeated = (text: string) => `# Page\n\n${text.repeat(Math.floor(2e6 / text.length))}`
  const page = 'content/a.md'

  // In full, each takes its whole time or memory: half a minute.
  const large: [string, string][] = [
    [
      '100,000 headings',
      `# Page\n\n${Array.from({ length: 1e5 }, (_, at) => `## Heading ${at}\n\n`)
        .join('')
        .slice(0, 2e6)}`,
    ],
    ['a tree of 100,000 entries', `# Page\n\n::: file-tree\n\n${'- file\n'.repeat(100_000)}\n:::\n`],
    [
      'tables of contents by the thousand',
      `# Page\n\n${'## Heading\n\n[[toc]]\n\n'.repeat(IS_FULL ? 2000 : 600)}`,
    ],
    ['paragraphs', repeated('Some *text* with [a link](./README.md) and `code`.\n\n')],
  ]
  it.each(IS_FULL ? large : large.slice(2, 3))(
    '%s',
    async (_what, text) => {
      const { code, peak, errors } = await measure({ [page]: text })
      if (code !== 0)
        expect(errors).toEqual([expect.stringMatching(/^content\/a\.md:1:1 error markdown\/too-slow /)])
      expect(peak).toBeLessThan(600)
    },
    300_000,
  )

  it('texts of some megabytes are refused', async () => {
    const inPage = await measure({ [page]: `---\ndescription: ${'a'.repeat(9e6)}\n---\n# A\n` })
    expect(inPage).toMatchObject({
      code: 1,
      errors: [expect.stringMatching(/^content\/a\.md:2:1 error frontmatter\/too-complex/)],
    })
    const inConfig = await measure({ 'site.config.ts': twoLanguages("description: 'a'.repeat(30e6),") })
    expect(inConfig).toMatchObject({
      code: 2,
      errors: [expect.stringMatching(/^site\.config\.ts:1:1 error config `description` is longer/)],
    })
    expect(Math.max(inPage.peak, inConfig.peak)).toBeLessThan(600)
  }, 300_000)
})

const isRoot = process.getuid?.() === 0
it.each([
  ['content', 'The folder'],
  ['content/guide', 'The folder'],
  ['content/guide/a.md', 'The file'],
])('what cannot be read is named: %s', async (name, what) => {
  const created = createTestSite({ 'content/guide/a.md': '# A\n' })
  const place = path.join(created.root, name)
  // Another user owns the site, but not that.
  if (isRoot) execFileSync('chown', ['-R', '65534:65534', created.root])
  if (isRoot) execFileSync('chown', ['0:0', place])
  chmodSync(place, isRoot ? 0o700 : 0)
  const { code, stderr } = await created.run(['build'], isRoot ? { user: 65534 } : {})
  chmodSync(place, 0o755)
  expect(stderr).toContain(`${name}:1:1 error files/unreadable ${what} can't be read: EACCES`)
  expect(code).toBe(1)
})
