import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'

/** Milliseconds between two looks at the memory. */
const INTERVAL = 20

/**
 * Runs a command and its children to the end. Returns seconds by the clock, seconds of processor time, the largest sum
 * of resident memory in MB, and what it printed. Fails when the command does.
 */
export async function measure(command, args, { cwd, env = {} }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'docsgen-measure-'))
  const times = path.join(folder, 'times')
  // The shell's `times` knows what its children used, whatever they started.
  const script = '"$@"; code=$?; times > "$TIMES"; exit $code'
  const started = performance.now()
  const child = spawn('sh', ['-c', script, 'sh', command, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', CI: '1', ...env, TIMES: times },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr']) child[name].on('data', data => (output[name] += data))
  let peak = 0
  const timer = setInterval(() => (peak = Math.max(peak, residentMemory(child.pid))), INTERVAL)
  const ended = await new Promise(resolve => child.once('close', (code, signal) => resolve(signal ?? code)))
  clearInterval(timer)
  const wall = (performance.now() - started) / 1000
  const cpu = existsSync(times) ? processorTime(readFileSync(times, 'utf8')) : 0
  rmSync(folder, { recursive: true, force: true })
  if (ended !== 0) {
    const said = `${output.stdout}\n${output.stderr}`.slice(-2000)
    throw new Error(`${command} ${args.join(' ')} ended with ${ended}\n${said}`)
  }
  return { wall, cpu, peak, ...output }
}

/** User and system seconds of the children: the second line of `times`, such as `0m1.20s 0m0.31s`. */
function processorTime(text) {
  const line = text.trim().split('\n').at(-1) ?? ''
  return [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0)
}

/** MB of a process and all below it. */
function residentMemory(root) {
  const parents = new Map()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const fields = readProc(`${name}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ')
    parents.set(Number(name), { parent: Number(fields[1]), pages: Number(fields[21]) })
  }
  const isBelow = pid => pid === root || (parents.has(pid) && isBelow(parents.get(pid).parent))
  let pages = 0
  for (const [pid, facts] of parents) if (isBelow(pid)) pages += facts.pages || 0
  return (pages * 4096) / 1024 / 1024
}

function readProc(name) {
  try {
    return readFileSync(`/proc/${name}`, 'utf8')
  } catch {
    return ''
  }
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** Medians of several measured runs, rounded, with the number of runs. */
export function summarize(runs) {
  const round = name => Number(median(runs.map(run => run[name])).toFixed(2))
  return { wall: round('wall'), cpu: round('cpu'), peak: Math.round(round('peak')), runs: runs.length }
}

/** What the figures depend on. */
export function machine() {
  const [{ model } = { model: '' }] = cpus()
  return { node: process.version, processors: cpus().length, model, load: Number(loadavg()[0].toFixed(1)) }
}

/** Options of the form `--name value` or `--name`. */
export function option(name, fallback) {
  const at = process.argv.indexOf(`--${name}`)
  if (at < 0) return fallback
  const value = process.argv[at + 1]
  return value === undefined || value.startsWith('--') ? true : value
}
