import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { removeFolder } from '../../../src/lib/files.ts'

/** Writes files into a folder as quickly as it can, and tries again where there is none. */
const WRITER = `
const { writeFileSync } = require('node:fs')
const { workerData } = require('node:worker_threads')
let count = 0
const write = () => {
  for (let index = 0; index < 50; index += 1)
    try {
      writeFileSync(workerData + '/' + (count += 1), '')
    } catch {}
  setImmediate(write)
}
write()
`

it('removes a folder that a thread is writing into', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'remove-'))
  const folder = path.join(root, 'a')
  const writer = new Worker(WRITER, { eval: true, workerData: folder })
  for (let round = 0; round < 20; round += 1) {
    mkdirSync(folder)
    while (readdirSync(folder).length < 20) await new Promise(resolve => setImmediate(resolve))
    expect(() => removeFolder(folder)).not.toThrow()
    expect(existsSync(folder)).toBe(false)
  }
  await writer.terminate()
  expect(readdirSync(root)).toEqual([])
  rmSync(root, { recursive: true })
})

it('removes a folder that is not there', () => {
  expect(() => removeFolder(path.join(tmpdir(), 'remove-nothing'))).not.toThrow()
})
