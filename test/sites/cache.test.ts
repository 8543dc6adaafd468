import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { execFileSync } from 'node:child_process'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createRandom, type Random } from './random.ts'
import { createTestSite, type TestSite, twoLanguages } from './site.ts'

const FULL = Boolean(process.env['DOCSGEN_FULL'])
const CACHE = 'node_modules/.cache/docsgen'
const FILES: Record<string, string> = {
  'site.config.ts': twoLanguages('offline: { keepAssets: 0 }'),
  'content/fr/README.md': '# Accueil\n\nBonjour.\n',
  'content/raw.md': '# Raw\n\n<details><summary>More</summary>Text</details>\n\n::: nothing\nunknown\n:::\n',
  ...Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [
      `content/guide/p${index}.md`,
      `# Page ${index}\n\n## Part\n\nText ${index} and \`code\`.\n\n\`\`\`js\nconst a = ${index}\n\`\`\`\n`,
    ]),
  ),
}

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function site(files = FILES): TestSite {
  const created = createTestSite(files)
  folders.push(created.root)
  return created
}

const warnings = (stderr: string) => stderr.match(/(?<=warning )cache\/(?:damaged|unwritable)/g) ?? []

interface Damage {
  name: string
  apply(file: string, random: Random, others: readonly string[]): void
}

const DAMAGES: Damage[] = [
  { name: 'truncated', apply: (file, random) => truncateSync(file, random.below(statSync(file).size)) },
  {
    name: 'bit flipped',
    apply(file, random) {
      const bytes = readFileSync(file)
      const at = random.below(bytes.length)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8))
      writeFileSync(file, bytes)
    },
  },
  { name: 'emptied', apply: file => writeFileSync(file, '') },
  {
    name: 'replaced by a folder',
    apply(file) {
      rmSync(file)
      mkdirSync(path.join(file, 'inside'), { recursive: true })
    },
  },
  {
    name: 'replaced by another file of the cache',
    apply: (file, random, others) => writeFileSync(file, readFileSync(random.pick(others))),
  },
  { name: 'replaced by other JSON', apply: file => writeFileSync(file, '{"version":1,"entries":{}}') },
]

describe('a damaged cache', () => {
  const state = {} as { site: TestSite; reference: Record<string, string>; cache: string }

  beforeAll(async () => {
    state.site = site()
    const { code, stderr } = await state.site.run(['build'])
    expect({ code, warnings: warnings(stderr) }).toEqual({ code: 0, warnings: [] })
    state.reference = state.site.hashes('dist')
    state.cache = mkdtempSync(path.join(tmpdir(), 'cache-'))
    folders.push(state.cache)
    cpSync(path.join(state.site.root, CACHE), state.cache, { recursive: true, preserveTimestamps: true })
  })

  const count = FULL ? 100 : DAMAGES.length
  it(`${count} random damages: the output is that of a cold build, with one warning, and the cache is whole again`, async () => {
    const random = createRandom(1)
    const cache = path.join(state.site.root, CACHE)
    let noticed = 0
    for (let index = 0; index < count; index += 1) {
      rmSync(cache, { recursive: true })
      cpSync(state.cache, cache, { recursive: true, preserveTimestamps: true })
      // Without the previous output everything in the cache is read.
      if (index % 2 === 0) rmSync(path.join(state.site.root, 'dist'), { recursive: true })
      const files = listFiles(cache)
      const damage = DAMAGES[index % DAMAGES.length] as Damage
      const file = random.pick(files)
      damage.apply(
        file,
        random,
        files.filter(other => other !== file),
      )
      const what = `${index}: ${path.relative(cache, file)} ${damage.name}`
      const first = await state.site.run(['build'])
      expect(first.code, `${what}\n${first.stderr}`).toBe(0)
      expect(state.site.hashes('dist'), what).toEqual(state.reference)
      expect(warnings(first.stderr).length, what).toBeLessThanOrEqual(1)
      if (warnings(first.stderr).length === 0) continue
      noticed += 1
      if (!FULL && noticed % 3 !== 1) continue
      const second = await state.site.run(['build'])
      expect(warnings(second.stderr), what).toEqual([])
      expect(state.site.hashes('dist'), what).toEqual(state.reference)
    }
    expect(noticed).toBeGreaterThan(count / 2)
  }, 1_800_000)
})

describe('a cold build that was killed', () => {
  const kills = FULL ? 30 : 2
  it(`${kills} times at a random moment leaves nothing that a later build could mistake`, async () => {
    const created = site()
    const started = performance.now()
    await created.run(['build'])
    const duration = performance.now() - started
    const reference = created.hashes('dist')
    const random = createRandom(2)
    for (let index = 0; index < kills; index += 1) {
      for (const folder of ['dist', 'node_modules'])
        rmSync(path.join(created.root, folder), { recursive: true, force: true })
      const child = created.start(['build'])
      const ended = new Promise(resolve => child.once('exit', resolve))
      await new Promise(resolve => setTimeout(resolve, random.next() * duration))
      child.kill('SIGKILL')
      await ended
      const { code, stderr } = await created.run(['build'])
      expect({ code, warnings: warnings(stderr) }).toEqual({ code: 0, warnings: [] })
      expect(created.hashes('dist')).toEqual(reference)
    }
  }, 600_000)
})

describe('a cache that cannot be kept', () => {
  const state = {} as { reference: Record<string, string> }
  const sites: TestSite[] = []
  afterEach(() => {
    for (const created of sites.splice(0)) created.remove()
  })
  const small = () => {
    const created = createTestSite({ 'content/a.md': '# A\n' })
    sites.push(created)
    return created
  }

  beforeAll(async () => {
    const created = createTestSite({ 'content/a.md': '# A\n' })
    await created.run(['build', '--no-cache'])
    state.reference = created.hashes('dist')
    created.remove()
  })

  it.each<[string, (root: string) => void]>([
    ['because a file is in its place', root => writeFileSync(path.join(root, CACHE), 'x')],
    ['because it is a link to nowhere', root => symlinkSync('/nowhere/at/all', path.join(root, CACHE))],
  ])('%s: the site is built, with one warning', async (_name, prepare) => {
    const created = small()
    mkdirSync(path.join(created.root, path.dirname(CACHE)), { recursive: true })
    prepare(created.root)
    const { code, stderr } = await created.run(['build'])
    expect({ code, warnings: warnings(stderr) }).toEqual({ code: 0, warnings: ['cache/unwritable'] })
    expect(created.hashes('dist')).toEqual(state.reference)
  })

  it.each(['EROFS', 'ENOSPC'])('because the disk refuses every write with %s: the same', async error => {
    const created = small()
    const preload = path.join(created.root, 'refuse.mjs')
    writeFileSync(preload, refuseWrites(error))
    const { code, stderr } = await created.run(['build'], { nodeArgs: ['--import', preload] })
    expect({ code, warnings: warnings(stderr) }).toEqual({ code: 0, warnings: ['cache/unwritable'] })
    expect(created.hashes('dist')).toEqual(state.reference)
  })

  it('is used without a word where it is a link to another folder', async () => {
    const created = small()
    const elsewhere = mkdtempSync(path.join(tmpdir(), 'elsewhere-'))
    folders.push(elsewhere)
    mkdirSync(path.join(created.root, path.dirname(CACHE)), { recursive: true })
    symlinkSync(elsewhere, path.join(created.root, CACHE))
    for (let run = 0; run < 2; run += 1) {
      const { code, stderr } = await created.run(['build'])
      expect({ code, warnings: warnings(stderr) }).toEqual({ code: 0, warnings: [] })
      expect(created.hashes('dist')).toEqual(state.reference)
    }
    expect(readdirSync(elsewhere).length).toBeGreaterThan(3)
  })
})

describe('two versions of docsgen in turn', () => {
  it('never read each other’s entries', async () => {
    const own = fileURLToPath(new URL('../../', import.meta.url))
    const other = mkdtempSync(path.join(tmpdir(), 'other-'))
    folders.push(other)
    for (const name of ['bin', 'compiled', 'templates', 'src', 'package.json']) {
      cpSync(path.join(own, name), path.join(other, name), { recursive: true })
    }
    symlinkSync(path.join(own, 'node_modules'), path.join(other, 'node_modules'))
    // The other version writes another word into every document.
    for (const file of listFiles(path.join(other, 'compiled')).filter(name => name.endsWith('.cjs'))) {
      const code = readFileSync(file, 'utf8')
      writeFileSync(file, code.replaceAll('<meta charset="utf-8">', '<meta charset="UTF-8">'))
    }
    // Compiling writes it down; without it the program looks at itself.
    rmSync(path.join(other, 'compiled/hash.txt'))
    const created = site()
    const run = (folder: string, ...args: string[]) => {
      execFileSync(process.execPath, [path.join(folder, 'bin/docsgen.js'), 'build', ...args], {
        cwd: created.root,
        stdio: 'ignore',
      })
      return created.hashes('dist')
    }
    const [ownSite, otherSite] = [run(own, '--no-cache'), run(other, '--no-cache')]
    expect(otherSite).not.toEqual(ownSite)
    for (let turn = 0; turn < 2; turn += 1) {
      expect(run(own)).toEqual(ownSite)
      expect(run(other)).toEqual(otherSite)
    }
  })
})

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.join(entry.parentPath, entry.name))
    .toSorted()
}

/** Fails every write into the cache. */
function refuseWrites(code: string): string {
  return `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const refuse = (holder, name, isCache) => {
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
    refuse(fs.promises, 'writeFile', inCache)
    syncBuiltinESMExports()`
}
