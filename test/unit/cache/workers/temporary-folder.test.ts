import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeTemporaryFolder } from '../../../../src/cache/workers/temporary-folder.ts'

const state = { root: '' }
beforeEach(() => {
  state.root = mkdtempSync(path.join(tmpdir(), 'temporary-'))
  vi.stubEnv('TMPDIR', state.root)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(state.root, { recursive: true })
})

it('a killed process leaves its folder to the next one, which removes it; others stay', () => {
  const { path: first, remove } = makeTemporaryFolder()
  const { pid } = spawnSync(process.execPath, ['--version'])
  const gone = first.replace(`-${process.pid}-`, `-${pid}-`)
  const foreign = path.join(state.root, `docsgen-other000-${pid}-abcdef`)
  for (const folder of [gone, foreign]) mkdirSync(path.join(folder, 'a'), { recursive: true })
  const { path: second, remove: removeSecond } = makeTemporaryFolder()
  expect(existsSync(gone)).toBe(false)
  expect(readdirSync(state.root).length).toBe(3)
  for (const folder of [first, second, foreign]) expect(existsSync(folder)).toBe(true)
  remove()
  removeSecond()
  expect(readdirSync(state.root)).toEqual([path.basename(foreign)])
})
