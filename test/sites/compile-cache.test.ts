import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const state = { folder: '' }

const MAIN = `exports.value = () => require('./other.cjs').value() + require('node:path').sep`

/** A program of two files beside what keeps it compiled. */
beforeAll(() => {
  state.folder = mkdtempSync(path.join(tmpdir(), 'keep-'))
  for (const name of ['bin', 'compiled']) mkdirSync(path.join(state.folder, name))
  copyFileSync(path.join(root, 'bin/compile-cache.cjs'), path.join(state.folder, 'bin/compile-cache.cjs'))
  write('other', 'exports.value = () => 1')
  write('main', MAIN)
})

afterAll(() => rmSync(state.folder, { recursive: true, force: true }))

function write(name: string, code: string): void {
  writeFileSync(path.join(state.folder, 'compiled', `${name}.cjs`), code)
}

/** Starts the program and gives what it prints. `work`: code that it runs besides. */
function start(work = '', flags: string[] = []): string {
  const code = `require('./bin/compile-cache.cjs').keepIn(require('node:path').resolve('kept'))
    const program = require('./compiled/main.cjs')
    ${work}
    console.log(program.value())`
  return execFileSync(process.execPath, [...flags, '-e', code], {
    cwd: state.folder,
    encoding: 'utf8',
  }).trim()
}

function keptFiles(): string[] {
  const entries = readdirSync(path.join(state.folder, 'kept'), { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name))
}

test('a program runs the same the first time and with what was kept of it', () => {
  expect(start()).toBe('1/')
  expect(keptFiles()).toHaveLength(2)
  expect(start()).toBe('1/')
})

test('what was kept with other flags of V8 is neither used nor replaced', () => {
  start()
  const before = keptFiles().map(file => [file, readFileSync(file)] as const)
  expect(start('', ['--stack-size=900'])).toBe('1/')
  expect(keptFiles()).toHaveLength(2 * before.length)
  for (const [file, bytes] of before) expect(readFileSync(file).equals(bytes)).toBe(true)
  const known = new Set(before.map(([file]) => file))
  for (const file of keptFiles()) if (!known.has(file)) rmSync(file)
})

test('what was kept of another source of the same length is not used', () => {
  start()
  write('other', 'exports.value = () => 2')
  expect(start()).toBe('2/')
})

/** A program of so many functions. */
function writeFunctions(count: number): void {
  const functions = Array.from(
    { length: count },
    (_, index) => `exports.f${index} = n => [n + ${index} * 2, n, [n]]`,
  )
  write('main', [`exports.value = () => ${count}`, ...functions].join('\n'))
}

/** Bytes that are kept of it. */
function keptSize(): number {
  return readFileSync(keptFiles().find(file => file.includes('main.cjs')) ?? '').length
}

/** Calls the functions from one number to another, in a run of more than a second: only such a run looks at what it has used. */
function call(from: number, to: number): string {
  return `for (let i = ${from}; i < ${to}; i += 1) program['f' + i](1)
    while (performance.now() < 1100);`
}

test('a run that uses more of the program keeps more of it; not the other way', () => {
  writeFunctions(3000)
  start()
  const little = keptSize()
  start(call(0, 3000))
  const much = keptSize()
  expect(much).toBeGreaterThan(2 * little)
  expect(start()).toBe('3000')
  expect(keptSize()).toBe(much)
})

test('what one run has used is kept together with what others used before', () => {
  writeFunctions(6000)
  start(call(0, 500))
  const first = keptSize()
  start(call(500, 6000))
  expect(keptSize()).toBeGreaterThan(1.5 * first)
})

test.each([
  ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
  [
    'changed',
    (bytes: Buffer) => Buffer.from(bytes.map((byte, index) => (index % 50 === 20 ? byte ^ 255 : byte))),
  ],
  ['empty', () => Buffer.alloc(0)],
])('what was kept and is %s is not used', (_name, damage) => {
  write('main', MAIN)
  start()
  for (const file of keptFiles()) writeFileSync(file, damage(readFileSync(file)))
  expect(start()).toBe('2/')
})

test('where Node.js keeps compiled code by itself, nothing of ours does', () => {
  const code = `const { enableCompileCache } = require('node:module')
    require(${JSON.stringify(path.join(root, 'bin/keep-compiled.cjs'))})
    const isOurs = Object.keys(require.cache).some(file => file.endsWith('compile-cache.cjs'))
    console.log(isOurs === !enableCompileCache)`
  expect(execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' }).trim()).toBe('true')
})
