import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')
const place = { folder: '' }

/** The documentation is made from the source beside it, so it is built where it lies, into another folder. */
beforeAll(async () => {
  place.folder = await mkdtemp(path.join(tmpdir(), 'docsgen-docs-'))
})
afterAll(() => rm(place.folder, { recursive: true, force: true }))

const docsgen = (command: string, ...args: string[]) =>
  run(process.execPath, [path.join(root, 'bin/docsgen.js'), command, path.join(root, 'docs'), ...args])

it('builds', async () => {
  const { stdout } = await docsgen('build', '--json', '--out-dir', place.folder)
  const { pages } = JSON.parse(stdout) as { pages: Record<string, number> }
  expect(pages).toEqual({ '/': pages['/'], '/ja/': pages['/'], '/zh/': pages['/'] })
  expect(pages['/']).toBeGreaterThan(10)
})

it('is complete in three languages, with nothing behind its source', async () => {
  const { stdout } = await docsgen('check', '--max-warnings', '0')
  expect(stdout).toContain('No problems found')
})
