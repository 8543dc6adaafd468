import { describe, expect, test } from 'vitest'
import { parsePage } from '../../../src/content/parse.ts'
import type { ParsedPage } from '../../../src/schema/page.ts'
import { runWithin } from '../../../src/lib/run-within.ts'
import { createOptions, createSource } from './helpers.ts'
import { createDocument, createMutant, createRandom } from './random-documents.ts'

describe('random documents', () => {
  const count = process.env['DOCSGEN_FULL'] ? 10_000 : 300
  const mutants = process.env['DOCSGEN_FULL'] ? 10_000 : 100
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

  test(
    `R-PATH-3: ${mutants} mutants of the grammar are parsed, each within five seconds, without a crash`,
    { timeout: 3_600_000 },
    () => {
      const random = createRandom(17)
      for (let index = 0; index < mutants; index += 1) {
        const body = createMutant(random)
        const state: { page?: ParsedPage } = {}
        const isDone = runWithin(5000, () => {
          state.page = parsePage(createSource(body), variants[index % variants.length] ?? createOptions())
        })
        expect(isDone, `took too long: ${JSON.stringify(body)}`).toBe(true)
        const crashes = state.page?.findings.filter(
          ({ rule, message }) =>
            rule === 'markdown/too-complex' && !/ are read\.$|deep|different lengths/.test(message),
        )
        expect(crashes, JSON.stringify(body)).toEqual([])
        expect(state.page?.html.match(/<h1[ >]/g), JSON.stringify(body)).toHaveLength(1)
      }
    },
  )
})
