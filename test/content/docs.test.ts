import path from 'node:path'
import { expect, it } from 'vitest'
import type { Finding } from '../../src/schema/finding.ts'
import { createFolder } from '../sites/site.ts'

const docs = createFolder({}, path.resolve(import.meta.dirname, '../../docs'))

/** Translations may lag behind: `docsgen check docs` lists what is missing, and English is shown. */
const TRANSLATION = /^(?:coverage|parity|i18n)\/|^links\/untranslated$/

it('the documentation has no problems but those of translations, none of which is an error', async () => {
  const { stdout } = await docs.run(['check', '--format', 'json'])
  const { findings } = JSON.parse(stdout) as { findings: Finding[] }
  expect(findings.filter(({ rule }) => !TRANSLATION.test(rule))).toEqual([])
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
})
