import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Finding } from '../../src/schema/finding.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')
const place = { folder: '' }

/** The documentation is made from the source beside it, so it is built where it is, into another folder. */
beforeAll(async () => {
  place.folder = await mkdtemp(path.join(tmpdir(), 'docsgen-docs-'))
})
afterAll(() => rm(place.folder, { recursive: true, force: true }))

const docsgen = (command: string, ...args: string[]) =>
  run(process.execPath, [path.join(root, 'bin/docsgen.js'), command, path.join(root, 'docs'), ...args])

it('builds', async () => {
  const { stdout } = await docsgen('build', '--json', '--out-dir', place.folder)
  const { pages } = JSON.parse(stdout) as { pages: Record<string, number> }
  expect(Object.keys(pages)).toEqual(['/', '/ja/', '/zh/'])
  expect(pages['/']).toBeGreaterThan(10)
})

/** Translations may lag behind: `docsgen check docs` lists what is missing, and English is shown. */
const TRANSLATION = /^(?:coverage|parity|i18n)\/|^links\/untranslated$/

it('has no problems but those of translations, none of which is an error', async () => {
  const { stdout } = await docsgen('check', '--format', 'json')
  const { findings } = JSON.parse(stdout) as { findings: Finding[] }
  expect(findings.filter(({ rule }) => !TRANSLATION.test(rule))).toEqual([])
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
})
