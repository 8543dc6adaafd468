import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import path from 'node:path'

/** Milliseconds between two looks at the memory. */
const INTERVAL = 25
/** Seconds after which a command counts as stuck. */
const LIMIT = 900

/**
 * Runs a command and its children to the end. Returns seconds by the clock, seconds of processor time, the largest sum
 * of resident memory in MB, and what it printed. Fails when the command does, or takes more than `limit` seconds.
 */
export async function measure(command, args, { cwd, env = {}, limit = LIMIT }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'docsgen-measure-'))
  const times = path.join(folder, 'times')
  // The shell's `times` knows what its children used, whatever they started.
  const script = '"$@"; code=$?; times > "$TIMES"; exit $code'
  const started = performance.now()
  const child = spawn('sh', ['-c', script, 'sh', command, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', CI: '1', ...env, TIMES: times },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A session of its own: by it all that the command started is found again, whoever its parent is by then.
    detached: true,
  })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr']) child[name].on('data', data => (output[name] += data))
  const memory = watchMemory(child.pid)
  const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), limit * 1000)
  const ended = await new Promise(resolve => child.once('close', (code, signal) => resolve(signal ?? code)))
  clearTimeout(timer)
  const wall = (performance.now() - started) / 1000
  const peak = memory.stop()
  const cpu = existsSync(times) ? processorTime(readFileSync(times, 'utf8')) : 0
  rmSync(folder, { recursive: true, force: true })
  if (ended !== 0) {
    const said = `${output.stdout}\n${output.stderr}`.slice(-2000)
    throw new Error(`${command} ${args.join(' ')} ended with ${ended}\n${said}`)
  }
  return { wall, cpu, peak, ...output }
}

/**
 * Puts away what a cold build must not find, in a folder beside it that is deleted at the end: where many files have just
 * been deleted, some file systems are slow to create others for minutes, and a build would pay for the one before.
 */
export function putAway(folder, names) {
  const aside = `${folder}.removed`
  if (!asides.has(aside)) process.once('exit', () => rmSync(aside, { recursive: true, force: true }))
  asides.add(aside)
  mkdirSync(aside, { recursive: true })
  for (const name of names) {
    const place = path.join(folder, name)
    // One may have gone with the one before that held it.
    if (existsSync(place)) renameSync(place, path.join(mkdtempSync(path.join(aside, 'run-')), 'it'))
  }
}

const asides = new Set()

/** User and system seconds of the children: the second line of `times`, such as `0m1.20s 0m0.31s`. */
function processorTime(text) {
  const line = text.trim().split('\n').at(-1) ?? ''
  return [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0)
}

/** Looks at the memory of a session's processes again and again; `stop` gives the largest sum in MB. */
function watchMemory(session) {
  const others = new Set()
  let peak = 0
  const timer = setInterval(() => (peak = Math.max(peak, residentMemory(session, others))), INTERVAL)
  return {
    stop() {
      clearInterval(timer)
      return peak
    },
  }
}

/** MB of all processes of a session. `others` remembers processes that are none, so that looking costs little. */
function residentMemory(session, others) {
  let pages = 0
  for (const name of readdirSync('/proc')) {
    if (others.has(name) || !/^\d+$/.test(name)) continue
    const fields = readProc(`${name}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ')
    if (Number(fields[3]) === session) pages += Number(fields[21]) || 0
    else others.add(name)
  }
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

/** Medians of several measured runs, rounded, with the smallest and largest time and the number of runs. */
export function summarize(runs) {
  const round = value => Number(value.toFixed(2))
  const middle = name => round(median(runs.map(run => run[name])))
  const walls = runs.map(run => run.wall)
  return {
    wall: middle('wall'),
    cpu: middle('cpu'),
    peak: Math.round(middle('peak')),
    min: round(Math.min(...walls)),
    max: round(Math.max(...walls)),
    runs: runs.length,
  }
}

/** What the figures depend on. */
export function machine() {
  const [{ model } = { model: '' }] = cpus()
  return {
    node: process.version,
    processors: cpus().length,
    model,
    memory: Math.round(totalmem() / 2 ** 30),
    load: Number(loadavg()[0].toFixed(1)),
  }
}

/** Options of the form `--name value` or `--name`. */
export function option(name, fallback) {
  const at = process.argv.indexOf(`--${name}`)
  if (at < 0) return fallback
  const value = process.argv[at + 1]
  return value === undefined || value.startsWith('--') ? true : value
}
