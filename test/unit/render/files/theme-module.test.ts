import { expect, it } from 'vitest'
import { collectStrings } from '../../../../src/render/files/page.ts'
import { ENGLISH } from '../../../../src/schema/strings.ts'

const { menu: _menu, ...lacking } = ENGLISH

it('shows English for a text that a language lacks, and lists it', async () => {
  const loadStrings = async (lang: string) => (lang === 'en' ? { ...ENGLISH, menu: 'Contents' } : lacking)
  const { stringsFor, untranslated } = await collectStrings({ loadStrings }, ['en', 'fr'])
  expect(stringsFor('fr')).toEqual({ ...ENGLISH, menu: 'Contents' })
  expect(Object.fromEntries(untranslated)).toEqual({ en: [], fr: ['menu'] })
})

it('completes the English of a site that lacks a text', async () => {
  const { stringsFor } = await collectStrings({ loadStrings: async () => lacking }, ['en'])
  expect(stringsFor('en')).toEqual(ENGLISH)
})
