/** Whatever is wrong with the cache, the output is that of a cold build. */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { IS_FULL, sample } from '../support/full.ts'
import { createRandom, type Random } from './random.ts'
import { exitCode, until } from './serve.ts'
import {
  CAN_MOUNT,
  createFolder,
  createTestSite,
  listFiles,
  manyPages,
  preload,
  shell,
  type TestSite,
  twoLanguages,
} from './site.ts'

const CACHE = 'node_modules/.cache/docsgen'
const isRoot = process.getuid?.() === 0
/** A user that owns nothing. */
const OTHER = 65534

const site = createTestSite({
  'site.config.ts': twoLanguages('machines: { markdown: true }, offline: { keepAssets: 0 },'),
  'content/fr/README.md': '# Accueil\n\nBonjour.\n',
  'content/raw.md': '# Raw\n\n<details><summary>More</summary>Text</details>\n\n::: nothing\nunknown\n:::\n',
  'templates/components/Footer.tsx': 'export const Footer = () => <p>Own footer</p>\n',
  // So many that several threads make them.
  ...manyPages(12, '## Part\n\nText and `code`.\n\n```js\nconst a = 1\n```'),
})
const folder = createFolder().root
const [cache, whole] = [path.join(site.root, CACHE), path.join(folder, 'whole')]
const warnings = (stderr: string) => stderr.match(/(?<=warning )cache\/\w+/g) ?? []

await site.build()
cpSync(cache, whole, { recursive: true, preserveTimestamps: true })
const reference = site.hashes('dist')

const removeCache = () => rmSync(cache, { recursive: true, force: true })

/** Restores the site of before the tests: its cache is whole, and without an output all of it is read. */
function reset(): void {
  removeCache()
  rmSync(site.output, { recursive: true, force: true })
  mkdirSync(path.dirname(cache), { recursive: true })
  cpSync(whole, cache, { recursive: true, preserveTimestamps: true })
}

/** Builds the site, whose output must be that of a whole cache. Returns the rules of the warnings. */
async function build(options: Parameters<TestSite['run']>[1] = {}, what = ''): Promise<string[]> {
  const { code, stderr } = await site.run(['build'], options)
  expect({ code, stderr }, what).toMatchObject({ code: 0 })
  expect(stderr).not.toMatch(/internal error|Cannot find module|^ {4}at /m)
  expect(site.hashes('dist'), what).toEqual(reference)
  return warnings(stderr)
}

/** Puts links to an endless device, or pipes that nobody writes to, in place of all files of the cache. */
function replaceFiles(isDevice: (index: number) => boolean): void {
  for (const [index, name] of listFiles(cache).entries()) {
    const file = path.join(cache, name)
    rmSync(file)
    if (isDevice(index)) symlinkSync('/dev/zero', file)
    else execFileSync('mkfifo', [file])
  }
}

it.each<[what: string, damage: () => void, warnings?: string[]]>([
  ['endless devices and pipes that nobody writes to', () => replaceFiles(index => index % 2 === 0)],
  ['a file at its path', () => (removeCache(), writeFileSync(cache, '')), ['cache/unwritable']],
  [
    'a broken link at its path',
    () => (removeCache(), symlinkSync('/nowhere/at/all', cache)),
    ['cache/unwritable'],
  ],
  [
    'a link to another folder at its path',
    () => (removeCache(), symlinkSync(createFolder().root, cache)),
    [],
  ],
])('a cache folder with %s is a miss', async (_what, damage, expected) => {
  reset()
  damage()
  // Reading without end would hold up the process of the tests.
  const found = await build({ apart: true })
  if (expected) expect(found).toEqual(expected)
  removeCache()
})

it.each(sample(['EROFS', 'ENOSPC'], 1))(
  'a disk that refuses every write into the cache with %s is one warning',
  async error => {
    reset()
    removeCache()
    expect(await build({ nodeArgs: preload(site, refuseWrites(error)) })).toEqual(['cache/unwritable'])
  },
)

describe.runIf(isRoot)('a cache folder that cannot be written', () => {
  const chown = (user: number, folder: string) => execFileSync('chown', ['-R', `${user}:${user}`, folder])
  const ROWS: [what: string, prepare: () => string, warnings: string[]][] = [
    ['the folder and all that is in it', () => cache, ['cache/unwritable']],
    ['the folder above it, which is empty', () => (removeCache(), path.dirname(cache)), ['cache/unwritable']],
  ]
  it.each(sample(ROWS, 0))('%s', async (_what, prepare, expected) => {
    reset()
    const folder = prepare()
    chown(OTHER, site.root)
    chown(0, folder)
    execFileSync('chmod', ['-R', 'go-w', folder])
    expect(await build({ user: OTHER })).toEqual(expected)
    chown(0, site.root)
  })
})

describe.runIf(CAN_MOUNT)('a cache folder without room', () => {
  it.each(sample([4, 16, 64, 256, 1024], 1))('for more than %i KiB', size => {
    reset()
    const mount = `mkdir -p ${CACHE} && mount -t tmpfs -o size=${size}k tmpfs ${CACHE}`
    const { code, output } = shell(site, `unshare -m sh -c '${mount} && docsgen build && docsgen build'`)
    expect(code, output).toBe(0)
    expect(warnings(output).length).toBeLessThanOrEqual(2)
    expect(site.hashes('dist')).toEqual(reference)
  })
})

it('a cache folder that is deleted while the site is built is a miss', async () => {
  reset()
  const began = Date.now()
  const child = site.start(['build'])
  let printed = ''
  child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const ended = exitCode(child)
  // From the moment on at which the folder is in use until the end.
  await until(() => child.exitCode !== null || (existsSync(cache) && statSync(cache).mtimeMs >= began - 1000))
  const timer = setInterval(() => {
    try {
      rmSync(cache, { recursive: true, force: true })
    } catch {
      // The build has just written into it: next time.
    }
  }, 5)
  expect({ code: await ended, printed }).toMatchObject({ code: 0 })
  clearInterval(timer)
  expect(printed).not.toMatch(/internal error|Cannot find module/)
  expect(site.hashes('dist')).toEqual(reference)
})

/** Damages to a file; `others` are the other files of the cache. */
const DAMAGES: Record<string, (file: string, random: Random, others: readonly string[]) => void> = {
  truncated: (file, random) => truncateSync(file, random.below(statSync(file).size)),
  'bit flipped': (file, random) => {
    const bytes = readFileSync(file)
    const at = random.below(bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8))
    writeFileSync(file, bytes)
  },
  emptied: file => writeFileSync(file, ''),
  'replaced by a folder': file => {
    rmSync(file)
    mkdirSync(path.join(file, 'inside'), { recursive: true })
  },
  'replaced by another file': (file, random, others) =>
    writeFileSync(file, readFileSync(random.pick(others))),
  'replaced by other JSON': file => writeFileSync(file, '{"version":1,"entries":{}}'),
}

const count = IS_FULL ? 100 : Object.keys(DAMAGES).length
it(`${count} random damages are at most one warning each, and the next build has none`, async () => {
  const random = createRandom(1)
  let noticed = 0
  for (let index = 0; index < count; index += 1) {
    reset()
    const files = listFiles(cache).map(name => path.join(cache, name))
    const [name, damage] = Object.entries(DAMAGES)[index % Object.keys(DAMAGES).length] ?? []
    const file = random.pick(files)
    damage?.(
      file,
      random,
      files.filter(other => other !== file),
    )
    const what = `${index}: ${path.relative(cache, file)} ${name}`
    const found = await build({}, what)
    expect(found.length, what).toBeLessThanOrEqual(1)
    if (found.length === 0) continue
    noticed += 1
    if (IS_FULL || noticed === 1) expect(await build({}, what), what).toEqual([])
  }
  expect(noticed).toBeGreaterThan(count / 2)
}, 1_800_000)

/** Fails every write into the cache. */
function refuseWrites(code: string): string {
  return `const refuse = (holder, name, isCache) => {
      const original = holder[name]
      holder[name] = (...args) => {
        if (!isCache(...args)) return original(...args)
        const error = Object.assign(new Error('${code}: refused'), { code: '${code}' })
        if (holder === fs.promises) return Promise.reject(error)
        throw error
      }
    }
    const inCache = file => String(file).includes('.cache/docsgen')
    refuse(fs, 'writevSync', () => true)
    refuse(fs, 'writeFileSync', inCache)
    refuse(fs.promises, 'writeFile', inCache)`
}
