import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { onTestFinished, TestRunner } from 'vitest'
import type { RunOptions, TestSite } from './site.ts'

/** `docsgen dev` or `preview` running in a test site. */
export interface RunningServer {
  process: ChildProcess
  port: number
  /** `http://localhost:PORT`, without a slash at the end. */
  origin: string
  /** What it has printed so far. */
  output(): string
  /** Settles when it has printed something that fits, or fails after thirty seconds. */
  printed(pattern: RegExp): Promise<void>
  /** Ends it and returns its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number>
}

/** Starts the program, on a free port where `args` names none, and waits until it has printed its address. It ends with its test. */
export async function startServer(
  site: TestSite,
  args: readonly string[],
  options?: RunOptions,
): Promise<RunningServer> {
  const child = site.start(args.includes('--port') ? args : [...args, '--port', '0'], options)
  const state = { text: '' }
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (state.text += chunk.toString()))
  }
  const exited = exitCode(child)
  const stop: RunningServer['stop'] = (signal = 'SIGTERM') => {
    child.kill(signal)
    return exited
  }
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await stop()))
  const describe = (pattern: RegExp) => () => `${pattern} in: ${state.text}`
  const printed = (pattern: RegExp) => until(() => pattern.test(state.text), describe(pattern))
  await printed(/http:\/\/localhost:\d+/)
  const port = Number(/http:\/\/localhost:(\d+)/.exec(state.text)?.[1])
  const origin = `http://localhost:${port}`
  return { process: child, port, origin, output: () => state.text, printed, stop }
}

/** The exit code that a shell sees: one that a signal ended has 128 and its number. */
export function exitCode(child: ChildProcess): Promise<number> {
  return new Promise(resolve =>
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0))),
  )
}

/** Waits until a condition holds; fails after thirty seconds, for a busy machine, with a description. */
export async function until(
  isDone: () => boolean | Promise<boolean>,
  describe: string | (() => string) = 'a condition',
): Promise<void> {
  for (const start = Date.now(); Date.now() - start < 30_000;) {
    if (await isDone()) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  throw new Error(`Waited in vain for ${typeof describe === 'string' ? describe : describe()}`)
}
