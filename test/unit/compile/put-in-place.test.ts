import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { putInPlace } from '../../../bin/compile/put-in-place.mjs'

const state = { from: '', to: '' }

beforeEach(() => {
  state.from = mkdtempSync(path.join(tmpdir(), 'from-'))
  state.to = path.join(mkdtempSync(path.join(tmpdir(), 'to-')), 'compiled')
})
afterEach(() => {
  for (const folder of Object.values(state)) rmSync(folder, { recursive: true, force: true })
})

function write(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
}

it('what is the same is not touched, what differs is replaced, what is gone goes', () => {
  write(state.from, { 'cli/main.cjs': 'new', 'chunks/a-1.cjs': 'same' })
  write(state.to, { 'cli/main.cjs': 'old', 'chunks/a-1.cjs': 'same', 'old/b.cjs': 'gone' })
  const before = statSync(path.join(state.to, 'chunks/a-1.cjs'))
  putInPlace(state.from, state.to)
  expect(readFileSync(path.join(state.to, 'cli/main.cjs'), 'utf8')).toBe('new')
  expect(statSync(path.join(state.to, 'chunks/a-1.cjs'))).toMatchObject({
    ino: before.ino,
    mtimeMs: before.mtimeMs,
  })
  expect(existsSync(path.join(state.to, 'old'))).toBe(false)
  expect(readdirSync(state.to, { recursive: true }).toSorted()).toEqual([
    'chunks',
    'chunks/a-1.cjs',
    'cli',
    'cli/main.cjs',
  ])
})

it('makes the folder where there is none', () => {
  write(state.from, { 'cli/main.cjs': 'new' })
  putInPlace(state.from, state.to)
  expect(readFileSync(path.join(state.to, 'cli/main.cjs'), 'utf8')).toBe('new')
})
