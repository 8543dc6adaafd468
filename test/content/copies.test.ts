import { cpSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { safeDecode } from '../../src/shared/addresses.ts'
import { scanTags } from '../../src/lib/html-tags.ts'
import { createTestSite, type TestSite } from '../sites/site.ts'

const root = path.resolve(import.meta.dirname, '../..')
const LANGUAGES = ['', 'fr/', 'ja/', 'pt/', 'ru/', 'zh/']

let site: TestSite
let files: Map<string, string>

/** The documentation in six languages as an archive, only with `DOCSGEN_FULL=1`; a small site stands for it otherwise. */
describe.skipIf(!process.env['DOCSGEN_FULL'])('the documentation to take along', () => {
  beforeAll(async () => {
    const config = readFileSync(path.join(root, 'site.config.ts'), 'utf8')
    const options = "print: true,\n  base: '/docs/',\n  fallback: 'none',"
    site = createTestSite({ 'site.config.ts': config.replace("fallback: 'none',", options) })
    cpSync(path.join(root, 'content'), path.join(site.root, 'content'), { recursive: true })
    expect((await site.run(['build', '--zip'])).code).toBe(0)
    const packed = unzipSync(readFileSync(path.join(site.root, 'dist.zip')))
    files = new Map(Object.entries(packed).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]))
  }, 300_000)
  afterAll(() => site?.remove())

  it('names files that are in the archive, and nothing by a path from the root of a host', () => {
    const wrong: string[] = []
    for (const [name, html] of files) {
      if (!name.endsWith('.html')) continue
      for (const address of addressesIn(html)) {
        const file = path.posix.join(path.posix.dirname(name), safeDecode(address.replace(/[?#].*$/s, '')))
        if (address.startsWith('/') || !files.has(file)) wrong.push(`${name}: ${address}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it.each(LANGUAGES)(
    'has every page of /%s once in one document, with links that lead somewhere',
    language => {
      const html = files.get(`${language}print.html`) ?? ''
      const tags = scanTags(html)
      const pages = [...files.keys()].filter(
        name =>
          name.startsWith(language) &&
          name.endsWith('.html') &&
          !/(?:404|print)\.html$/.test(name) &&
          !(language === '' && LANGUAGES.some(other => other !== '' && name.startsWith(other))) &&
          !files.get(name)?.includes('http-equiv="refresh"'),
      )
      expect(tags.filter(({ name }) => name === 'article')).toHaveLength(pages.length)
      const valuesOf = (wanted: string) =>
        tags.flatMap(({ attributes }) =>
          attributes.filter(({ name }) => name === wanted).map(({ value }) => value),
        )
      const ids = valuesOf('id')
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
      const known = new Set(ids)
      const inside = valuesOf('href').filter(href => href.startsWith('#'))
      expect(inside.filter(href => !known.has(safeDecode(href.slice(1))))).toEqual([])
    },
  )
})

/** Addresses of the site in a document; `&amp;` is in queries only. */
function addressesIn(html: string): string[] {
  const values = scanTags(html).flatMap(({ attributes }) =>
    attributes.filter(({ name }) => name === 'href' || name === 'src').map(({ value }) => value),
  )
  return values.filter(value => !/^(?:#|[a-z]+:|\/\/)/.test(value))
}
