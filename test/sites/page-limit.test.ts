import { afterEach, describe, expect, it } from 'vitest'
import { buildSite } from '../../src/build.ts'
import type { BuildResult } from '../../src/schema/api.ts'
import { withSession } from '../../src/cache/threads/session.ts'
import { IS_FULL } from '../support/full.ts'
import { createTestSite, manyPages, outputOf, type TestSite, twoLanguages } from './site.ts'

/** Milliseconds for a page: enough for an honest one on a busy machine. */
const LIMIT = 1500

afterEach(() => void delete process.env['DOCSGEN_FAULT'])

function buildWith({ root }: TestSite, fault?: string): Promise<BuildResult> {
  if (fault) process.env['DOCSGEN_FAULT'] = fault
  else delete process.env['DOCSGEN_FAULT']
  return withSession({ root, pageLimit: LIMIT }, session => buildSite(session, {}))
}

const errors = ({ findings }: BuildResult) => findings.filter(({ severity }) => severity === 'error')
const files = (result: BuildResult) => errors(result).map(({ rule, place }) => [rule, place?.file])

it.each([
  ['several threads', 20],
  ['one thread', 4],
])('a page that takes too long in %s is reported, and the others are done', async (_where, pages) => {
  const site = createTestSite(manyPages(pages))
  expect((await buildWith(site)).exitCode).toBe(0)
  const before = site.hashes('dist')
  for (let index = 0; index < pages; index += 1)
    site.write(`content/p${index}.md`, `# Page ${index}, changed\n`)
  site.write('content/p3.md', '# Page 3\n\n[x](javascript:alert(1))\n')
  const parsed = await buildWith(site, 'parse:hang:content/p2.md')
  expect(parsed.exitCode).toBe(1)
  expect(files(parsed)).toEqual([
    ['markdown/too-slow', 'content/p2.md'],
    ['markdown/unsafe-link', 'content/p3.md'],
  ])
  const [finding] = errors(parsed)
  expect(finding?.message).toBe("The page couldn't be parsed: it took longer than 1.5 seconds.")
  expect(finding?.hint).toContain('Split the page')
  expect(site.hashes('dist')).toEqual(before)

  site.write('content/p3.md', '# Page 3\n')
  const rendered = await buildWith(site, 'render:hang:/p2.html')
  expect([rendered.exitCode, files(rendered)]).toEqual([1, [['templates/too-slow', 'content/p2.md']]])
  expect(site.hashes('dist')).toEqual(before)

  // Nothing of it is kept: the next build is whole.
  expect(errors(await buildWith(site))).toEqual([])
  expect(site.read('dist/p2.html')).toContain('<h1 id="page-2-changed"')
  await site.run(['build', '--no-cache', '--out-dir', 'cold'])
  expect(outputOf(site)).toMatchObject(outputOf(site, 'cold'))
})

const ENDLESS_FENCE = `() => { appendFileSync(new URL('tries', import.meta.url), '.'); for (;;); }`

it.each([
  [
    'page',
    "page: record => { while (record.title === 'Home'); return 1 }",
    'it ran on `content/README.md`',
    1.5,
  ],
  ['markdown.fences', `markdown: { fences: { x: ${ENDLESS_FENCE} } }`, 'it ran on `content/README.md`', 1.5],
  ['pages', 'pages: () => new Promise(() => setInterval(() => {}, 1000))', '`pages` ran', 6],
])('a plugin whose hook `%s` never ends is reported, and tried once', async (hook, own, when, seconds) => {
  const site = createTestSite({
    ...manyPages(hook === 'markdown.fences' ? 20 : 0),
    'site.config.ts': twoLanguages("plugins: ['./slow.mjs'],"),
    'slow.mjs': `import { appendFileSync } from 'node:fs'\nexport default { name: 'slow', ${own} }\n`,
    'content/README.md': '# Home\n\n```x\n```\n',
    tries: '',
  })
  const result = await buildWith(site)
  const message = `The plugin \`slow\` failed when ${when}: it took longer than ${seconds} seconds.`
  expect(errors(result)).toMatchObject([{ rule: 'plugins/too-slow', message }])
  expect(result.exitCode).toBe(1)
  expect(site.read('tries')).toBe(hook === 'markdown.fences' ? '.' : '')
})

// How long the whole command takes is printed: on a busy machine, starting it can take seconds.
describe.runIf(IS_FULL)('the limit of the command is 30 seconds', () => {
  it.each(['parse:hang:content/p2.md', 'render:hang:/p2.html'])('%s', { timeout: 300_000 }, async fault => {
    const begin = performance.now()
    const options = { env: { DOCSGEN_FAULT: fault }, apart: true }
    const { code, stderr } = await createTestSite(manyPages(5)).run(['build'], options)
    console.info(`${fault}: the whole command took ${((performance.now() - begin) / 1000).toFixed(1)} s`)
    expect([code, stderr]).toEqual([1, expect.stringContaining('it took longer than 30 seconds')])
  })
})
