import { symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test, it } from 'vitest'
import {
  listPublicFiles,
  servedTarget,
  fileAccess,
  holdsAllowed,
  privateReason,
} from '../../../src/site/assets.ts'
import { sourceFolders } from '../../../src/lib/files.ts'
import type { SiteConfig } from '../../../src/schema/config.ts'
import { withIcon } from '../../../src/site/head.ts'
import { createFolder } from '../../sites/site.ts'

const { root: repository, write } = createFolder()
const root = path.join(repository, 'site')

const sources = sourceFolders(repository, [])
const link = (target: string, name: string) => symlinkSync(target, path.join(repository, name))

const written =
  '.git/config .env art/logo.svg art/.hidden art/node_modules/x.js art/sub/more.png site/public/own.png ' +
  'site/public/.well-known/x.txt site/.vuepress/public/own.png site/.vuepress/art/icon.png'
for (const name of written.split(' ')) write(name, name)
link('../../art/logo.svg', 'site/public/logo.svg')
link('../../art', 'site/public/art')
link('own.png', 'site/public/same.png')
link('../../.env', 'site/public/env.txt')
link('../../.git', 'site/public/history')
link('/etc', 'site/public/etc')
link('nowhere', 'site/public/gone.png')
link('..', 'art/sub/loop')
link('../art/icon.png', 'site/.vuepress/public/icon.png')

describe('links in the public folder', () => {
  test('are followed inside the repository; others are findings', async () => {
    const { files, findings } = await listPublicFiles(root, 'public', sources)
    const followed = '.well-known/x.txt art/logo.svg art/sub/more.png logo.svg own.png same.png'
    expect(files).toEqual(followed.split(' '))
    expect(findings.map(({ rule, severity, place }) => `${rule} ${severity} ${place?.file}`)).toEqual([
      'files/link-loop warning public/art/sub/loop',
      'files/outside warning public/env.txt',
      'files/outside warning public/etc',
      'files/dangling-link warning public/gone.png',
      'files/outside warning public/history',
    ])
  })

  test('may lead to the neighbours of a folder whose own name is private', async () => {
    const { files, findings } = await listPublicFiles(root, '.vuepress/public', sources)
    expect(files).toEqual(['icon.png', 'own.png'])
    expect(findings).toEqual([])
  })

  test('are looked at again when a file is served', async () => {
    const folder = path.join(root, 'public')
    const target = (name: string) => servedTarget(sources, folder, path.join(folder, name))
    expect(await target('logo.svg')).toBe(path.join(repository, 'art/logo.svg'))
    expect(await target('own.png')).toBe(path.join(folder, 'own.png'))
    for (const name of ['env.txt', 'history/config', 'etc/hostname', 'gone.png'])
      expect(await target(name)).toBeUndefined()
  })

  test('are none where there is no folder', async () => {
    expect(await listPublicFiles(root, 'nowhere', sources)).toEqual({ files: [], findings: [] })
  })
})

describe('names that begin with a dot', () => {
  const folder = path.join(repository, 'dots')
  const NAMES = '.env .git/config .gitignore .DS_Store a/._x.png a/.env .Git/config .idea/x.xml'.split(' ')
  const FOR_HOSTS = ['.htaccess', '.nojekyll', '.well-known/acme/x']
  for (const name of [...NAMES, ...FOR_HOSTS, '.tool/kept', '.tool/other', '.well-known/.env', 'b.png'])
    write(`dots/public/${name}`, '')

  test('are left out and reported, but for those of hosts and leftovers', async () => {
    const { files, findings } = await listPublicFiles(folder, './public', sources)
    expect(files).toEqual([...FOR_HOSTS, 'b.png'])
    expect(findings.map(({ rule, place }) => `${rule} ${place?.file}`)).toEqual(
      ['.env', '.idea', '.tool', '.well-known/.env', 'a/.env'].map(name => `files/hidden public/${name}`),
    )
  })

  test('are published where the site allows it', async () => {
    const access = { folders: ['public'], allowed: ['public/.tool/kept', 'public/.env', 'public/.idea'] }
    const { files } = await listPublicFiles(folder, 'public', sources, access)
    const allowed = '.env .htaccess .idea/x.xml .nojekyll .tool/kept .well-known/acme/x b.png'
    expect(files).toEqual(allowed.split(' '))
  })
})

const icon = (rel: string, href: string) => ({ tag: 'link' as const, attributes: { rel, href } })
const iconsWith = (head: SiteConfig['head'], ...publicFiles: string[]) =>
  withIcon({ title: 'Site', head } as unknown as SiteConfig, publicFiles).head

test.each([
  ['favicon.svg', ['favicon.ico', 'favicon.svg']],
  ['favicon.png', ['favicon.ico', 'favicon.png']],
  ['favicon.ico', ['favicon.ico', 'img/favicon.png']],
])('the icon is %s of %j', (name, files) => {
  expect(iconsWith([], ...files)).toEqual([icon('icon', `/${name}`)])
})

test.each(['icon', 'shortcut icon', 'ICON'])('an icon that the head names stays alone: rel="%s"', rel => {
  expect(iconsWith([icon(rel, '/own.png')], 'favicon.ico')).toEqual([icon(rel, '/own.png')])
})

test.each(['apple-touch-icon', 'mask-icon', 'stylesheet'])(
  'without any, documents say so and browsers ask for none: rel="%s" is not one',
  rel => {
    const other = icon(rel, '/other.png')
    expect(iconsWith([other], 'notes.txt')).toEqual([other, icon('icon', 'data:,')])
  },
)

const access = fileAccess({
  contentDir: './.docs/content/',
  publicDir: '.docs/public',
  markdown: { allowFiles: ['./.github/', '.tool.json', 'node_modules/pkg/README.md'] },
} as SiteConfig)
const reasonOf = (file: string, ...ignored: string[]) => privateReason(file, access, new Set(ignored))

it.each([
  ['.env', 'hidden'],
  ['a/.git/config', 'hidden'],
  ['../.git/config', 'hidden'],
  ['.docs/content/.env', 'hidden'],
  ['.docs/other/x', 'hidden'],
  ['.docs/contents/x', 'hidden'],
  ['node_modules/pkg/index.js', 'package'],
  ['a/Node_Modules/x', 'package'],
  ['..env', 'hidden'],
  ['a/...', 'hidden'],
  ['secret', 'ignored'],
])('%s is private: %s', (file, reason) => expect(reasonOf(file, 'secret')).toBe(reason))

it.each(
  '../open ./open .docs/content/a.md .docs/public/x .github/workflows/ci.yml .tool.json node_modules/pkg/README.md node_modules.md a.b/c.'.split(
    ' ',
  ),
)('%s is for readers', file => expect(reasonOf(file)).toBeUndefined())

it('what the site allows is for readers though Git ignores it', () => {
  expect(reasonOf('.tool.json', '.tool.json')).toBeUndefined()
  expect(reasonOf('.tool.json5')).toBe('hidden')
})

it('a folder is entered for what is allowed below it', () => {
  expect(holdsAllowed('node_modules/pkg', access)).toBe(true)
  expect(holdsAllowed('node_modules/pk', access)).toBe(false)
})
