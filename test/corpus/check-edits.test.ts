import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CheckResult, runCheck } from '../../src/check/check.ts'
import type { CheckOptions } from '../../src/schema/api.ts'
import { openSession, type Session } from '../../src/cache/threads/session.ts'
import { copyCorpus, CORPUS, HAS_CORPUS } from './corpus.ts'

describe.skipIf(!HAS_CORPUS)(
  'docsgen check --stamp and --fix on the corpus (skipped without ../shared)',
  () => {
    const state = {} as { root: string; session: Session; remove(): void }

    beforeAll(async () => {
      const { root, remove } = copyCorpus()
      Object.assign(state, { root, session: await openSession({ root, cache: false, threads: 1 }), remove })
    })
    afterAll(async () => {
      await state.session?.close()
      state.remove?.()
    })

    const check = (options: Partial<CheckOptions> = {}): Promise<CheckResult> =>
      runCheck({ root: state.root, format: 'json', env: {}, ...options }, state.session)
    const read = (file: string, root = state.root) => readFileSync(path.join(root, file), 'utf8')
    const edit = (file: string, change: (text: string) => string) =>
      writeFileSync(path.join(state.root, file), change(read(file)))
    const staleFiles = ({ report }: CheckResult) =>
      report?.translations.filter(cell => cell.state === 'stale').map(cell => cell.page?.file)

    it('stamps 342 translations, adding lines at the top only', async () => {
      const { notes, report } = await check({ stamp: true })
      expect(notes).toEqual(['Stamped 342 files.'])
      for (const { page, stamped, source } of report?.translations ?? []) {
        if (!page || !source) continue
        expect(stamped, page.file).toBe(true)
        const before = read(page.file, CORPUS)
        expect(read(page.file)).toMatch(/^---\nsource:\n(?: {2}\S.*: \S+\n)+---\n\n/)
        expect(read(page.file).endsWith(before)).toBe(true)
      }
    })

    it('keeps translations fresh when links, formatting or line breaks of the source change', async () => {
      edit('docs/api/mount.md', text =>
        text.replace(/\]\([^)]*\)/g, '](https://example.org/)').replace('**Usage:**', '__Usage:__'),
      )
      expect(staleFiles(await check())).toEqual([])
    })

    it('makes translations stale when a section of the source changes, and names it at the heading that translates it', async () => {
      edit('docs/api/mount.md', text => `${text}\nA sentence that no translation has yet.\n`)
      edit('docs/guides/common-tips.md', text =>
        text.replace('### Shallow mounting\n', '### Shallow mounting\n\nA sentence without a translation.\n'),
      )
      const result = await check()
      const changed = { 'api/mount.md': 'mount', 'guides/common-tips.md': 'shallow-mounting' }
      for (const [file, id] of Object.entries(changed)) {
        const stale = result.report?.translations.filter(
          ({ state, page }) => state === 'stale' && page?.file.endsWith(file),
        )
        expect(stale?.map(({ page, changes }) => [page?.file, changes])).toEqual(
          ['ja', 'zh', 'ru', 'fr', 'pt'].map(locale => [
            `docs/${locale}/${file}`,
            expect.objectContaining({ changed: [expect.objectContaining({ id })], added: [], removed: [] }),
          ]),
        )
      }
      expect(staleFiles(result)).toHaveLength(10)
      const findings = result.findings.filter(({ rule }) => rule === 'coverage/stale')
      expect(findings.map(({ message }) => message).join()).toContain('“mount()” was changed')
      for (const { place } of findings)
        expect(read(place?.file ?? '').split('\n')[(place?.line ?? 0) - 1]).toMatch(/^#{1,4} /)
    })

    it('fixes 49 of 57 places with broken links, breaks none, and has nothing to do the second time', async () => {
      const places = ({ findings }: CheckResult) =>
        findings
          .filter(({ rule }) => rule.startsWith('links/'))
          .map(({ place, message }) => `${place?.file} ${message}`)
      const before = places(await check())
      const after = await check({ fix: true })
      expect(before).toHaveLength(57)
      expect(places(after)).toHaveLength(8)
      for (const place of places(after)) expect(before).toContain(place)
      expect((await check({ fix: true })).notes).toEqual(['Fixed 0 files.'])
    })
  },
)
