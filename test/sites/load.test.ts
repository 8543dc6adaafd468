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

/** A program of two files, one of which imports at run time, beside the loader that starts it. */
beforeAll(() => {
  state.folder = mkdtempSync(path.join(tmpdir(), 'load-'))
  for (const name of ['bin', 'compiled']) mkdirSync(path.join(state.folder, name))
  copyFileSync(path.join(root, 'bin/load.cjs'), path.join(state.folder, 'bin/load.cjs'))
  write('other', 'exports.value = () => 1')
  write(
    'main',
    `exports.value = () => require('./other.cjs').value()
     exports.later = () => (module.import ?? (address => import(address)))('data:text/javascript,export default 7')`,
  )
})

afterAll(() => rmSync(state.folder, { recursive: true, force: true }))

function write(name: string, code: string): void {
  writeFileSync(path.join(state.folder, 'compiled', `${name}.cjs`), code)
}

/** Starts the program and prints what both of its functions give. */
function start(): string {
  const code = `const { load } = require('./bin/load.cjs')
    const { value, later } = load(require('node:path').resolve('compiled/main.cjs'))
    later().then(imported => console.log(value(), imported.default))`
  return execFileSync(process.execPath, ['-e', code], { cwd: state.folder, encoding: 'utf8' }).trim()
}

function keptFiles(): string[] {
  const folder = path.join(state.folder, 'node_modules/.cache/v8')
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name))
}

test('a program runs the same the first time and with what was kept of it', () => {
  expect(start()).toBe('1 7')
  expect(keptFiles().length).toBeGreaterThanOrEqual(2)
  expect(start()).toBe('1 7')
})

test('what was kept of another source of the same length is not used', () => {
  start()
  write('other', 'exports.value = () => 2')
  expect(start()).toBe('2 7')
})

test.each([
  ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
  [
    'changed',
    (bytes: Buffer) => Buffer.from(bytes.map((byte, index) => (index % 50 === 20 ? byte ^ 255 : byte))),
  ],
  ['empty', () => Buffer.alloc(0)],
])('what was kept and is %s is not used', (_name, damage) => {
  start()
  for (const file of keptFiles()) writeFileSync(file, damage(readFileSync(file)))
  expect(start()).toBe('2 7')
})
