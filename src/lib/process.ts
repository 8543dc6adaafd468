import { linkSync, renameSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { attempt, isGone, readText, succeeds, temporaryPath, writeFileWhole } from './files.ts'
import type { Progress } from '../schema/api.ts'
import type { Finding } from '../schema/finding.ts'

/** Exit codes after signals, as shells report them. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

const listeners = Object.entries(SIGNALS).map(([signal, code]) => [signal, () => endProcess(code)] as const)
let registered = 0
let isListening = false
let isEnding = false

/** Ends docsgen itself; site code that ends the process is reported (`cli/main.ts`). */
export function endProcess(code?: number): never {
  isEnding = true
  // Given undefined, Node.js forgets the code that is set.
  process.exit(code ?? process.exitCode)
}

export function endsItself() {
  return isEnding
}

/**
 * Calls `remove` if the process ends early, for instance on a signal; returns a function that unregisters it. docsgen listens to
 * signals only while something is registered: at other times the system ends it, even if site code hangs.
 */
export function onExit<Target>(target: Target, remove: (target: Target) => void) {
  const clean = () => remove(target)
  process.once('exit', clean)
  registered += 1
  listenOrStop()
  return () => {
    if (!process.listeners('exit').includes(clean)) return
    process.off('exit', clean)
    registered -= 1
    // A signal that arrives during this turn is lost if no listener is left at its end.
    setImmediate(listenOrStop)
  }
}

function listenOrStop() {
  if (isListening === registered > 0) return
  isListening = registered > 0
  for (const [signal, listener] of listeners)
    if (isListening) process.on(signal, listener)
    else process.off(signal, listener)
}

/** True if a test asks for this fault, such as `between-renames:kill`. */
export function hasFault(fault: string) {
  return process.env['DOCSGEN_FAULT'] === fault
}

/** `Promise.all` that waits for all, so that after a failure nothing writes into an abandoned folder. */
export async function allDone<Results extends unknown[]>(work: {
  [Index in keyof Results]: Promise<Results[Index]>
}): Promise<Results> {
  await Promise.allSettled(work)
  return Promise.all(work) as Promise<Results>
}

export async function inParallel<Item>(
  items: readonly Item[],
  most: number,
  action: (item: Item) => Promise<void>,
) {
  const waiting = items.values()
  const work = async () => {
    for (const item of waiting) await action(item)
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, work))
}

/** Measures stages: `lap` ends one and begins the next. `times`: milliseconds by stage, added to. */
export function createClock(times: Record<string, number> = {}, report?: Progress) {
  let last = performance.now()
  const lap = (stage: string) => {
    const time = performance.now() - last
    last += time
    times[stage] = (times[stage] ?? 0) + time
    report?.(stage, time)
  }
  return { times, lap }
}

/** Lets signals and requests be handled. */
export function giveTurn() {
  return new Promise(resolve => setImmediate(resolve))
}

/** Longest turn, in milliseconds. */
const TURN = 50

/** `items.map(make)` for tens of thousands of items, with turns in between. */
export async function mapInTurns<Item, Result>(items: readonly Item[], make: (item: Item) => Result) {
  const results: Result[] = []
  let end = 0
  for (const item of items) {
    results.push(make(item))
    if (performance.now() < end) continue
    await giveTurn()
    end = performance.now() + TURN
  }
  return results
}

/** `started`: clock ticks since boot, which tell a reused id apart; empty where unknown. */
type LockOwner = { pid: number; host: string; started: string }

/** Takes `{target}.lock` or reports its owner. Breaks a lock whose process is gone, with `force` any. `unlock`: another way, for the hint. */
export async function acquireLock(
  target: string,
  { held, unlock = '', force = false }: { held: string; unlock?: string; force?: boolean },
): Promise<{ release(): void } | { finding: Finding }> {
  const file = `${target}.lock`
  for (let tries = 1; ; tries += 1) {
    if (tries <= 3 && createLock(file)) {
      const remove = () => rmSync(file, { force: true })
      const unregister = onExit(file, remove)
      return { release: () => (unregister(), remove()) }
    }
    const { text, owner } = await readLock(file)
    if (tries > 3 || (owner && !force && isAlive(owner))) {
      const who = owner ? `process ${owner.pid} on ${owner.host}` : 'another process'
      const message = `${held} by ${who}.`
      const hint = `Wait until the process has finished. If it no longer exists, ${unlock}delete \`${path.basename(file)}\`.`
      return { finding: { rule: 'output/locked', severity: 'error', message, hint } }
    }
    breakLock(file, text)
  }
}

function createLock(file: string) {
  const owner: LockOwner = { pid: process.pid, host: hostname(), started: processStart(process.pid) }
  return succeeds(() => writeFileWhole(file, JSON.stringify(owner), { isNew: true }), 'EEXIST')
}

/** Removes the lock that was read, not one that another process has written since. */
function breakLock(file: string, text: string | undefined) {
  const moved = temporaryPath(file)
  // It fails if another process was faster.
  attempt(() => {
    renameSync(file, moved)
    if (readText(moved) !== text) linkSync(moved, file)
  })
  rmSync(moved, { force: true })
}

/** Without `owner`, the lock is damaged and old: a copied one (for lack of links) is whole within half a second. */
async function readLock(file: string) {
  for (let tries = 1; ; tries += 1) {
    const text = readText(file)
    const owner = attempt(() => JSON.parse(text ?? '') as LockOwner)
    if (owner || text === undefined || tries === 10) return { text, owner }
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

function isAlive({ pid, host, started }: LockOwner) {
  return host !== hostname() || (!isGone(pid) && started === processStart(pid))
}

function processStart(pid: number) {
  const [, fields = ''] = /^.*\) (.*)/s.exec(readText(`/proc/${pid}/stat`) ?? '') ?? []
  return fields.split(' ')[19] ?? ''
}
