import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser, serveFolder } from '../browser/browser.ts'
import { removeFolder } from '../support/remove-folder.ts'
import { until } from './serve.ts'

const root = path.resolve(import.meta.dirname, '../..')
const guide = (language: string) =>
  readFileSync(path.join(root, `docs/content/${language}guide/start.md`), 'utf8')

interface Step {
  line?: string
  file?: string
  code: string
}

/** What a reader who uses npm does: lines for the shell, and files to write, in their order. */
function stepsOf(text: string): Step[] {
  const fences = text.matchAll(/^```(\w+)(?: \[(.*?)\])?[^\n]*\n(.*?)^```$/gms)
  return [...fences].flatMap(([, language, title, code = '']): Step[] => {
    if (language !== 'sh') return title === undefined ? [] : [{ file: title, code }]
    if (title !== undefined && title !== 'npm') return []
    return code
      .trim()
      .split(/\n| && /)
      .map(line => ({ line, code }))
  })
}
const linesOf = (text: string) => stepsOf(text).flatMap(({ line }) => line ?? [])

const home = mkdtempSync(path.join(tmpdir(), 'docsgen-first-'))
const pack = mkdtempSync(path.join(tmpdir(), 'docsgen-pack-'))
const servers: ChildProcess[] = []
let browser: Awaited<ReturnType<typeof launchBrowser>>

beforeAll(async () => {
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', pack], { cwd: root })
  browser = await launchBrowser()
}, 180_000)
afterAll(async () => {
  for (const { pid } of servers) if (pid !== undefined) endGroup(pid)
  await browser?.close()
  for (const folder of [home, pack]) removeFolder(folder)
})

/** Ends a server with what started it, if it runs still. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid)
  } catch {
    // It has ended by itself.
  }
}

/** What npm is to do without asking anybody about the package. */
const ENV = {
  ...process.env,
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
}

/** Runs a line of the guide; the package of this repository is the one that it installs. */
function runLine(line: string, cwd: string): void {
  const tarball = path.join(pack, readdirSync(pack)[0] ?? '')
  const command = line.replace(/^(npm install .*)\bdocsgen$/, `$1'${tarball}'`)
  execFileSync('sh', ['-c', command], { cwd, env: ENV, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Starts a server that a line names, and returns the address that it prints. */
async function startLine(line: string, cwd: string): Promise<string> {
  const child = spawn('sh', ['-c', `exec ${line}`], { cwd, env: ENV, detached: true })
  servers.push(child)
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (printed += text.toString()))
  const address = () => /http:\/\/localhost:\d+\S*/.exec(printed)?.[0] ?? ''
  await until(
    () => address() !== '',
    () => printed,
  )
  return address()
}

it('the guide to the first steps works as it is written', { timeout: 300_000 }, async () => {
  const page = await browser.newPage()
  const heading = () => page.locator('h1').first().textContent()
  let cwd = home
  for (const { line, file = '', code } of stepsOf(guide(''))) {
    if (line === undefined) {
      writeFileSync(path.join(cwd, file), code)
      continue
    }
    const [, folder] = /^cd (\S+)$/.exec(line) ?? []
    if (folder !== undefined) cwd = path.join(cwd, folder)
    else if (!/docsgen (?:dev|preview)$/.test(line)) runLine(line, cwd)
    else {
      const address = await startLine(line, cwd)
      await page.goto(address)
      expect(await heading()).toBeTruthy()
      await page.goto(new URL('guide/start.html', address).href)
      expect(await heading()).toContain('Getting started')
      if (line.endsWith('dev')) await save(path.join(cwd, 'content/guide/start.md'))
    }
  }
  expect(linesOf(guide(''))).toContain('npx docsgen check')
  runLine('npx docsgen build --strict', cwd)
  const server = await serveFolder(path.join(cwd, 'dist'))
  await page.goto(`${server.origin}/fr/`)
  expect(await page.locator('html').getAttribute('lang')).toBe('fr')
  const canonical = page.locator('link[rel=canonical]')
  expect(await canonical.getAttribute('href')).toBe('https://docs.example.org/fr/')
  await server.close()

  /** A save is on the screen. */
  async function save(file: string): Promise<void> {
    const before = readFileSync(file, 'utf8')
    writeFileSync(file, before.replace('# Getting started', '# Getting going'))
    await page.getByRole('heading', { level: 1, name: 'Getting going' }).waitFor()
    writeFileSync(file, before)
    await page.getByRole('heading', { level: 1, name: 'Getting started' }).waitFor()
  }
})

// A translation may lag behind.
it.each(['ja/', 'zh/'])('gives no other commands in another language: %s', language => {
  expect(linesOf(guide(''))).toEqual(expect.arrayContaining(linesOf(guide(language))))
})
