import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { chooseSlugs } from '../../../../src/import/vuepress/vuepress.ts'

const top = mkdtempSync(path.join(tmpdir(), 'slugs-'))
afterAll(() => rmSync(top, { recursive: true }))
let count = 0

/** What is chosen for a site in `docs` of a repository with these files. */
function choose(files: Record<string, string>): { slugs: string; reason: string } {
  const root = path.join(top, String((count += 1)))
  for (const [file, text] of Object.entries({ '.git/HEAD': '', 'docs/README.md': '', ...files })) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  return chooseSlugs(path.join(root, 'docs'))
}

const wanted = (version: string) => JSON.stringify({ devDependencies: { vuepress: version } })

test.each([
  ['package-lock.json', '{"packages":{"node_modules/vuepress":{"version":"1.5.3"}}}', '1.5.3', ''],
  ['docs/package-lock.json', '{"dependencies":{"@vuepress/core":{"version":"1.8.2"}}}', '1.8.2', '-nfkd'],
  [
    'yarn.lock',
    'vuepress-plugin-x@^1:\n  version "9.0.0"\n\nvuepress@^1.5.3:\n  version "1.5.3"\n',
    '1.5.3',
    '',
  ],
  ['yarn.lock', '"vuepress@npm:^1.5.3":\n  version: 1.9.7\n', '1.9.7', '-nfkd'],
  ['pnpm-lock.yaml', 'packages:\n\n  /vuepress/1.5.2_abc@1:\n    dev: true\n', '1.5.2', ''],
  ['pnpm-lock.yaml', "  '@vuepress/core@1.8.2':\n", '1.8.2', '-nfkd'],
  ['node_modules/vuepress/package.json', '{"version":"1.5.4"}', '1.5.4', '-nfkd'],
  ['package.json', wanted('1.4.1'), '1.4.1', ''],
  ['package.json', wanted('^1.5.3'), '^1.5.3', '-nfkd'],
  ['package.json', wanted('~1.4.0'), '~1.4.0', ''],
  ['package.json', wanted('^0.14.11'), '^0.14.11', ''],
  ['package.json', wanted('2.0.0-rc.1'), '2.0.0-rc.1', '-nfkd'],
])('%s with %s has version %s of VuePress', (file, text, version, suffix) => {
  const found = choose({ 'package.json': wanted('^1.0.0'), [file]: text })
  expect(found.slugs).toBe(`vuepress${suffix}`)
  expect(found.reason).toContain(`\`${path.posix.relative('docs', file)}\` has \`${version}\``)
})

test('a script or a damaged file has no version', () => {
  const scripts = '{ "scripts": { "vuepress": "vuepress build docs2" }'
  const { slugs, reason } = choose({ 'package.json': scripts, 'yarn.lock': '' })
  expect([slugs, reason]).toEqual(['vuepress', expect.stringContaining('names VuePress')])
})
