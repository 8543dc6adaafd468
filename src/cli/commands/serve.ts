/** `docsgen dev` and `docsgen preview`: both run until they are stopped. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { loadConfig } from '../../config/load.ts'
import { dev } from '../../index.ts'
import { isFolder } from '../../lib/files.ts'
import { onExit } from '../../lib/process.ts'
import { plural } from '../../lib/text.ts'
import type { DevUpdate } from '../../schema/api.ts'
import { readBuildManifest } from '../../render/publish.ts'
import { preview } from '../../server/preview.ts'
import type { ServerOptions } from '../options.ts'
import { fail, type Invocation, printFindings, printLine, reportError, type Terminal } from '../terminal.ts'

export async function runDev({ root, terminal }: Invocation, options: ServerOptions) {
  const starting = dev({
    ...options,
    root,
    loaded: createReporter(terminal),
    problem: finding => printFindings(terminal, [finding]),
    failed: error => void reportError(error, options.debug === true),
  })
  const server = await reportPort(starting, options, terminal)
  if (typeof server === 'number') return server
  const printUrls = () => {
    for (const url of server.addresses()) printLine(terminal, `  ${url}`)
  }
  const open = () => openBrowser(server.addresses()[0] ?? '')
  void server.ready.then(() => {
    printUrls()
    if (options.open) open()
  })
  watchKeys({
    r: { does: 'reload everything', run: () => void server.rebuild() },
    u: { does: 'print URLs', run: printUrls },
    o: { does: 'open the site in a browser', run: open },
    c: { does: 'clear the screen', run: () => void process.stderr.write('\u001b[2J\u001b[3J\u001b[H') },
    q: { does: 'stop', run: () => void server.close() },
  })
  await server.closed
  return 0
}

/** Prints updates. Known problems are counted, not repeated. */
function createReporter(terminal: Terminal) {
  let known = new Set<string>()
  return ({ findings, isLoaded, pages, changed: [first, ...others], time }: DevUpdate) => {
    const isAll = first === '*'
    const fresh = findings.filter(finding => isAll || !known.has(JSON.stringify(finding)))
    known = new Set(findings.map(finding => JSON.stringify(finding)))
    printFindings(terminal, fresh)
    const old = findings.length - fresh.length
    const problems = old > 0 ? ` ${plural(old, 'known problem')}.` : ''
    const duration = `${Math.round(time)} ms`
    const what = isAll ? 'Everything' : others.length > 0 ? `${first} and ${others.length} more` : first
    if (!isLoaded) {
      const change = isAll || !what ? 'The site' : `${what} changed, but the site`
      const kept = pages === undefined ? '' : ' Meanwhile, docsgen serves the last working version.'
      printLine(terminal, `${change} can't be loaded until the errors are fixed.${kept}${problems}`)
    } else if (what) printLine(terminal, `${what} loaded in ${duration}.${problems}`)
    else if (pages !== undefined) printLine(terminal, `${plural(pages, 'page')} ready in ${duration}.`)
  }
}

export async function runPreview(
  { root, terminal }: Invocation,
  options: ServerOptions & { outDir?: string },
) {
  const overrides = { outDir: options.outDir }
  const { config, findings } = await loadConfig({ root, file: options.config, overrides })
  if (!config) {
    printFindings(terminal, findings)
    return 2
  }
  const outDir = path.resolve(root, config.outDir)
  if (!(await isFolder(outDir)))
    return fail(`There is no built site in \`${config.outDir}\`. Run \`docsgen build\` first.`)
  const { urls, server, security } = config
  const { port, strictPort = false, host } = options
  // The build may have got another base by `--base`.
  const base = readBuildManifest(outDir)?.base ?? config.base
  const starting = preview({ outDir, base, urls, ...server, embed: security.embed, port, strictPort, host })
  const listening = await reportPort(starting, options, terminal)
  if (typeof listening === 'number') return listening
  for (const url of listening.urls) printLine(terminal, `  ${url}${base}`)
  if (options.open) openBrowser(`${listening.urls[0]}${base}`)
  onExit(listening, ({ close }) => close())
  await listening.closed
  return 0
}

/** Returns the exit code if it can't listen because of `--host` or `--port`. */
async function reportPort<Server extends { port: number }>(
  starting: Promise<Server | { busy: number }>,
  { port, host }: ServerOptions,
  terminal: Terminal,
) {
  try {
    const server = await starting
    if ('busy' in server)
      return fail(`Port ${server.busy} is already in use. Choose another one with \`--port\`.`, 1)
    if (server.port !== port && port !== 0)
      printLine(terminal, `Port ${port} is already in use; using ${server.port} instead.`)
    if (host) printLine(terminal, 'The server is accessible from the network.')
    return server
  } catch (error) {
    const { code = '', syscall } = error as NodeJS.ErrnoException
    const isAddress = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code) && typeof host === 'string'
    if (!isAddress && (code !== 'EACCES' || syscall !== 'listen')) throw error
    const problem = isAddress
      ? `\`--host ${host}\` isn't an address of this machine`
      : `You don't have permission to use port ${port}; choose one above 1023`
    return fail(`${problem} (${code}).`)
  }
}

const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' }

/** Doesn't use a shell; ignores a missing browser. */
function openBrowser(url: string) {
  const child = spawn(OPENERS[process.platform] ?? 'xdg-open', [url], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}

/** Listens for keys, except in CI. `q` is the last one. */
function watchKeys(shortcuts: Readonly<Record<string, { does: string; run(): void }>>) {
  const { stdin, stderr, env } = process
  if (!stdin.isTTY || !stderr.isTTY || env['CI']) return
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  process.once('exit', () => stdin.setRawMode(false))
  stderr.write('Press h to list keyboard shortcuts.\n')
  stdin.on('data', (key: string) => {
    // In raw mode the terminal sends no signals, and the signal doesn't end that mode.
    if (key === '\u0003') {
      stdin.setRawMode(false)
      process.kill(process.pid, 'SIGINT')
    }
    if (key === 'h')
      for (const [name, { does }] of Object.entries(shortcuts)) stderr.write(`  ${name}  ${does}\n`)
    if (Object.hasOwn(shortcuts, key)) shortcuts[key]?.run()
    if (key !== 'q') return
    // Waiting for keys must not keep the process alive; pausing alone isn't enough for a pipe.
    stdin.pause()
    stdin.unref()
  })
}
