import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from './serve.ts'
import { createTestSite, PROGRAM, type TestSite, twoLanguages } from './site.ts'
import { sample } from '../support/full.ts'

const CACHE = 'node_modules/.cache/docsgen'
const isRoot = process.getuid?.() === 0
/** A user that owns nothing. */
const OTHER = 65534
const FILES = {
  'site.config.ts': twoLanguages('machines: { markdown: true },'),
  'templates/components/Footer.tsx': 'export const Footer = () => <p>Own footer</p>\n',
  ...Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`content/p${index}.md`, `# Page ${index}\n`]),
  ),
}

const state = {} as { site: TestSite; reference: Record<string, string> }
beforeAll(async () => {
  state.site = createTestSite(FILES)
  expect((await state.site.run(['build'])).code).toBe(0)
  state.reference = state.site.hashes('dist')
})
afterAll(() => state.site.remove())

const warnings = (text: string) => text.match(/(?<=warning )cache\/\w+/g) ?? []

/** Builds the site, which is as that of a whole cache; returns the warnings. */
async function buildWith(damage: (cache: string) => void, user?: number): Promise<string[]> {
  const { site, reference } = state
  await site.run(['build'])
  damage(path.join(site.root, CACHE))
  const { code, stderr } = await site.run(['build'], user === undefined ? {} : { user })
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('Built 41 pages') as string })
  expect(stderr).not.toMatch(/internal error|^ {4}at /m)
  expect(site.hashes('dist')).toEqual(reference)
  return warnings(stderr)
}

describe('what lies in the cache folder in place of a file is a miss', () => {
  const files = ['parsed.index.json', 'rendered.index.json', 'theme-source.json', 'config.json']
  const data = (cache: string) => readdirSync(cache).find(name => name.endsWith('.data')) ?? ''

  it.each([...files, 'data'])('a link to an endless device: %s', async name => {
    await buildWith(cache => {
      const file = path.join(cache, name === 'data' ? data(cache) : name)
      rmSync(file, { force: true })
      symlinkSync('/dev/zero', file)
    })
  })

  it.each([...files, 'data'])('a pipe that nobody writes to: %s', async name => {
    await buildWith(cache => {
      const file = path.join(cache, name === 'data' ? data(cache) : name)
      rmSync(file, { force: true })
      execFileSync('mkfifo', [file])
    })
  })

  it('a file in place of the whole folder', async () => {
    const said = await buildWith(cache => {
      rmSync(cache, { recursive: true })
      writeFileSync(cache, '')
    })
    expect(said).toEqual(['cache/unwritable'])
    rmSync(path.join(state.site.root, CACHE))
  })
})

describe.runIf(isRoot)('a cache folder that cannot be written', () => {
  const own = (cache: string) => {
    execFileSync('chown', ['-R', `${OTHER}:${OTHER}`, state.site.root])
    execFileSync('chown', ['-R', '0:0', cache])
    execFileSync('chmod', ['-R', 'go-w', cache])
  }

  it.each([
    ['the folder and all that is in it', own],
    [
      'the folder, empty',
      (cache: string) => (rmSync(cache, { recursive: true }), mkdirSync(cache), own(cache)),
    ],
    [
      'the folder above it',
      (cache: string) => (rmSync(cache, { recursive: true }), own(path.dirname(cache))),
    ],
    ['the folder of the theme', (cache: string) => (own(path.join(cache, 'theme')), undefined)],
  ])('%s', async (what, damage) => {
    const said = await buildWith(cache => void damage(cache), OTHER)
    expect(said).toEqual(what === 'the folder of the theme' ? [] : ['cache/unwritable'])
    execFileSync('chown', ['-R', '0:0', state.site.root])
    rmSync(path.join(state.site.root, CACHE), { recursive: true, force: true })
  })
})

const canMount =
  spawnSync('sh', ['-c', 'unshare -m sh -c "mount -t tmpfs -o size=1m tmpfs /mnt"']).status === 0
describe.runIf(canMount)('a cache folder without room', () => {
  it.each(sample([4, 16, 64, 256, 1024], 1, 3))('for more than %i KiB', size => {
    const { site, reference } = state
    rmSync(path.join(site.root, CACHE), { recursive: true, force: true })
    const commands = [
      `mkdir -p ${CACHE} && mount -t tmpfs -o size=${size}k tmpfs ${CACHE}`,
      `"${process.execPath}" "${PROGRAM}" build`,
      `"${process.execPath}" "${PROGRAM}" build`,
    ]
    const { status, stderr } = spawnSync('unshare', ['-m', 'sh', '-c', commands.join(' && ')], {
      cwd: site.root,
      encoding: 'utf8',
    })
    expect(status, stderr).toBe(0)
    expect(warnings(stderr).length).toBeLessThanOrEqual(2)
    expect(site.hashes('dist')).toEqual(reference)
  })
})

it('a cache folder that is deleted while a site is built is a miss', async () => {
  const { site, reference } = state
  const cache = path.join(site.root, CACHE)
  for (const step of ['theme', 'parsed']) {
    await site.run(['build'])
    rmSync(path.join(site.root, 'dist'), { recursive: true, force: true })
    const child = spawn(process.execPath, [PROGRAM, 'build'], {
      cwd: site.root,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
    const began = Date.now()
    // From the moment on at which the folder is in use until the end.
    await until(
      () => child.exitCode !== null || (existsSync(cache) && statSync(cache).mtimeMs >= began - 1000),
      () => `the ${step} to be read`,
    )
    const timer = setInterval(() => {
      try {
        rmSync(cache, { recursive: true, force: true })
      } catch {
        // The build has just written into it: next time.
      }
    }, 5)
    expect({ code: await ended, said }).toMatchObject({ code: 0 })
    clearInterval(timer)
    expect(said).not.toMatch(/internal error|Cannot find module/)
    expect(site.hashes('dist')).toEqual(reference)
  }
})
