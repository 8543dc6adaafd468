import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { IS_FULL } from '../support/full.ts'
import {
  CAN_MOUNT,
  createTestSite,
  inContent,
  isPermitted,
  leftovers,
  manyPages,
  preload,
  shell,
  type TestSite,
  twoLanguages,
} from './site.ts'

/** Fails the n-th write or copy of a file of this name into the folder that is being built. */
const FAILING_DISK = `let count = 0
  const fail = (holder, name, at) => {
    const original = holder[name]
    holder[name] = (...args) => {
      const isMeant = String(args[at]).includes('.tmp-') && String(args[at]).includes(process.env.FAIL_FILE)
      if (!isMeant || count++ !== Number(process.env.FAIL_AT)) return original(...args)
      const error = Object.assign(new Error(process.env.FAIL_WITH), { code: process.env.FAIL_WITH, path: String(args[at]) })
      if (holder === fs.promises) return Promise.reject(error)
      throw error
    }
  }
  fail(fs, 'writeFileSync', 0)
  fail(fs.promises, 'copyFile', 1)`

describe('a disk that fails', () => {
  const codes = ['ENOSPC', 'EIO', 'EDQUOT']
  /** The n-th write of a file of this name; pages are written by threads. */
  const writes: [at: number, file: string][] = [
    ...(IS_FULL ? Array.from({ length: 40 }, (_, at): [number, string] => [at, '']) : []),
    [3, ''],
    [0, 'p7.html'],
    [2, 'assets/js/v-'],
  ]
  it('at a write is reported with the file, and the previous site stays', async () => {
    const created = createTestSite({ ...manyPages(20), 'public/robots.txt': 'User-agent: *\n' })
    await created.build()
    const before = created.hashes('dist')
    const nodeArgs = preload(created, FAILING_DISK)
    for (const [index, [at, file]] of writes.entries()) {
      const code = codes[index % 3] ?? ''
      const env = { FAIL_AT: String(at), FAIL_FILE: file, FAIL_WITH: code }
      // With another base, every page is written again.
      const result = await created.run(['build', '--no-cache', '--base', '/other/'], { env, nodeArgs })
      expect(result.code).toBe(1)
      expect(result.stderr).toContain(code)
      expect(result.stderr).toMatch(new RegExp(`dist\\.tmp-.*${file}`))
      expect(result.stderr).not.toMatch(/\n\s+at /)
      expect(leftovers(created)).toEqual([])
      expect(created.hashes('dist')).toEqual(before)
    }
  }, 300_000)

  it.skipIf(!CAN_MOUNT).each(IS_FULL ? [1, 2, 4, 8] : [1])(
    'on a volume of %i MiB that is too small: the same, without fault injection',
    size => {
      const created = createTestSite({ 'public/big.bin': new Uint8Array(100), 'content/a.md': '# A\n' })
      const command = [
        `mkdir -p volume && mount -t tmpfs -o size=${size}m tmpfs volume`,
        'docsgen build --out-dir volume/dist && cat volume/dist/*.html | cksum',
        `head -c ${size * 1024 * 1024 - 100_000} /dev/zero > public/big.bin`,
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
})

describe.skipIf(!CAN_MOUNT)('folders on other volumes', () => {
  const inNamespace = (created: TestSite, command: string) => shell(created, `unshare -m sh -c '${command}'`)

  it('builds from a source tree that cannot be written, with one warning for the cache', () => {
    const created = createTestSite({ 'content/a.md': '# A\n' })
    const out = createTestSite()
    const command = `mount --bind . . && mount -o remount,bind,ro . && cd . && docsgen build "${created.root}" --out-dir "${out.root}/dist"`
    const { code, output } = inNamespace(created, command)
    expect(output).toContain('Built 2 pages')
    expect(output.match(/warning cache\/unwritable/g)).toHaveLength(1)
    expect(code).toBe(0)
    expect(out.read('dist/a.html')).toContain('<h1')
  })

  it("names the output folder when it can't be written", () => {
    const command =
      'mkdir -p volume && mount -t tmpfs -o ro tmpfs volume && docsgen build --out-dir volume/dist'
    const { code, output } = inNamespace(createTestSite(), command)
    expect(code).toBe(1)
    expect(output).toContain('read-only file system (EROFS)')
    expect(output).toContain('volume/dist')
  })

  it('publishes where the temporary folder is on another file system', () => {
    const created = createTestSite()
    const command = 'mkdir -p temp && mount -t tmpfs tmpfs temp && TMPDIR=$PWD/temp docsgen build --no-cache'
    const { code, output } = inNamespace(created, command)
    expect({ code, output: output.includes('EXDEV') }).toEqual({ code: 0, output: false })
    expect(existsSync(path.join(created.output, 'index.html'))).toBe(true)
  })

  it('publishes into a mount point, or refuses it with a reason, never with EXDEV', () => {
    const command = 'mkdir -p dist && mount -t tmpfs tmpfs dist && docsgen build; echo "code $?"; ls dist; ls'
    const { output } = inNamespace(createTestSite(), command)
    expect(output).not.toContain('EXDEV')
    expect(output).not.toMatch(/\n\s+at /)
    if (output.includes('code 0')) expect(output).toMatch(/^index\.html$/m)
    else expect(output).toMatch(/error[^]*dist/)
    expect(output).not.toMatch(/^dist\.(?:tmp|old)-/m)
  })
})

it.skipIf(!isPermitted('strace -f -e trace=connect -o /dev/null true'))(
  'a build connects to no address, esbuild and threads included',
  () => {
    const created = createTestSite({
      ...manyPages(12),
      'templates/components/Footer.tsx': 'export const Footer = () => null\n',
    })
    const trace = 'strace -f -e trace=connect -o trace.txt'
    expect(shell(created, `DOCSGEN_WORKERS=2 ${trace} docsgen build --no-cache`).code).toBe(0)
    expect(created.read('trace.txt')).toContain('exited with 0')
    expect(created.read('trace.txt')).not.toMatch(/sa_family=AF_INET6?/)
  },
)

describe('unusual pages', () => {
  const lines = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => line(index)).join('\n')

  it('are built: large ones, a path of 40 folders, and those with little in them', async () => {
    const size = IS_FULL ? 1 : 0.1
    const sentence = (at: number) => `Sentence number ${at} has **some** words in \`code\`. `.repeat(2)
    const pages: Record<string, string> = {
      headings: `# Many\n\n${lines(2000, index => `## Heading ${index % 100}\n`)}\n`,
      prose: `# Prose\n\n${lines(5000 * size, index => sentence(index) + (index % 5 === 0 ? '\n' : ''))}\n`,
      line: `# Line\n\n${'word '.repeat(400_000 * size)}\n`,
      table: `# Table\n\n| a | b | c |\n| --- | --- | --- |\n${lines(5000 * size, index => `| ${index} | text | \`code\` |`)}\n`,
      [`${'deep/'.repeat(40)}page`]: '# Deep\n',
      empty: '',
      'only-frontmatter': '---\ndescription: x\n---\n',
      white: ' \n\n\t\n',
      'no-heading': 'Just text.\n',
    }
    const files = Object.entries(pages).map(([name, text]): [string, string] => [`${name}.md`, text])
    const created = createTestSite(inContent(Object.fromEntries(files)))
    await created.build()
    for (const name of Object.keys(pages)) {
      const document = created.read(`dist/${name}.html`)
      const ids = [...document.matchAll(/<h\d id="([^"]*)"/g)].map(match => match[1])
      expect(new Set(ids).size, name).toBe(ids.length)
      expect(document, name).toMatch(/<title>[^<]+<\/title>/)
      expect(document.match(/<h1/g), name).toHaveLength(1)
      if (name !== 'headings') continue
      expect(ids).toHaveLength(2001)
      const [, outline = ''] = document.split('<nav id="docsgen-outline"')
      expect(outline.slice(0, outline.indexOf('</nav>')).match(/<li>/g)).toHaveLength(500)
    }
    // The index still finds words of the page.
    const folder = path.join(created.output, 'assets/search')
    expect(
      readdirSync(folder).some(name => created.read(`dist/assets/search/${name}`).includes('headings.html')),
    ).toBe(true)
  })
})

describe('large sites', () => {
  // On Linux, `maxRSS` of a new process begins with the memory of the one that started it.
  const PEAK = `import { readFileSync, writeFileSync } from 'node:fs'
    const peak = () => process.platform === 'linux'
      ? /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]
      : process.resourceUsage().maxRSS
    process.on('exit', () => writeFileSync('peak.txt', String(peak() / 1024)))`

  /** Builds from nothing. Returns what was printed and the most memory that the process had, in MB. */
  function build(created: TestSite, limits = ''): { output: string; peak: number } {
    const [, file] = preload(created, PEAK)
    const options = `NODE_OPTIONS="--max-old-space-size=${IS_FULL ? 1024 : 128} --import ${file}"`
    const { code, output } = shell(created, `${limits} ${options} docsgen build --no-cache`)
    expect(code, output).toBe(0)
    return { output, peak: Number(created.read('peak.txt')) }
  }

  const count = IS_FULL ? 3000 : 510
  it(`build with 64 open files and little memory: ${count} pages in one folder`, () => {
    const created = createTestSite(
      manyPages(count, 'Introduction.\n\n## Usage\n\n```js\nconst a = 1\n```\n\n## Notes\n\n- one'),
    )
    const { output, peak } = build(created, 'ulimit -n 64 &&')
    expect(output).not.toContain('EMFILE')
    expect(peak).toBeLessThan(IS_FULL ? 1331 : 500)
    // A sidebar as long as that would be most of every document.
    expect(output.match(/info nav\/large-sidebar/g)).toHaveLength(1)
    const document = created.read('dist/p300.html')
    const [, sidebar = ''] = /<nav class="sidebar"[^>]*>([^]*?)<\/nav>/.exec(document) ?? []
    expect(sidebar).toContain('href="/p300.html"')
    expect(sidebar.match(/<a /g)?.length).toBeLessThan(110)
    expect(document.match(/<a /g)?.length).toBeLessThan(140)
    expect(document.length).toBeLessThan(20_000)
  }, 300_000)

  it.runIf(IS_FULL)(
    'build with little memory: 10,000 pages in sections of forty',
    () => {
      const pages = Object.entries(manyPages(10_000)).map(([file, text], at): [string, string] => [
        file.replace('content/', `content/s${Math.floor(at / 40)}/`),
        text,
      ])
      const sections = Array.from({ length: 250 }, (_, at) => `'/s${at}/': 'auto'`)
      const created = createTestSite({
        ...Object.fromEntries(pages),
        'site.config.ts': twoLanguages(`theme: { sidebar: { ${sections.join(', ')} } },`),
      })
      expect(build(created).peak).toBeLessThan(1331)
    },
    900_000,
  )

  it('copy a large file without holding it', () => {
    const created = createTestSite()
    const without = build(created).peak
    created.write('public/big.bin', new Uint8Array(300 * 1024 * 1024))
    expect(build(created).peak - without).toBeLessThan(64)
  }, 300_000)
})
