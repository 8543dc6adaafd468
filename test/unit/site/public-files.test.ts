import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { listPublicFiles, servedTarget } from '../../../src/site/assets.ts'

const repository = mkdtempSync(path.join(tmpdir(), 'public-'))
const root = path.join(repository, 'site')
afterAll(() => rmSync(repository, { recursive: true }))

function write(name: string): void {
  const file = path.join(repository, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, name)
}

const link = (target: string, name: string) => symlinkSync(target, path.join(repository, name))

for (const name of [
  '.git/config',
  '.env',
  'art/logo.svg',
  'art/.hidden',
  'art/node_modules/x.js',
  'art/sub/more.png',
  'site/public/own.png',
  'site/public/.well-known/x.txt',
  'site/.vuepress/public/own.png',
  'site/.vuepress/art/icon.png',
])
  write(name)
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
    const { files, findings } = await listPublicFiles(root, 'public')
    expect(files).toEqual([
      '.well-known/x.txt',
      'art/logo.svg',
      'art/sub/more.png',
      'logo.svg',
      'own.png',
      'same.png',
    ])
    expect(findings.map(({ rule, severity, place }) => `${rule} ${severity} ${place?.file}`)).toEqual([
      'files/link-loop warning public/art/sub/loop',
      'files/outside warning public/env.txt',
      'files/outside warning public/etc',
      'files/dangling-link warning public/gone.png',
      'files/outside warning public/history',
    ])
  })

  test('may lead to the neighbours of a folder whose own name is private', async () => {
    const { files, findings } = await listPublicFiles(root, '.vuepress/public')
    expect(files).toEqual(['icon.png', 'own.png'])
    expect(findings).toEqual([])
  })

  test('are looked at again when a file is served', async () => {
    const folder = path.join(root, 'public')
    const target = (name: string) => servedTarget(root, folder, path.join(folder, name))
    expect(await target('logo.svg')).toBe(path.join(repository, 'art/logo.svg'))
    expect(await target('own.png')).toBe(path.join(folder, 'own.png'))
    for (const name of ['env.txt', 'history/config', 'etc/hostname', 'gone.png'])
      expect(await target(name)).toBeUndefined()
  })

  test('are none where there is no folder', async () => {
    expect(await listPublicFiles(root, 'nowhere')).toEqual({ files: [], findings: [] })
  })
})

describe('names that begin with a dot', () => {
  const folder = path.join(repository, 'dots')
  const NAMES = [
    '.env',
    '.git/config',
    '.gitignore',
    '.DS_Store',
    'a/._x.png',
    'a/.env',
    '.Git/config',
    '.idea/x.xml',
  ]
  const FOR_HOSTS = ['.htaccess', '.nojekyll', '.well-known/acme/x']
  for (const name of [...NAMES, ...FOR_HOSTS, '.tool/kept', '.tool/other', '.well-known/.env', 'b.png'])
    write(`dots/public/${name}`)

  test('are left out and said, but for those of hosts and leftovers', async () => {
    const { files, findings } = await listPublicFiles(folder, './public')
    expect(files).toEqual([...FOR_HOSTS, 'b.png'])
    expect(findings.map(({ rule, place }) => `${rule} ${place?.file}`)).toEqual(
      ['.env', '.idea', '.tool', '.well-known/.env', 'a/.env'].map(name => `files/hidden public/${name}`),
    )
  })

  test('are published where the site allows it', async () => {
    const access = { folders: ['public'], allowed: ['public/.tool/kept', 'public/.env', 'public/.idea'] }
    const { files } = await listPublicFiles(folder, 'public', access)
    expect(files).toEqual([
      '.env',
      '.htaccess',
      '.idea/x.xml',
      '.nojekyll',
      '.tool/kept',
      '.well-known/acme/x',
      'b.png',
    ])
  })
})
