import { expect, it } from 'vitest'
import { collectStrings } from '../../../src/render/files/theme-module.ts'
import { stringsSchema, type Strings } from '../../../src/schema/strings.ts'
import { missingTexts } from '../../../src/load/read.ts'

const all = Object.fromEntries(Object.keys(stringsSchema.shape).map(key => [key, key])) as Strings
const { menu: _menu, ...lacking } = all

it('shows English for a text that a language lacks, and lists it', async () => {
  const loadStrings = async (lang: string) => (lang === 'en' ? { ...all, menu: 'Menu' } : lacking)
  const { stringsFor, untranslated } = await collectStrings({ loadStrings }, ['en', 'fr'])
  expect(stringsFor('fr')).toEqual({ ...all, menu: 'Menu' })
  expect(Object.fromEntries(untranslated)).toEqual({ en: [], fr: ['menu'] })
})

it('reports texts that English lacks', async () => {
  expect(missingTexts('/nowhere', [])).toEqual([])
  const { untranslated } = await collectStrings({ loadStrings: async () => lacking }, ['fr'])
  const found = missingTexts('/nowhere', untranslated.get('en')!)
  expect(found).toMatchObject([
    { severity: 'error', message: 'English interface texts are missing: `menu`.' },
  ])
  expect(found[0]).not.toHaveProperty('place')
})
