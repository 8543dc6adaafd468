import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from '../../src/schema/site.ts'
import { loadSite } from '../../src/load.ts'
import { openSession } from '../../src/cache/threads/session.ts'
import { localPathOf } from '../../src/site/translations.ts'
import { outlineEntries } from '../../templates/components/outline-entries.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

let pages: Page[] = []

beforeAll(async () => {
  const session = await openSession({ root })
  try {
    const { loaded } = await loadSite(session, {})
    pages = loaded?.site.pages ?? []
  } finally {
    await session.close()
  }
})

describe('browser titles of content/', () => {
  it('are there once in each language', () => {
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

  it('say of which class a method is, and leave its outline as it was', () => {
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
