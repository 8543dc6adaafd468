import { symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTestSite, git, type TestSite } from './site.ts'

/** Is in every file that no reader may see. */
const SECRET = 'Quetzalcoatl'
const CONFIG = `import { defineConfig } from 'docsgen'
export default defineConfig({
  title: 'Example',
  locales: { '/': { lang: 'en-US', label: 'English' } },
  markdown: { allowFiles: ['.github'] },
})
`
const INCLUDES = [
  '!!!include(.env)!!!',
  '<!--@include: ../.env-->',
  '<!--@include: ./../content/.././.env-->',
  '<<< ../.git/config',
  '<<< @/node_modules/pkg/index.js',
  '<<< @/Node_Modules/pkg/index.js',
  '<<< @/private/key.txt',
  '<<< ./linked/key.txt',
  '<<< ./link.txt',
]
const LINKS = [
  '[a](../.env)',
  '[b](../node_modules/pkg/notes.txt)',
  '[c](%2e%2e/%2Eenv)',
  '![d](.secret.png)',
  '![e](../private/picture.png)',
  '[f](link.txt)',
  '<a href="../.env">g</a>',
  '<img src=".secret.png" alt="h">',
  '<video src=".secret.mp4"></video>',
  '<img src="./linked/picture.png" alt="i">',
  '<img srcset=".secret.png 2x" alt="j">',
  '[k](outside.txt)',
]
const ALLOWED = ['<<< @/.github/flow.yml', '[flow](../.github/flow.yml)', '[open](./open.txt)']

const page = (lines: readonly string[]) => `# Home\n\n${lines.join('\n\n')}\n`
const everyOther = (lines: readonly string[], rule: string) =>
  lines.map((_, index) => `content/README.md:${3 + 2 * index} ${rule}`)

/** Gives places in the content with their rules, and names and texts of all that is published. */
async function build(site: TestSite) {
  const { code, stderr } = await site.run(['build', '--no-strict-links'])
  const found = stderr.matchAll(/^(content\/\S+:\d+):\d+ (?:error|warning) (\S+)/gm)
  const names = Object.keys(site.hashes('dist'))
  return {
    code,
    problems: Array.from(found, ([, place, rule]) => `${place} ${rule}`),
    output: names.map(name => `\n${name}\n${site.read(`dist/${name}`)}`).join(''),
  }
}

function writeSite(): TestSite {
  const secret = (...names: string[]) => Object.fromEntries(names.map(name => [name, `${SECRET}\n`]))
  const site = createTestSite({
    ...secret('.env', 'node_modules/pkg/index.js', 'node_modules/pkg/notes.txt', 'private/key.txt'),
    ...secret('private/picture.png', 'content/.secret.png', 'content/.secret.mp4'),
    ...secret('public/.env', 'public/.DS_Store', 'public/.git/config', 'public/a/.env.local'),
    'site.config.ts': CONFIG,
    '.gitignore': '/private/\ngenerated.md\n',
    '.github/flow.yml': 'allowed: flow\n',
    'content/open.txt': 'open\n',
    'content/README.md': page([...LINKS, ...ALLOWED]),
    'content/generated.md': '# Generated\n\nMade by a tool.\n',
  })
  git(site.root, 'init', '-q')
  git(site.root, 'config', 'remote.origin.url', `https://${SECRET}@example.org`)
  symlinkSync('../private', path.join(site.root, 'content/linked'))
  symlinkSync('../.git/config', path.join(site.root, 'content/link.txt'))
  symlinkSync('/etc/hosts', path.join(site.root, 'content/outside.txt'))
  return site
}

const site = writeSite()
const linked = await build(site)
site.write('.gitignore', '/private/\ngenerated.md\nopen.txt\n')
const later = await build(site)
site.write('content/README.md', page(INCLUDES))
symlinkSync('../.git/config', path.join(site.root, 'content/page.md'))
const included = await build(site)

it('links, images and media to what is hidden, of a package or ignored by Git are reported and not published', () => {
  expect([linked.code, linked.problems]).toEqual([0, everyOther(LINKS, 'links/private')])
  expect(linked.output).not.toContain(SECRET)
})

it('what the configuration allows is published, and so are pages that Git ignores', () => {
  expect(linked.output).toContain('allowed: flow')
  expect(linked.output).toMatch(/\nassets\/media\/flow\.\w{8}\.yml\n/)
  expect(linked.output).toContain('Made by a tool.')
})

it('what Git ignores from now on is noticed by a warm build', () => {
  expect(linked.output).toMatch(/\nassets\/media\/open\.\w{8}\.txt\n/)
  expect(later.problems).toContain(`content/README.md:${3 + 2 * (LINKS.length + 2)} links/private`)
})

it('includes, snippets and links in place of pages that lead there are errors: nothing is published', () => {
  const errors = [...everyOther(INCLUDES, 'markdown/include-private'), 'content/page.md:1 files/outside']
  expect([included.code, included.problems]).toEqual([1, errors])
  expect(included.output).not.toContain(SECRET)
})

describe('content outside of the folder of the site', () => {
  const GOOD = ['![a](./a.svg)', '[b](b.csv)', '<!--@include: ./_part.md-->', '[c](guide/c.md)']
  const NEAR = ['![d](../art/d.svg)', '<<< ../art/code.js']
  const INCLUDED = ['<<< ../.env', '<<< ../../away.txt', '<<< ./link.txt']
  const LINKED = ['[e](../.env)', '![f](link.txt)', '[g](../../away.txt)']

  function writeOutside(hasGit: boolean, lines: readonly string[]): TestSite {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    const site = createTestSite({
      'away.txt': SECRET,
      'top/.env': SECRET,
      'top/art/d.svg': drawing,
      'top/art/code.js': 'nearby()\n',
      'top/docs/README.md': page(lines),
      'top/docs/_part.md': 'Part. ![p](./a.svg)\n',
      'top/docs/a.svg': drawing,
      'top/docs/b.csv': '1,2\n',
      'top/docs/guide/c.md': '# C\n\n[home](../README.md)\n',
      'top/docs/public/manual.pdf': '%PDF',
      'top/apps/site/site.config.ts': CONFIG.replace(
        'markdown:',
        "contentDir: '../../docs/', publicDir: '../../docs/public', markdown:",
      ),
    })
    if (hasGit) git(path.join(site.root, 'top'), 'init', '-q')
    symlinkSync('../../away.txt', path.join(site.root, 'top/docs/link.txt'))
    return site
  }
  const buildThere = (site: TestSite, command = 'build') =>
    site.run([command], { cwd: path.join(site.root, 'top/apps/site') })

  it.each([
    ['with Git, and what its repository has beside it', true, [...GOOD, ...NEAR]],
    ['without Git', false, GOOD],
  ])('is published %s', async (_what, hasGit, lines) => {
    const site = writeOutside(hasGit, lines)
    const { code, stderr } = await buildThere(site)
    expect({ code, problems: stderr.match(/^\S+docs\/.*/gm) }).toEqual({ code: 0, problems: null })
    const html = site.read('top/apps/site/dist/index.html')
    expect(html).toMatch(
      /src="\/assets\/img\/a\.\w{8}\.svg"[^]*href="\/assets\/media\/b\.\w{8}\.csv"[^]*Part\./,
    )
    expect(html.includes('nearby')).toBe(hasGit)
    const names = Object.keys(site.hashes('top/apps/site/dist'))
    expect(names).toEqual(expect.arrayContaining(['guide/c.html', 'manual.pdf']))
  })

  it.each([
    ['in includes, with Git', true, INCLUDED],
    ['in includes, without Git', false, ['<<< ../art/code.js', ...INCLUDED]],
    ['in links, with Git', true, LINKED],
    ['in links, without Git', false, ['![d](../art/d.svg)', ...LINKED]],
  ])(
    'opens nothing further: private files and those elsewhere are reported %s',
    async (_what, hasGit, lines) => {
      const site = writeOutside(hasGit, lines)
      const { code, stdout } = await buildThere(site, 'check')
      const places = [...stdout.matchAll(/^\S+docs\/README\.md:(\d+)/gm)].map(([, line]) => Number(line))
      expect({ code, places: places.toSorted((a, b) => a - b) }).toEqual({
        code: 1,
        places: lines.map((_, index) => 3 + 2 * index),
      })
      expect(stdout).not.toContain(SECRET)
    },
  )
})
