import { expect, it } from 'vitest'
import { stringsSchema, type Strings } from '../../../src/schema/strings.ts'
import { missingTexts } from '../../../src/steps/missing-texts.ts'

const all = Object.fromEntries(Object.keys(stringsSchema.shape).map(key => [key, key])) as Strings

it('names the texts that a language lacks, once for a language', () => {
  expect(missingTexts('/nowhere', ['en', 'fr'], () => all)).toEqual([])
  const { menu: _menu, ...lacking } = all
  const found = missingTexts('/nowhere', ['en', 'fr', 'fr'], lang =>
    lang === 'fr' ? (lacking as Strings) : all,
  )
  expect(found).toMatchObject([
    { severity: 'error', message: 'Interface texts for `fr` are missing: `menu`.' },
  ])
  expect(found[0]).not.toHaveProperty('place')
})
