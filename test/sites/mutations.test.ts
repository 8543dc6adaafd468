/** Files that change, vanish or become folders while the site is built. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { sample } from '../support/full.ts'
import { createTestSite, leftovers, preload, twoLanguages } from './site.ts'

/** Runs a shell command the n-th time that a file or folder whose path ends with `AT` is looked at. */
const MUTATE = `
  import { spawnSync } from 'node:child_process'
  import { isMainThread } from 'node:worker_threads'
  let left = Number(process.env.TIME)
  const look = file => {
    if (isMainThread && String(file).endsWith(process.env.AT) && (left -= 1) === 0)
      spawnSync('sh', ['-c', process.env.MUTATION])
  }
  const names = 'readFile stat lstat readdir open copyFile realpath mkdir writeFile rename link'.split(' ')
  const wrap = (of, name) => {
    const original = of[name]
    of[name] = Object.assign((file, ...rest) => (look(file), original(file, ...rest)), original)
  }
  for (const name of names) {
    wrap(fs, name + 'Sync')
    wrap(fs.promises, name)
  }
  wrap(fs, 'createReadStream')`

const site = createTestSite()
const IMAGE = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'

/** Writes the sources as they were at first, whatever they have become. */
function restore(): void {
  for (const folder of ['content', 'public', 'templates'])
    rmSync(path.join(site.root, folder), { recursive: true, force: true })
  const files = {
    'site.config.ts': twoLanguages(),
    'content/README.md': '# Home\n\n![a](./picture.svg) ![b](/logo.svg)\n\n[a](./a.md)\n',
    'content/a.md': '# A\n\n<!--@include: ./sub/_part.md-->\n',
    'content/sub/b.md': '# B\n',
    'content/sub/_part.md': 'Part.\n',
    'content/fr/README.md': '# Accueil\n',
    'content/picture.svg': IMAGE,
    'public/logo.svg': IMAGE,
    'public/robots.txt': 'User-agent: *\n',
    'templates/components/Footer.tsx': 'export function Footer() {\n  return <footer>Footer</footer>\n}\n',
  }
  for (const [file, text] of Object.entries(files)) site.write(file, text)
}

restore()
await site.build()
let before = site.hashes('dist')

const toFolder = (file: string) => `rm -r ${file}; mkdir ${file}`
const toFile = (folder: string) => `rm -r ${folder}; echo x > ${folder}`

const CHANGED = '`content/picture.svg` changed during the build.'
/** `at`: what is looked at when it happens. */
const cases: { at: string; time: number; mutation: string; says?: string }[] = [
  { at: 'content/a.md', time: 1, mutation: 'rm content/a.md' },
  { at: 'content/a.md', time: 2, mutation: toFolder('content/a.md') },
  { at: 'content/a.md', time: 2, mutation: 'rm content/a.md; ln -s nowhere.md content/a.md' },
  { at: 'sub/_part.md', time: 2, mutation: 'rm content/sub/_part.md' },
  { at: 'sub/_part.md', time: 2, mutation: toFolder('content/sub/_part.md') },
  { at: 'content/sub', time: 1, mutation: 'rm -r content/sub' },
  { at: 'content/sub', time: 1, mutation: toFile('content/sub') },
  { at: '/content', time: 3, mutation: 'rm -r content' },
  { at: '/public', time: 4, mutation: toFile('public') },
  { at: 'picture.svg', time: 5, mutation: 'rm content/picture.svg' },
  { at: 'dist.lock', time: 1, mutation: 'echo "<svg/>" > content/picture.svg', says: CHANGED },
  { at: 'dist.lock', time: 1, mutation: toFolder('content/picture.svg'), says: '`content/picture.svg`' },
  { at: 'dist.lock', time: 1, mutation: toFolder('public/logo.svg'), says: '`public/logo.svg`' },
  { at: 'public/robots.txt', time: 1, mutation: toFolder('public/robots.txt') },
  { at: 'dist.lock', time: 1, mutation: 'rm -r content public' },
  { at: 'site.config.ts', time: 2, mutation: 'rm site.config.ts' },
  { at: '.svg', time: 1, mutation: 'rm -r node_modules' },
]

describe('a source that changes during a build', () => {
  it.each(sample(cases, 1, 3, 7, 8, 10, 12, 16))(
    'when `$at` is looked at ($time): $mutation',
    async ({ at, time, mutation, says = '' }) => {
      const env = { AT: at, TIME: String(time), MUTATION: mutation }
      const nodeArgs = preload(site, MUTATE)
      const { code, stderr } = await site.run(['build'], { env, nodeArgs })
      const found = site.hashes('dist')
      const left = leftovers(site)
      restore()
      expect(stderr).not.toMatch(/internal error|\n\s+at /)
      expect(stderr).toContain(says)
      expect(code).toBeLessThanOrEqual(says === '' ? 2 : 1)
      if (says !== '') expect(code).toBe(1)
      expect(left).toEqual([])
      if (code > 0) expect(found).toEqual(before)
      else before = found
    },
  )
})
