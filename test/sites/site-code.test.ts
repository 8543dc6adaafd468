import { execFileSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestSite, type TestSite, twoLanguages } from './site.ts'

const sites: TestSite[] = []
afterEach(() => {
  for (const created of sites.splice(0)) created.remove()
})

function site(files: Record<string, string>): TestSite {
  const created = createTestSite(files)
  sites.push(created)
  return created
}

/** A plugin with these properties, and what a build says of it: every line that is an error. */
async function withPlugin(own: string, before = ''): Promise<{ code: number; errors: string[] }> {
  const created = site({
    'site.config.ts': twoLanguages("plugins: ['./p.ts'],"),
    'p.ts': `${before}\nexport default { name: 'p', ${own} }\n`,
  })
  const { code, stderr } = await created.run(['build'])
  expect(stderr).not.toMatch(/internal error|^ {4}at /m)
  return { code, errors: stderr.match(/^.*\berror .*$/gm)?.filter(line => /\berror \w+\//.test(line)) ?? [] }
}

describe('whatever code of the site does is a problem that names it', () => {
  it.each([
    ['rejects with null', 'pages: () => Promise.reject(null)', '`pages` ran: it threw null.'],
    ['throws null', 'page: () => { throw null }', '`page` ran on `content/README.md`: it threw null.'],
    [
      'throws undefined for a head',
      'head: () => { throw undefined }',
      '`head` ran on `content/README.md`: it threw undefined.',
    ],
    ['throws null for files', 'files: () => { throw null }', '`files` ran: it threw null.'],
    [
      'ends the process at a page',
      'page: () => { process.reallyExit(0) }',
      '`page` ran on `content/README.md`: it ended the process.',
    ],
    [
      'ends the process for a head',
      'head: () => { process.reallyExit(0) }',
      '`head` ran on `content/README.md`: it ended the process.',
    ],
    [
      'ends the process for pages',
      'pages: () => { process.reallyExit(3) }',
      '`pages` ran: it ended the process.',
    ],
  ])('a plugin that %s', async (_what, own, says) => {
    const { code, errors } = await withPlugin(own)
    expect(code).toBe(1)
    expect(errors).toEqual([expect.stringContaining(`plugins/failed The plugin \`p\` failed when ${says}`)])
  })

  it.each([
    ['throws null', 'throw null', 'it threw null.'],
    ['ends the process', 'process.reallyExit(0)', 'it ended the process.'],
  ])('a plugin that %s while it is loaded', async (_what, before, says) => {
    const { code, errors } = await withPlugin('', before)
    expect(code).toBe(2)
    expect(errors).toEqual([
      expect.stringContaining(`The plugin \`./p.ts\` failed when it was loaded: ${says}`),
    ])
  })

  it.each([
    ['pages', String.raw`pages: () => [{ path: 'a\0b.md', markdown: '# A' }]`],
    ['files', String.raw`files: () => [{ path: 'a\0b.txt', content: 'A' }]`],
  ])('a path with a NUL in what `%s` returns', async (hook, own) => {
    const { code, errors } = await withPlugin(own)
    expect(code).toBe(1)
    expect(errors).toEqual([
      expect.stringContaining(
        `plugins/result The plugin \`p\` returned something else than \`${hook}\` should`,
      ),
    ])
  })
})

it('`--json` stays JSON whatever plugins and components print', async () => {
  const created = site({
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
  const { code, stdout, stderr } = await created.run(['build', '--json'])
  expect({ code, pages: (JSON.parse(stdout) as { pages: unknown }).pages }).toEqual({
    code: 0,
    pages: { '/': 1, '/fr/': 0 },
  })
  for (const text of ['configuration', 'loaded', 'page', 'head', 'pages', 'files', 'template', 'rendered'])
    expect(stderr).toContain(`${text}\n`)
})

describe('what a page or a configuration holds is no reason for more than 600 MB', () => {
  /** Exit code, errors, and the most memory that the build held, in MB. */
  async function measure(files: Record<string, string>) {
    const created = site(files)
    const report = 'process.on("exit", () => console.error(`peak ${process.resourceUsage().maxRSS / 1024}`))'
    created.write('peak.mjs', report)
    const { code, stderr } = await created.run(['build'], {
      nodeArgs: ['--import', path.join(created.root, 'peak.mjs')],
    })
    const peak = Math.max(...(stderr.match(/(?<=^peak )[\d.]+/gm) ?? []).map(Number))
    return { code, peak, errors: stderr.match(/^\S+ error .*$/gm) ?? [] }
  }
  const repeated = (text: string) => `# Page\n\n${text.repeat(Math.floor(2e6 / text.length))}`
  const page = 'content/a.md'

  // Each takes its whole time or memory: half a minute.
  const large: [string, string][] = [
    [
      '100,000 headings',
      '# Page\n\n' +
        Array.from({ length: 100_000 }, (_, at) => `## Heading ${at}\n\n`)
          .join('')
          .slice(0, 2e6),
    ],
    ['a tree of 100,000 entries', `# Page\n\n::: file-tree\n\n${'- file\n'.repeat(100_000)}\n:::\n`],
    ['tables of contents by the thousand', `# Page\n\n${'## Heading\n\n[[toc]]\n\n'.repeat(2000)}`],
    ['paragraphs', repeated('Some *text* with [a link](./README.md) and `code`.\n\n')],
  ]
  it.each(process.env['DOCSGEN_FULL'] ? large : large.slice(2, 3))(
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

it('an alias of YAML that contains itself has its place', async () => {
  const { code, stderr } = await site({ 'content/a.md': '---\na: &a\n  b: *a\n---\n# A\n' }).run(['build'])
  expect(code).toBe(1)
  expect(stderr).toContain(
    'content/a.md:3:6 error frontmatter/syntax The frontmatter is not valid YAML: `*a` contains itself.',
  )
})

const isRoot = process.getuid?.() === 0
it.each(['content', 'content/guide'])('a folder that cannot be read is named: %s', async folder => {
  const created = site({ 'content/guide/a.md': '# A\n' })
  // Another user owns the site, but not that folder.
  if (isRoot) execFileSync('chown', ['-R', '65534:65534', created.root])
  if (isRoot) execFileSync('chown', ['0:0', path.join(created.root, folder)])
  chmodSync(path.join(created.root, folder), isRoot ? 0o700 : 0)
  const { code, stderr } = await created.run(['build'], isRoot ? { user: 65534 } : {})
  chmodSync(path.join(created.root, folder), 0o755)
  expect(stderr).toContain(`${folder}:1:1 error files/unreadable The folder can't be read: EACCES.`)
  expect(code).toBe(1)
})
