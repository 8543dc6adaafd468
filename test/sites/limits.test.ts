import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { preload } from './preloads.ts'
import { createTestSite, type TestSite, twoLanguages } from './site.ts'

const FULL = Boolean(process.env['DOCSGEN_FULL'])
const PROGRAM = fileURLToPath(new URL('../../bin/docsgen.js', import.meta.url))

const sites: TestSite[] = []
function site(files: Record<string, string | Uint8Array>): TestSite {
  const created = createTestSite(files)
  sites.push(created)
  return created
}
afterEach(() => {
  for (const created of sites.splice(0)) created.remove()
})

function manyPages(count: number): Record<string, string> {
  const page = (index: number) =>
    `# Page ${index}\n\nIntroduction to ${index}, see [the next](./p${(index + 1) % count}.md).\n\n## Usage\n\n` +
    `Text with **words** and \`code${index}\`.\n\n\`\`\`js\nconst value${index} = ${index}\n\`\`\`\n\n## Notes\n\n- one\n- two\n`
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`content/p${index}.md`, page(index)]),
  )
}

/** Pages in sections of 40, each with a sidebar of its own, as large sites are. */
function manySections(count: number): Record<string, string> {
  const pages = Object.entries(manyPages(count)).map(([file, text], index): [string, string] => [
    file.replace('content/', `content/s${Math.floor(index / 40)}/`),
    text.replaceAll('](./', `](/s${Math.floor(((index + 1) % count) / 40)}/`),
  ])
  const sections = Array.from({ length: Math.ceil(count / 40) }, (_, index) => `'/s${index}/': 'auto'`)
  return {
    ...Object.fromEntries(pages),
    'site.config.ts': twoLanguages(`theme: { sidebar: { ${sections.join(', ')} } },`),
  }
}

/** Runs a shell command in a site; `docsgen` stands for the program. */
function shell(created: TestSite, command: string): { code: number; output: string } {
  const text = command.replaceAll('docsgen', `"${process.execPath}" "${PROGRAM}"`)
  const { status, stdout, stderr } = spawnSync('sh', ['-c', text], { cwd: created.root, encoding: 'utf8' })
  return { code: status ?? -1, output: stdout + stderr }
}

function isPermitted(command: string): boolean {
  return spawnSync('sh', ['-c', command], { stdio: 'ignore' }).status === 0
}

function leftovers(created: TestSite): string[] {
  return readdirSync(created.root).filter(name => /\.(?:tmp|old)-|\.lock$/.test(name))
}

describe('a disk that fails at some write', () => {
  const points = FULL ? Array.from({ length: 70 }, (_, index) => index) : [0, 3, 20]
  it(`says which, at ${points.length} different writes, and leaves the old site`, async () => {
    const created = site({ 'content/a.md': '# A\n', 'public/robots.txt': 'User-agent: *\n' })
    await created.run(['build'])
    const before = created.hashes('dist')
    const file = path.join(created.root, 'failing-disk.mjs')
    writeFileSync(file, FAILING_DISK)
    // Without the cache every file is written anew.
    const codes = ['ENOSPC', 'EIO', 'EDQUOT']
    let failed = 0
    for (const [index, point] of points.entries()) {
      const env = { FAIL_AT: String(point), FAIL_WITH: codes[index % 3] ?? '' }
      const { code, stderr } = await created.run(['build', '--no-cache'], {
        env,
        nodeArgs: ['--import', file],
      })
      expect(leftovers(created)).toEqual([])
      if (code === 0 && point > 40) continue
      failed += 1
      expect({ code, named: stderr.includes(env.FAIL_WITH) && stderr.includes('dist.tmp-') }).toEqual({
        code: 1,
        named: true,
      })
      expect(stderr).not.toMatch(/\n\s+at /)
      expect(created.hashes('dist')).toEqual(before)
    }
    expect(failed).toBeGreaterThan(2)
  }, 300_000)

  it('the same where the write is one of a thread', async () => {
    const created = site(manyPages(60))
    await created.run(['build'])
    const before = created.hashes('dist')
    const file = path.join(created.root, 'failing-disk.mjs')
    writeFileSync(file, FAILING_DISK)
    const writes = [
      { name: 'p7.html', time: '0', fails: true },
      { name: 'p7.html', time: '1', fails: false },
      { name: 'assets/js/v-', time: '2', fails: true },
    ]
    for (const { name, time, fails } of writes) {
      const env = { FAIL_AT: time, FAIL_FILE: name, FAIL_WITH: 'ENOSPC' }
      const { code, stderr } = await created.run(['build', '--no-cache'], {
        env,
        nodeArgs: ['--import', file],
      })
      expect({ code, named: stderr.includes('ENOSPC') && stderr.includes(name) }).toEqual({
        code: fails ? 1 : 0,
        named: fails,
      })
      expect(stderr).not.toMatch(/\n\s+at /)
      expect(leftovers(created)).toEqual([])
      expect(created.hashes('dist')).toEqual(before)
    }
  })

  const canMount = isPermitted('unshare -m sh -c "mount -t tmpfs -o size=1m tmpfs /mnt"')
  it.skipIf(!canMount).each(FULL ? [1, 2, 4, 8] : [1])(
    'on a volume of %i MiB that is too small: the same, without fault injection, and the site there was stays',
    size => {
      const created = site({ 'public/big.bin': new Uint8Array(100), 'content/a.md': '# A\n' })
      const big = size * 1024 * 1024 - 100_000
      const command = [
        `mkdir -p volume && mount -t tmpfs -o size=${size}m tmpfs volume`,
        'docsgen build --out-dir volume/dist && cat volume/dist/*.html | cksum',
        `head -c ${big} /dev/zero > public/big.bin`,
        'docsgen build --out-dir volume/dist; echo "code $?"; cat volume/dist/*.html | cksum; echo "left $(echo $(ls volume))"',
      ]
      const { output } = shell(created, `unshare -m sh -c '${command.join('; ')}'`)
      expect(output).toMatch(/^code 1$/m)
      expect(output).toContain('ENOSPC')
      expect(output).toContain('volume/dist.tmp-')
      const sums = output.match(/^\d+ \d+$/gm) ?? []
      expect(sums).toHaveLength(2)
      expect(sums[0]).toBe(sums[1])
      // Only the old site is on the volume.
      expect(output).toMatch(/^left dist$/m)
    },
  )

  it.skipIf(!canMount)(
    'builds from a source tree that cannot be written, with one warning for the cache',
    () => {
      const created = site({ 'content/a.md': '# A\n' })
      const out = site({})
      const command = `mount --bind . . && mount -o remount,bind,ro . && cd . && docsgen build "${created.root}" --out-dir "${out.root}/dist"`
      const { code, output } = shell(created, `unshare -m sh -c '${command}'`)
      expect(output).toContain('Built 2 pages')
      expect(output.match(/warning cache\/unwritable/g)).toHaveLength(1)
      expect(code).toBe(0)
      expect(out.read('dist/a.html')).toContain('<h1')
    },
  )

  it.skipIf(!canMount)('names the place when the output cannot be written', () => {
    const created = site({})
    const command =
      'mkdir -p volume && mount -t tmpfs -o ro tmpfs volume && docsgen build --out-dir volume/dist'
    const { code, output } = shell(created, `unshare -m sh -c '${command}'`)
    expect(code).toBe(1)
    expect(output).toContain('read-only (EROFS)')
    expect(output).toContain('volume/dist')
  })

  it.skipIf(!canMount)('publishes where the temporary folder is on another file system', () => {
    const created = site({})
    const command = 'mkdir -p temp && mount -t tmpfs tmpfs temp && TMPDIR=$PWD/temp docsgen build --no-cache'
    const { code, output } = shell(created, `unshare -m sh -c '${command}'`)
    expect({ code, output: output.includes('EXDEV') }).toEqual({ code: 0, output: false })
    expect(existsSync(path.join(created.root, 'dist/index.html'))).toBe(true)
  })
})

describe('an output folder on a volume of its own', () => {
  const canMount = isPermitted('unshare -m sh -c "mount -t tmpfs tmpfs /mnt"')
  it.skipIf(!canMount)(
    'a mount point as output: published, or refused with a reason, never with EXDEV',
    () => {
      const created = site({})
      const command =
        'mkdir -p dist && mount -t tmpfs tmpfs dist && docsgen build; echo "code $?"; ls dist; ls'
      const { output } = shell(created, `unshare -m sh -c '${command}'`)
      expect(output).not.toContain('EXDEV')
      expect(output).not.toMatch(/\n\s+at /)
      if (output.includes('code 0')) expect(output).toMatch(/^index\.html$/m)
      else expect(output).toMatch(/error[^]*dist/)
      expect(output).not.toMatch(/^dist\.(?:tmp|old)-/m)
    },
  )
})

describe('one page that cannot be read', () => {
  it('is named with the reason', async () => {
    const created = site({ 'content/a.md': '# A\n' })
    const file = path.join(created.root, 'refuse.mjs')
    writeFileSync(file, REFUSED_PAGE)
    const { code, stderr } = await created.run(['build'], { nodeArgs: ['--import', file] })
    expect(code).toBe(1)
    expect(stderr).toContain('content/a.md:1:1')
    expect(stderr).toContain('EACCES')
  })
})

describe('few open files', () => {
  const count = FULL ? 2000 : 200
  it(`${count} pages build with \`ulimit -n 64\``, () => {
    const created = site(manyPages(count))
    const { code, output } = shell(created, 'ulimit -n 64 && docsgen build && docsgen build')
    expect(output).not.toContain('EMFILE')
    expect(code).toBe(0)
    expect(existsSync(path.join(created.root, `dist/p${count - 1}.html`))).toBe(true)
  }, 300_000)
})

describe('without a network', () => {
  it.skipIf(!isPermitted('unshare -n true'))('builds', () => {
    const created = site({})
    const { code } = shell(created, 'unshare -n sh -c "docsgen build"')
    expect(code).toBe(0)
  })

  const canTrace = isPermitted('strace -f -e trace=connect -o /dev/null true')
  it.skipIf(!canTrace)('connects to no address, esbuild and threads included', () => {
    const created = site(manyPages(40))
    const { code } = shell(
      created,
      'DOCSGEN_WORKERS=2 strace -f -e trace=connect -o trace.txt docsgen build --no-cache',
    )
    expect(code).toBe(0)
    expect(created.read('trace.txt')).toContain('exited with 0')
    expect(created.read('trace.txt')).not.toMatch(/sa_family=AF_INET6?/)
  })

  it('asks for none: no connection, no name looked up', async () => {
    const created = site({})
    const { code, stderr } = await created.run(['build'], { nodeArgs: preload(created.root, 'noNetwork') })
    expect(stderr).not.toContain('network was used')
    expect(code).toBe(0)
  })
})

describe('large input', () => {
  const lines = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => line(index)).join('\n')
  const PAGES: Record<string, string> = {
    'content/headings.md': `# Many\n\n${lines(2000, index => `## Heading ${index % 100}\n`)}\n`,
    'content/prose.md': `# Prose\n\n${lines(5000, index => `Sentence number ${index} has some words, and **more** of them in \`code\`. `.repeat(2) + (index % 5 === 0 ? '\n' : ''))}\n`,
    'content/line.md': `# Line\n\n${'word '.repeat(400_000)}\n`,
    'content/table.md': `# Table\n\n| a | b | c |\n| --- | --- | --- |\n${lines(5000, index => `| ${index} | text | \`code\` |`)}\n`,
    [`content/${'deep/'.repeat(40)}page.md`]: '# Deep\n',
  }

  it.each(Object.keys(PAGES).map(file => [file.slice(0, 40), file]))(
    '%s builds',
    async (_name, file) => {
      const created = site({ [file]: PAGES[file] ?? '' })
      await created.build()
      const document = created.read(file.replace('content/', 'dist/').replace('.md', '.html'))
      const ids = [...document.matchAll(/<h\d id="([^"]*)"/g)].map(match => match[1])
      expect(new Set(ids).size).toBe(ids.length)
      if (file !== 'content/headings.md') return
      expect(ids).toHaveLength(2001)
      const [, outline = ''] = document.split('<nav id="docsgen-outline"')
      expect(outline.slice(0, outline.indexOf('</nav>')).match(/<li>/g)).toHaveLength(500)
      // The index still finds words of the page.
      const search = readdirSync(path.join(created.root, 'dist/assets/search'))
        .map(name => created.read(`dist/assets/search/${name}`))
        .join('')
      expect(search).toContain('headings.html')
    },
    60_000,
  )

  const count = FULL ? 3000 : 600
  it(`${count} pages in one folder build, and do not put ${count} links into every document`, async () => {
    const created = site(manyPages(count))
    const { code, stderr } = await created.run(['build'])
    expect({ code, said: stderr.match(/info nav\/large-sidebar/g)?.length }).toEqual({ code: 0, said: 1 })
    const document = created.read('dist/p300.html')
    const [, sidebar = ''] = /<nav class="sidebar"[^>]*>([^]*?)<\/nav>/.exec(document) ?? []
    expect(sidebar).toContain('href="/p300.html"')
    expect(sidebar.match(/<a /g)?.length).toBeLessThan(110)
    expect(document.match(/<a /g)?.length).toBeLessThan(140)
    expect(document.length).toBeLessThan(20_000)
  }, 120_000)
})

describe('input that is no page', () => {
  it.each<[string, Uint8Array, string]>([
    ['larger than 10 MiB', new Uint8Array(11 * 1024 * 1024).fill(97), 'larger than 10 MiB'],
    [
      'a picture',
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0xff]),
      'not text',
    ],
  ])('%s is an error that names it', async (_name, bytes, message) => {
    const created = site({ 'content/a.md': bytes })
    const { code, stderr } = await created.run(['build'])
    expect(code).toBe(1)
    expect(stderr).toContain('content/a.md')
    expect(stderr).toContain(message)
  })
})

describe('pages with little in them', () => {
  it('build, with a title by rule and a heading', async () => {
    const created = site({
      'content/empty.md': '',
      'content/only-frontmatter.md': '---\ndescription: x\n---\n',
      'content/white.md': ' \n\n\t\n',
      'content/no-heading.md': 'Just text.\n',
    })
    const { code } = await created.run(['build'])
    expect(code).toBe(0)
    for (const name of ['empty', 'only-frontmatter', 'white', 'no-heading']) {
      const document = created.read(`dist/${name}.html`)
      expect(document).toMatch(/<title>[^<]+<\/title>/)
      expect(document.match(/<h1/g)).toHaveLength(1)
    }
  })
})

describe('memory', () => {
  const count = FULL ? 10_000 : 600
  const heap = FULL ? 1024 : 128
  const most = FULL ? 1331 : 520
  it(`${count} pages build with a heap of ${heap} MB and at most ${most} MB in all`, async () => {
    const created = site(manySections(count))
    expect(await peak(created, heap)).toBeLessThan(most)
    expect(existsSync(path.join(created.root, `dist/s1/p41.html`))).toBe(true)
  }, 900_000)

  it('a file of 200 MB is copied without being held', async () => {
    const created = site(manyPages(40))
    const without = await peak(created, 256)
    created.write('public/big.bin', new Uint8Array(200 * 1024 * 1024))
    expect((await peak(created, 256)) - without).toBeLessThan(64)
  }, 300_000)

  /** Builds from nothing; the most memory that the process had, in MB. */
  async function peak(created: TestSite, megabytes: number): Promise<number> {
    const report = path.join(created.root, 'peak.mjs')
    writeFileSync(
      report,
      "process.on('exit', () => console.error(`peak ${process.resourceUsage().maxRSS / 1024}`))\n",
    )
    const { code, stderr } = await created.run(['build', '--no-cache'], {
      nodeArgs: [`--max-old-space-size=${megabytes}`, '--import', report],
    })
    expect(code, stderr).toBe(0)
    return Number(/peak ([\d.]+)/.exec(stderr)?.[1])
  }
})

/** Fails the n-th write or link into the folder that is being built. */
const FAILING_DISK = `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  let count = 0
  const fail = (holder, name, at) => {
    const original = holder[name]
    holder[name] = (...args) => {
      const isMeant = String(args[at]).includes('.tmp-') && String(args[at]).includes(process.env.FAIL_FILE ?? '')
      if (!isMeant || count++ !== Number(process.env.FAIL_AT)) return original(...args)
      const error = Object.assign(new Error(process.env.FAIL_WITH), { code: process.env.FAIL_WITH, path: String(args[at]) })
      if (holder === fs.promises) return Promise.reject(error)
      throw error
    }
  }
  fail(fs, 'writeFileSync', 0)
  fail(fs.promises, 'copyFile', 1)
  syncBuiltinESMExports()`

const REFUSED_PAGE = `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const read = fs.readFileSync
  fs.readFileSync = (file, ...rest) => {
    if (!String(file).endsWith('content/a.md')) return read(file, ...rest)
    throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path: String(file) })
  }
  syncBuiltinESMExports()`
