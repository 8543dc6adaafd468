/** Nothing that belongs to the user is lost, moved or published. */
import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { sample } from '../support/full.ts'
import { createFolder, createTestSite, preload, type RunOptions, shell, type TestSite } from './site.ts'

/** Id of a process that has ended. */
async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await new Promise(resolve => child.once('exit', resolve))
  return child.pid ?? 0
}

/** Names in the folder of a site that not every test site has. */
function beside(created: TestSite): string[] {
  return readdirSync(created.root).filter(
    name => !['content', 'site.config.ts', 'node_modules'].includes(name),
  )
}

describe('check --fix --stamp', () => {
  const source = '# One\n\n## Install\n\nRun the installer.\n\n## Use\n\nCall it.\n\n## End\n\nDone.\n'
  const copy =
    '# Un\n\n## Installation\n\nLancez le programme.\n\n## Emploi\n\nAppelez [ici](#fin).\n\n## Fin\n\nFini.'
  const fixed =
    '# Un {#one}\n\n## Installation {#install}\n\nLancez le programme.\n\n## Emploi {#use}\n\nAppelez [ici](#end).\n\n## Fin {#end}\n\nFini.'

  // Other forms: `unit/check/edits.test.ts`.
  it.each<[name: string, form: (text: string) => string]>([
    ['LF', text => text],
    ['CR', text => text.replaceAll('\n', '\r')],
    ['frontmatter', text => `---\ntitle: Un # note\n---\n${text}\n`],
    ['an old stamp', text => `---\nsource:\n  one: a\n  two: b\n  three: c\n---\n${text}\n`],
  ])(
    'puts ids and stamps where they belong in a file with %s, and the second run changes nothing',
    async (_name, form) => {
      const created = createTestSite({ 'content/a.md': source, 'content/fr/a.md': form(copy) })
      const first = await created.run(['check', '--fix', '--stamp'])
      expect(first.stderr).toMatch(/Fixed 1 file\.\nStamped [12] files?\./)
      const text = created.read('content/fr/a.md')
      const eol = /\r\n|\r|\n/.exec(form(copy))?.[0] ?? '\n'
      expect(text.slice(text.indexOf('# Un'))).toBe(form(fixed).slice(form(fixed).indexOf('# Un')))
      expect(text).toMatch(
        new RegExp(
          `^\ufeff?---${eol}(?:title: Un # note${eol})?source:${eol}(?:  (?:one|install|use|end): "?[0-9a-f]+"?${eol}){4}---${eol}`,
        ),
      )
      const second = await created.run(['check', '--fix', '--stamp'])
      expect(second.stderr).toContain('Fixed 0 files.\nStamped 0 files.')
      expect(created.read('content/fr/a.md')).toBe(text)
    },
  )

  it('leaves a file alone that changes meanwhile, and reports it', async () => {
    const created = createTestSite({ 'content/a.md': source, 'content/fr/a.md': copy })
    // The first reading is that of the site, the second the one that is edited.
    const nodeArgs = preload(
      created,
      `const read = fs.readFileSync
       let readings = 0
       fs.readFileSync = (file, ...rest) => {
         const text = read(file, ...rest)
         return String(file).endsWith('content/fr/a.md') && readings++ > 0 ? 'A new line.\\n\\n' + text : text
       }`,
    )
    const { stderr } = await created.run(['check', '--fix', '--stamp'], { nodeArgs })
    expect(stderr).toContain('Skipped `content/fr/a.md`: it changed while it was being checked.')
    expect(created.read('content/fr/a.md')).toBe(copy)
  })
})

/** Kills the program when it is about to rename or link a file of this name. */
const KILL_BEFORE_RENAME = `for (const name of ['renameSync', 'linkSync']) {
    const original = fs[name]
    fs[name] = (from, to) => {
      if (String(to).endsWith(process.env.KILL_AT)) {
        process.kill(process.pid, 'SIGKILL')
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
      }
      return original(from, to)
    }
  }`

/** Half of what is written to files with this in their path arrives, then the disk is full. */
const fullDisk = (part: string) => `const write = fs.writeFileSync
  fs.writeFileSync = (file, content, ...rest) => {
    if (!String(file).includes('${part}')) return write(file, content, ...rest)
    write(file, content.slice(0, content.length / 2), ...rest)
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28, syscall: 'write' })
  }`

describe('files outside the output', () => {
  /** Arguments, the file that they write, and what it held before. */
  const WRITERS: [args: string, file: string, before: string][] = [
    ['init . --yes', 'package.json', '{\n    "name": "x",\n    "scripts": { "test": "true" }\n}\n'],
    ['init . --yes', '.gitignore', 'secret\n'],
    ['check --update-baseline', 'check-baseline.json', '{}'],
    ['check --output report.txt', 'report.txt', 'old report'],
    ['check --stamp', 'content/fr/README.md', '# Accueil\n'],
    ['new fr /a.html', 'content/fr/a.md', ''],
  ]
  function prepare(args: string, file: string, before: string) {
    const files: Record<string, string> = before === '' ? {} : { [file]: before }
    const created = args.startsWith('init')
      ? createFolder({ '.git/HEAD': 'ref: refs/heads/main\n', ...files })
      : createTestSite({ 'content/a.md': '# A\n\nText.\n', ...files })
    return {
      created,
      run: (options?: RunOptions) => created.run(args.split(' '), options),
      text: () => (existsSync(path.join(created.root, file)) ? created.read(file) : ''),
      temporary: () =>
        readdirSync(path.join(created.root, path.dirname(file))).filter(name => name.includes('.docsgen-')),
    }
  }

  it.each(sample(WRITERS, 0, 2, 4))(
    '`%s` leaves `%s` whole on a full disk and when it is killed; the next run cleans up',
    async (...writer) => {
      const { created, run, text, temporary } = prepare(...writer)
      const { code, stdout, stderr } = await run({ nodeArgs: preload(created, fullDisk('.docsgen-')) })
      expect(code).toBe(1)
      expect(stdout + stderr).toContain('no space left on device (ENOSPC)')
      expect([text(), temporary()]).toEqual([writer[2], []])

      const env = { KILL_AT: path.basename(writer[1]) }
      await run({ nodeArgs: preload(created, KILL_BEFORE_RENAME), env })
      expect([text(), temporary()]).toEqual([writer[2], [expect.any(String)]])
      await run()
      expect(temporary()).toEqual([])
    },
  )

  it('a report goes into a pipe or a device as it is', async () => {
    const created = createTestSite()
    const line = 'docsgen check --output /dev/stdout | cat; docsgen check --output /dev/null'
    const { stdout } = shell(created, line)
    expect(stdout).toMatch(/0 errors/)
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
  })

  it('a copy of a version that was killed is removed by the next one', async () => {
    const created = createTestSite()
    const pid = await deadProcess()
    created.write(`versions/.1.x.docsgen-${pid}.tmp/content/README.md`, '# Old\n')
    created.write('versions/.keep.tmp/a.md', 'mine')
    expect((await created.run(['version', '1.x'])).code).toBe(0)
    expect(readdirSync(path.join(created.root, 'versions'))).toEqual(['.keep.tmp', '1.x'])
  })

  it('what a killed process left of a lock is removed, and that of a running one stays', async () => {
    const created = createTestSite()
    created.write(`.dist.lock.docsgen-${await deadProcess()}.tmp`, '')
    created.write(`.dist.lock.docsgen-${process.pid}.tmp`, '')
    await created.run(['build'], { apart: true })
    expect(beside(created)).toEqual([`.dist.lock.docsgen-${process.pid}.tmp`, 'dist'])
  })
})

describe('files next to the output', () => {
  it('are neither published nor deleted, whatever their names', async () => {
    const created = createTestSite()
    const pid = await deadProcess()
    const files = {
      'dist.old-notes/thesis.txt': 'thesis',
      'dist.tmp-work/draft.txt': 'draft',
      'dist.old-backup/index.html': 'backup',
      'dist.old-file.txt': 'file',
      [`dist.old-${pid}/index.html`]: 'no marker',
      [`dist.tmp-${pid}/.docsgen-work.json`]: 'no JSON',
      [`dist.tmp-1/.docsgen-work.json`]: JSON.stringify({ pid: 1, target: 'other' }),
      'dist.old-mine/.docsgen-work.json': JSON.stringify({ pid, target: 'dist' }),
    }
    for (const [file, text] of Object.entries(files)) created.write(file, text)
    symlinkSync('content', path.join(created.root, 'dist.old-7'))
    for (let build = 0; build < 2; build += 1) {
      const { code, stderr } = await created.run(['build'])
      expect({ code, warned: stderr.includes('output/write') }).toEqual({ code: 0, warned: false })
      for (const [file, text] of Object.entries(files)) expect(created.read(file)).toBe(text)
      expect(readdirSync(created.output).join()).not.toMatch(/thesis|draft|docsgen-work/)
      expect(created.read('dist/index.html')).toContain('Hello')
    }
    expect(readlinkSync(path.join(created.root, 'dist.old-7'))).toBe('content')
  })

  it('are removed where docsgen can prove that a killed build made them', async () => {
    const created = createTestSite()
    const pid = await deadProcess()
    const marker = JSON.stringify({ pid, target: 'dist' })
    for (const name of [`dist.tmp-${pid}`, `dist.tmp-${pid}-gone`, `dist.old-${pid}-gone`]) {
      created.write(`${name}/.docsgen-work.json`, marker)
      created.write(`${name}/index.html`, 'left')
    }
    await created.run(['build'])
    expect(beside(created)).toEqual(['dist'])
    expect(created.read('dist/index.html')).toContain('Hello')
  })

  it('are published again where a build was killed between the renames', async () => {
    const created = createTestSite()
    await created.run(['build'])
    created.write('dist/CNAME', 'docs.example.org')
    created.write('content/README.md', '# Home\n\nChanged.\n')
    await created.run(['build'], { env: { DOCSGEN_FAULT: 'between-renames:kill' }, apart: true })
    expect(existsSync(path.join(created.root, 'dist'))).toBe(false)
    // The next build fails too, once it writes pages.
    const code = fullDisk('.html')
    const nodeArgs = preload(created, code)
    expect((await created.run(['build'], { nodeArgs })).code).toBe(1)
    expect(created.read('dist/index.html')).toContain('Hello')
    expect(created.read('dist/CNAME')).toBe('docs.example.org')
    expect(readdirSync(path.join(created.root, 'dist'))).not.toContain('.docsgen-work.json')
    expect(beside(created)).toEqual(['dist', 'preload.mjs'])
  })
})

describe('an output folder that is a symbolic link', () => {
  function linked(target: string): TestSite {
    const created = createTestSite()
    symlinkSync(target, path.join(created.root, 'dist'))
    return created
  }

  it('is refused where it leads out of the repository', async () => {
    const outside = createFolder({ 'photo.txt': 'photo', '.env': 'SECRET=1' })
    const created = linked(outside.root)
    const { code, stderr } = await created.run(['build'])
    expect(code).toBe(2)
    expect(stderr).toContain(`\`dist\` is a symbolic link to \`${outside.root}\`, outside the repository.`)
    expect(readdirSync(outside.root).toSorted()).toEqual(['.env', 'photo.txt'])
    expect(readlinkSync(path.join(created.root, 'dist'))).toBe(outside.root)
  })

  it('is refused where there is nothing', async () => {
    expect(await linked('nowhere').run(['build'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("a symbolic link to `nowhere`, which doesn't exist."),
    })
  })

  it('is published into where it stays inside, and other files there are kept', async () => {
    const created = linked('out/site')
    created.write('out/site/CNAME', 'docs.example.org')
    for (const text of ['one', 'two']) {
      created.write('content/README.md', `# Home\n\nText ${text}.\n`)
      expect((await created.run(['build'])).code).toBe(0)
      expect(lstatSync(path.join(created.root, 'dist')).isSymbolicLink()).toBe(true)
      expect(created.read('out/site/index.html')).toContain(`Text ${text}`)
      expect(created.read('out/site/CNAME')).toBe('docs.example.org')
      expect(readdirSync(path.join(created.root, 'out'))).toEqual(['site'])
    }
  })
})

it.runIf(process.getuid?.() === 0)(
  'the previous site stays where it cannot be removed: the new one is live, exit code 0, later builds go on',
  async () => {
    const created = createTestSite()
    chmodSync(created.root, 0o777)
    await created.run(['build'], { user: 12_345 })
    // Belongs to root: the user that builds may neither move nor delete it.
    created.write('dist/theirs/notes.txt', 'theirs')
    chmodSync(path.join(created.root, 'dist/theirs'), 0o755)
    for (const text of ['one', 'two', 'three']) {
      writeFileSync(path.join(created.root, 'content/README.md'), `# Home\n\nText ${text}.\n`)
      const { code, stdout, stderr } = await created.run(['build'], { user: 12_345 })
      expect({ code, stderr: stderr + stdout }).toMatchObject({ code: 0 })
      expect(stderr).toMatch(/warning output\/write Couldn't remove `dist\.old-\d+`.*theirs/)
      expect(stderr).not.toContain('unchanged')
      expect(created.read('dist/index.html')).toContain(`Text ${text}`)
      const [old, ...more] = beside(created).filter(name => name !== 'dist')
      expect(more).toEqual([])
      expect(created.read(`${old}/theirs/notes.txt`)).toBe('theirs')
    }
  },
)

it.each([
  ['file', 1, 'output/write The output folder `file` is a file, so nothing was written.'],
  ['/proc/x', 1, 'no such file or directory (ENOENT)'],
  ['/proc/x/y', 1, 'no such file or directory (ENOENT)'],
  ['.git', 2, 'is used by version control'],
  ['.git/pages', 2, 'is used by version control'],
])(
  'an output folder that cannot be one: %s ends with code %i and says why',
  async (outDir, code, message) => {
    const created = createTestSite({ '.git/HEAD': 'ref: refs/heads/main\n', file: 'mine' })
    const result = await created.run(['build', '--out-dir', outDir])
    expect(result.stderr).toContain(message)
    expect([result.code, created.read('file')]).toEqual([code, 'mine'])
    expect(readdirSync(path.join(created.root, '.git'))).toEqual(['HEAD'])
  },
)
