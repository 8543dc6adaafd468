import { execFile, execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, onTestFinished, TestRunner } from 'vitest'
import { removeFolder } from '../support/remove-folder.ts'

/** The compiled program. */
export const PROGRAM = fileURLToPath(new URL('../../bin/docsgen.js', import.meta.url))

const COMMAND_LINE = fileURLToPath(new URL('../../compiled/cli/main.js', import.meta.url))

/** A small whole site in a temporary folder. */
export interface TestSite {
  root: string
  /** Absolute path of `dist`. */
  output: string
  write(file: string, content: string | Uint8Array): void
  read(file: string): string
  /** Runs the compiled program in the site's folder: in this process, or in one of its own where options need that. */
  run(args: readonly string[], options?: RunOptions): Promise<RunResult>
  start(args: readonly string[], options?: RunOptions): ChildProcess
  /** Builds the site into a folder of it and returns that one's absolute path; throws what a failed build prints. */
  build(folder?: string): Promise<string>
  /** Path → SHA-256 of every file below a folder of the site. */
  hashes(folder: string): Record<string, string>
  remove(): void
}

export interface RunOptions {
  env?: Record<string, string>
  cwd?: string
  nodeArgs?: readonly string[]
  /** Mask for the modes of new files, octal. */
  umask?: string
  /** User and group to run as; only root can. */
  user?: number
  /** Another Node.js than the one that runs the tests. */
  node?: string
  /** The test is about the process: it ends, hangs, prints, or runs at the same time as another. */
  apart?: boolean
}

export interface RunResult {
  code: number
  stdout: string
  stderr: string
}

/** A picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A configuration in two languages that show their own pages only. `extra` is added to the object literal. */
export function twoLanguages(extra = ''): string {
  return `import { defineConfig } from 'docsgen'
export default defineConfig({
  title: 'Example',
  url: 'https://docs.example.org',
  fallback: 'none',
  locales: { '/': { lang: 'en-US', label: 'English' }, '/fr/': { lang: 'fr', label: 'Français' } },
  ${extra}
})
`
}

/**
 * Creates a site from its files; a configuration and a home page are added where none is given. It is removed after the test that
 * creates it, or after the `describe` or file; not where it is created in a given folder.
 */
export function createTestSite(files: Files = {}, folder?: string): TestSite {
  const defaults = { 'site.config.ts': twoLanguages(), 'content/README.md': '# Home\n\nHello.\n' }
  return createFolder({ ...defaults, ...files }, folder)
}

/** So many pages: `content/p0.md`, `content/p1.md`, … */
export function manyPages(count: number, body = 'Text.'): Record<string, string> {
  const pages = Array.from({ length: count }, (_, at) => [`content/p${at}.md`, `# Page ${at}\n\n${body}\n`])
  return Object.fromEntries(pages) as Record<string, string>
}

/** Hashes of a built site without the list of files, which also has those that are kept from earlier builds. */
export function outputOf(site: TestSite, folder = 'dist'): Record<string, string> {
  const { '.docsgen.json': _list, ...output } = site.hashes(folder)
  return output
}

/** Names of what a build may leave next to the output: temporary folders, the previous output, the lock. */
export function leftovers({ root }: TestSite): string[] {
  return readdirSync(root).filter(name => /\.(?:tmp|old)-|\.lock/.test(name))
}

/** Path → inode of every file of the output: a file that is kept has the same. */
export function inodes({ output }: TestSite): Map<string, number> {
  const names = readdirSync(output, { recursive: true, encoding: 'utf8' })
  return new Map(names.map(name => [name, statSync(path.join(output, name)).ino]))
}

/** Runs a shell line in a site; `docsgen` is the program. */
export function shell(site: TestSite, line: string): { code: number; output: string; stdout: string } {
  const text = line.replaceAll(/(?<![\w/.])docsgen(?= )/g, `"${process.execPath}" "${PROGRAM}"`)
  const { status, stdout, stderr } = spawnSync('bash', ['-c', text], { cwd: site.root, encoding: 'utf8' })
  return { code: status ?? -1, output: stdout + stderr, stdout }
}

/** Runs Git in the folder of a site, with somebody as author. */
export function git(root: string, ...args: string[]): string {
  const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'init.defaultBranch=main']
  return execFileSync('git', [...author, ...args], { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
}

/** True when a shell line works here: it needs rights, or a program, that not every machine has. */
export function isPermitted(line: string): boolean {
  return spawnSync('sh', ['-c', line], { stdio: 'ignore' }).status === 0
}

/** The right to mount file systems in a name space of their own. */
export const CAN_MOUNT = isPermitted('unshare -m sh -c "mount -t tmpfs -o size=1m tmpfs /mnt"')

/** Arguments for Node.js that run code first, which may change `fs`; it is written to the site. */
export function preload(site: TestSite, code: string): string[] {
  const imports = "import fs from 'node:fs'\nimport { syncBuiltinESMExports } from 'node:module'\n"
  site.write('preload.mjs', `${imports}${code}\nsyncBuiltinESMExports()\n`)
  return ['--import', path.join(site.root, 'preload.mjs')]
}

type Files = Record<string, string | Uint8Array>

/** Paths below `content/` of pages given without it. */
export function inContent(pages: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(pages).map(([name, text]) => [`content/${name}`, text]))
}

/** Creates a folder with these files and no others: a site of another generator, or none yet. */
export function createFolder(files: Files = {}, folder?: string): TestSite {
  const root = folder ?? mkdtempSync(path.join(tmpdir(), 'site-'))
  const write: TestSite['write'] = (file, content) => {
    const target = path.join(root, file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, content)
  }
  for (const [file, content] of Object.entries(files)) write(file, content)
  const remove = () => removeFolder(root)
  if (!folder) removeLater(remove)
  return {
    root,
    output: path.join(root, 'dist'),
    write,
    read: file => readFileSync(path.join(root, file), 'utf8'),
    run: (args, options) => run(root, args, options),
    start: (args, { env, nodeArgs = [] } = {}) =>
      spawn(process.execPath, [...nodeArgs, PROGRAM, ...args], { cwd: root, env: environment(env) }),
    async build(name = 'dist') {
      const { code, stderr } = await run(root, ['build', '--silent', '--out-dir', name])
      if (code !== 0) throw new Error(stderr)
      return path.join(root, name)
    },
    hashes: name => hashFolder(path.join(root, name)),
    remove,
  }
}

function removeLater(remove: () => void): void {
  if (TestRunner.getCurrentTest()) onTestFinished(remove)
  else afterAll(remove)
}

function environment(env: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { ...process.env, NO_COLOR: '1', GITHUB_ACTIONS: '', ...env }
}

function run(root: string, args: readonly string[], options?: RunOptions): Promise<RunResult> {
  const { cwd = root, env = {}, ...own } = options ?? {}
  return Object.keys(own).length > 0 ? runApart(root, args, { cwd, env, ...own }) : runHere(args, cwd, env)
}

function runApart(root: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const { env, cwd = root, nodeArgs = [], umask = '022', user, node = process.execPath } = options
  return new Promise(resolve => {
    const settings = {
      cwd,
      env: environment(env),
      maxBuffer: 64 * 1024 * 1024,
      ...(user ? { uid: user, gid: user } : {}),
    }
    const command = ['-c', `umask ${umask} && exec "$0" "$@"`, node, ...nodeArgs, PROGRAM, ...args]
    execFile('/bin/sh', command, settings, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0
      resolve({ code, stdout, stderr })
    })
  })
}

/** One run at a time: it has the working directory and the streams of the process. */
let lastRun: Promise<unknown> = Promise.resolve()

function runHere(args: readonly string[], cwd: string, env: Record<string, string>): Promise<RunResult> {
  const result = lastRun.then(async () => {
    const { main } = (await import(COMMAND_LINE)) as typeof import('../../src/cli/main.ts')
    const [before, variables] = [process.cwd(), { ...process.env }]
    const [stdout, stderr] = [capture(process.stdout), capture(process.stderr)]
    process.chdir(cwd)
    Object.assign(process.env, env)
    try {
      await main(args, { ownsProcess: false })
    } finally {
      process.chdir(before)
      for (const name of Object.keys(env)) delete process.env[name]
      Object.assign(process.env, variables)
      stdout.end()
      stderr.end()
    }
    const code = Number(process.exitCode ?? 0)
    process.exitCode = undefined
    return { code, stdout: stdout.text, stderr: stderr.text }
  })
  lastRun = result.catch(() => undefined)
  return result
}

/** What is written to a stream until the end. */
function capture(stream: NodeJS.WriteStream): { text: string; end(): void } {
  const { write } = stream
  const captured = { text: '', end: () => void (stream.write = write) }
  stream.write = (chunk: Uint8Array | string) => {
    captured.text += Buffer.from(chunk).toString()
    return true
  }
  return captured
}

/** Every file of a folder, POSIX paths, sorted. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .toSorted()
}

function hashFolder(folder: string): Record<string, string> {
  const hash = (name: string) =>
    createHash('sha256')
      .update(readFileSync(path.join(folder, name)))
      .digest('hex')
  return existsSync(folder) ? Object.fromEntries(listFiles(folder).map(name => [name, hash(name)])) : {}
}
