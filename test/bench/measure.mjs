/** Time and memory of a command, statistics, and results as files: shared by all benchmarks. */
import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import path from 'node:path'

export const PROGRAM = path.resolve(import.meta.dirname, '../../bin/docsgen.js')

/** Milliseconds between two readings of the memory. */
const INTERVAL = 25

/**
 * Runs a command to the end. Returns seconds by the clock, seconds of processor time with its children, the largest sum of
 * resident memory in MB, and what it printed. Throws when it fails.
 */
export async function measure(command, args, { cwd }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'docsgen-measure-'))
  const times = path.join(folder, 'times')
  // The shell's `times` knows what its children used.
  const script = '"$@"; code=$?; times > "$TIMES"; exit $code'
  const started = performance.now()
  const child = spawn('sh', ['-c', script, 'sh', command, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', CI: '1', TIMES: times },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A session of its own finds all processes of the command again.
    detached: true,
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
  if (ended !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${ended}\n${output.stderr.slice(-2000)}`)
  return { wall, cpu, peak, ...output }
}

/**
 * Moves what a cold build must not find into a folder that is deleted at the end: where many files have just been deleted,
 * some file systems create others slowly for minutes.
 */
export function putAway(folder, names) {
  const aside = `${folder}.removed`
  mkdirSync(aside, { recursive: true })
  for (const name of names) {
    const source = path.join(folder, name)
    if (existsSync(source)) renameSync(source, path.join(mkdtempSync(path.join(aside, 'run-')), 'it'))
  }
}

/** User and system seconds of the children: the second line of `times`, such as `0m1.20s 0m0.31s`. */
function processorTime(text) {
  const line = text.trim().split('\n').at(-1) ?? ''
  return [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0)
}

/** MB of all processes of a session. */
function residentMemory(session) {
  let pages = 0
  for (const name of readdirSync('/proc').filter(each => /^\d+$/.test(each))) {
    const fields = readProc(`${name}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ')
    if (Number(fields[3]) === session) pages += Number(fields[21]) || 0
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

/** Medians of several measured runs, with the smallest and largest time. */
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

/** Stores a result as `results/<name>.json` with the time and the machine. */
export function storeResult(name, result) {
  const machine = {
    node: process.version,
    processors: cpus().length,
    model: cpus()[0]?.model ?? '',
    memory: Math.round(totalmem() / 2 ** 30),
    load: Number(loadavg()[0].toFixed(1)),
  }
  const text = JSON.stringify({ when: new Date().toISOString(), machine, ...result }, undefined, 2)
  writeFileSync(path.join(import.meta.dirname, 'results', `${name}.json`), `${text}\n`)
}

/** Value of an option of the form `--name value`. */
export function option(name, fallback) {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? fallback : process.argv[at + 1]
}
