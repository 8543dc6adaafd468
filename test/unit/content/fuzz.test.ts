import { describe, expect, test } from 'vitest'
import { parsePage } from '../../../src/content/parse.ts'
import { createOptions, createSource } from './helpers.ts'
import { createDocument, createMutant, createRandom } from './random-documents.ts'

describe('random documents', () => {
  const count = process.env['DOCSGEN_FULL'] ? 10_000 : 150
  const mutants = process.env['DOCSGEN_FULL'] ? 10_000 : 50
  const variants = [
    createOptions(),
    createOptions({ slugs: 'vuepress', html: 'sanitize' }),
    createOptions({ html: 'escape' }),
  ]

  test(`${count} of them are rendered: one h1, unique ids, nothing forged`, { timeout: 600_000 }, () => {
    const random = createRandom(7)
    for (let index = 0; index < count; index += 1) {
      const body = createDocument(random)
      const options = variants[index % variants.length] ?? createOptions()
      const page = parsePage(createSource(body), options)
      const context = JSON.stringify(body)
      expect(
        page.findings.filter(({ rule }) => rule === 'markdown/too-complex'),
        context,
      ).toEqual([])
      expect(page.html.match(/<h1[ >]/g), context).toHaveLength(1)
      const ids = page.headings.map(({ id }) => id).filter(id => id !== '')
      expect(new Set(ids).size, context).toBe(ids.length)
      const placeholders = [...page.html.replace(/\0(\d+)\0/g, '').matchAll(/\0/g)]
      expect(placeholders, context).toEqual([])
      expect(page.html, context).not.toMatch(/href="\s*javascript:|<script/i)
    }
  })

  test(`${mutants} mutants of the grammar are parsed without a crash`, { timeout: 3_600_000 }, () => {
    const random = createRandom(17)
    for (let index = 0; index < mutants; index += 1) {
      const body = createMutant(random)
      const page = parsePage(createSource(body), variants[index % variants.length] ?? createOptions())
      const crashes = page.findings.filter(
        ({ rule, message }) =>
          rule === 'markdown/too-complex' && !/ are read\.$|deep|different lengths/.test(message),
      )
      expect(crashes, JSON.stringify(body)).toEqual([])
      expect(page.html.match(/<h1[ >]/g), JSON.stringify(body)).toHaveLength(1)
    }
  })
})
