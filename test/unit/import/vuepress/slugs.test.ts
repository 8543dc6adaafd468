import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
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

describe('the version of VuePress', () => {
  test.each<[name: string, files: Record<string, string>, slugs: string, said: string]>([
    [
      'of package-lock.json, before what is wanted',
      {
        'package.json': wanted('^1.0.0'),
        'package-lock.json': '{"packages":{"node_modules/vuepress":{"version":"1.5.3"}}}',
      },
      'vuepress',
      '`../package-lock.json` has `1.5.3`',
    ],
    [
      'of an old package-lock.json',
      { 'docs/package-lock.json': '{"dependencies":{"@vuepress/core":{"version":"1.8.2"}}}' },
      'vuepress-nfkd',
      '`package-lock.json` has `1.8.2`',
    ],
    [
      'of yarn.lock',
      {
        'yarn.lock': 'vuepress-plugin-x@^1.0.0:\n  version "9.0.0"\n\nvuepress@^1.5.3:\n  version "1.5.3"\n',
      },
      'vuepress',
      '`../yarn.lock` has `1.5.3`',
    ],
    [
      'of the yarn.lock of later versions',
      { 'yarn.lock': '"vuepress@npm:^1.5.3":\n  version: 1.9.7\n' },
      'vuepress-nfkd',
      '1.9.7',
    ],
    [
      'of pnpm-lock.yaml',
      { 'pnpm-lock.yaml': 'packages:\n\n  /vuepress/1.5.2_abc@1:\n    dev: true\n' },
      'vuepress',
      '`1.5.2`',
    ],
    [
      'of a later pnpm-lock.yaml',
      { 'pnpm-lock.yaml': "  '@vuepress/core@1.8.2':\n" },
      'vuepress-nfkd',
      '1.8.2',
    ],
    [
      'that is installed',
      { 'node_modules/vuepress/package.json': '{"version":"1.5.4"}' },
      'vuepress-nfkd',
      '',
    ],
    ['that is wanted exactly', { 'package.json': wanted('1.4.1') }, 'vuepress', '`1.4.1`'],
    ['that a range allows at most', { 'package.json': wanted('^1.5.3') }, 'vuepress-nfkd', '`^1.5.3`'],
    ['that a narrow range allows', { 'package.json': wanted('~1.4.0') }, 'vuepress', '`~1.4.0`'],
    ['0', { 'package.json': wanted('^0.14.11') }, 'vuepress', '0.14.11'],
    ['2', { 'package.json': wanted('2.0.0-rc.1') }, 'vuepress-nfkd', '2.0.0'],
    [
      'in a damaged file is no version',
      { 'package.json': '{', 'yarn.lock': '' },
      'vuepress',
      'names VuePress',
    ],
  ])('%s', (_name, files, slugs, said) => {
    const chosen = choose(files)
    expect(chosen.slugs).toBe(slugs)
    expect(chosen.reason).toContain(said)
  })
})
