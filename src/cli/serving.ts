/** Parts that `dev` and `preview` share: listening, opening a browser, keys. */
import { spawn } from 'node:child_process'
import type { ServerOptions } from './options.ts'
import { printLine, type Terminal } from './terminal.ts'

/**
 * Starts a server and reports its port. Returns the exit code where it can't listen because of `--host` or `--port`; other
 * errors are thrown.
 */
export async function listen<Server extends { port: number }>(
  start: Promise<Server | { busy: number }>,
  { port, host }: ServerOptions,
  terminal: Terminal,
): Promise<Server | number> {
  const server = await start.catch((error: unknown) => explainRefusal(error, host, port))
  if (typeof server === 'number') return server
  if ('busy' in server) {
    process.stderr.write(`Port ${server.busy} is taken. Choose another with \`--port\`.\n`)
    return 1
  }
  if (server.port !== port && port !== 0) printLine(terminal, `Port ${port} is taken; using ${server.port}.`)
  if (host) printLine(terminal, 'The server can be reached from the network.')
  return server
}

function explainRefusal(error: unknown, host: string | true | undefined, port: number): number {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  const isAddress = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code) && typeof host === 'string'
  const isRefused = code === 'EACCES' && syscall === 'listen'
  if (!isAddress && !isRefused) throw error
  const problem = isAddress
    ? `\`--host ${host}\` isn't an address of this machine`
    : `Port ${port} needs rights that this process doesn't have`
  process.stderr.write(`${problem} (${code}).\n`)
  return 2
}

const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' }

/** Opens an address in the reader's browser; without a shell, and silently without a browser. */
export function openBrowser(url: string): void {
  const { protocol } = new URL(url)
  if (protocol !== 'http:') return
  const child = spawn(OPENERS[process.platform] ?? 'xdg-open', [url], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}

/** Action of a key. */
interface Shortcut {
  /** Description in the list that `h` prints. */
  does: string
  run(): void
}

/** Parts of a process that reading keys needs. */
export type KeyProcess = Pick<NodeJS.Process, 'stdin' | 'stderr' | 'env' | 'pid' | 'once' | 'kill'>

/** Runs a shortcut for each key pressed; only on a terminal, and never where a program watches (CI). */
export function watchKeys(
  shortcuts: Readonly<Record<string, Shortcut>>,
  program: KeyProcess = process,
): void {
  const { stdin, stderr, env } = program
  if (!stdin.isTTY || !stderr.isTTY || env['CI']) return
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  program.once('exit', () => stdin.setRawMode(false))
  stderr.write('Press h for the list of keys.\n')
  stdin.on('data', (key: string) => {
    // In raw mode the terminal sends no signals of its own.
    if (key === '\u0003') return void program.kill(program.pid, 'SIGINT')
    if (key === 'h') return void stderr.write(helpText(shortcuts))
    if (Object.hasOwn(shortcuts, key)) shortcuts[key]?.run()
    if (key === 'q') stopReading(stdin)
  })
}

/** Waiting for keys must not keep the process alive; pausing alone does not do for a pipe. */
function stopReading(stdin: NodeJS.ReadStream): void {
  stdin.pause()
  stdin.unref()
}

function helpText(shortcuts: Readonly<Record<string, Shortcut>>): string {
  return Object.entries(shortcuts)
    .map(([key, { does }]) => `  ${key}  ${does}\n`)
    .join('')
}
