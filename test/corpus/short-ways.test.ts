import { cpSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '../sites/site.ts'
import { copyCorpus, HAS_CORPUS } from './corpus.ts'

const project = fileURLToPath(new URL('../../', import.meta.url))
const sites: TestSite[] = []
afterAll(() => {
  for (const site of sites) site.remove()
})

/** Hashes of all files of a build with the short ways and of one without them. */
async function buildBothWays(site: TestSite): Promise<Record<string, string>[]> {
  sites.push(site)
  const outputs: Record<string, string>[] = []
  for (const [folder, on] of Object.entries({ short: '1', long: '0' })) {
    const { code, stderr } = await site.run(['build', '--silent', '--no-cache', '--out-dir', folder], {
      env: { DOCSGEN_SHORT_WAYS: on },
    })
    expect(code, stderr).toBe(0)
    outputs.push(site.hashes(folder))
  }
  return outputs
}

describe('short ways change no byte', () => {
  it.skipIf(!HAS_CORPUS)('of the corpus (skipped where ../shared is absent)', async () => {
    const site = createTestSite()
    copyCorpus(site.root)
    const [short = {}, long] = await buildBothWays(site)
    expect(Object.keys(short).length).toBeGreaterThan(429)
    expect(long).toEqual(short)
  })

  it('of the documentation in content/', async () => {
    const site = createTestSite()
    for (const name of ['content', 'site.config.ts'])
      cpSync(path.join(project, name), path.join(site.root, name), { recursive: true })
    const [short = {}, long] = await buildBothWays(site)
    expect(Object.keys(short).length).toBeGreaterThan(429)
    expect(long).toEqual(short)
  })
})
