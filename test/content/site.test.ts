import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSession, type Session } from '../../src/cache/threads/session.ts'
import { runCheck } from '../../src/check/check.ts'
import { loadSite } from '../../src/load.ts'
import type { Page } from '../../src/schema/site.ts'
import { localPathOf } from '../../src/site/translations.ts'
import { outlineEntries } from '../../templates/components/outline-entries.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const matrix = fileURLToPath(new URL('../../../shared/spec/oracle/matrix.json', import.meta.url))

let session: Session
let pages: Page[] = []

beforeAll(async () => {
  session = await openSession({ root })
  const { loaded } = await loadSite(session, {})
  pages = loaded?.site.pages ?? []
})
afterAll(() => session?.close())

describe('the documentation in content/', () => {
  it('passes `docsgen check` without a single warning', async () => {
    const { exitCode, findings } = await runCheck({ root, format: 'json', env: {}, maxWarnings: 0 }, session)
    expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([])
    expect(exitCode).toBe(0)
  })

  it('has 429 pages in six languages, each with a title and a description', () => {
    expect(pages).toHaveLength(429)
    const lacking = pages.filter(({ record }) => !record.title || !record.frontmatter.description)
    expect(lacking.map(({ file }) => file)).toEqual([])
  })

  it.skipIf(!existsSync(matrix))(
    'has exactly the pages of the matrix (skipped where ../shared is absent)',
    () => {
      const { fullPaths } = JSON.parse(readFileSync(matrix, 'utf8')) as {
        fullPaths: Record<string, string[]>
      }
      expect(pages.map(({ record }) => record.path).toSorted()).toEqual(
        Object.values(fullPaths).flat().toSorted(),
      )
    },
  )
})

describe('browser titles of content/', () => {
  it('are unique in each language', () => {
    const files = new Map<string, string[]>()
    for (const { locale, view, file } of pages) {
      const title = `${locale} ${view.documentTitle}`
      files.set(title, [...(files.get(title) ?? []), file])
    }
    expect(pages).not.toEqual([])
    expect([...files].filter(([, sharing]) => sharing.length > 1)).toEqual([])
  })

  it('carry the tagline on homes', () => {
    const homes = pages.filter(page => localPathOf(page) === '/')
    expect(homes).toHaveLength(6)
    for (const { record, view } of homes)
      expect(view.documentTitle).toBe(`${record.title} | ${record.frontmatter.tagline}`)
  })

  it('name the class of a method, and leave its outline as it was', () => {
    const methods = pages.filter(page => /^\/api\/wrapper(-array)?\/\w/.test(localPathOf(page)))
    expect(methods).not.toEqual([])
    for (const method of methods) {
      const { view, headings } = method
      const [, type] = /^\/api\/([\w-]+)\//.exec(localPathOf(method)) ?? []
      const name = headings[0]?.title
      expect(view.title).toBe(`${type === 'wrapper' ? 'Wrapper' : 'WrapperArray'}.${name}`)
      expect(outlineEntries(view).map(({ header }) => header.title)).not.toContain(name)
    }
  })
})
