import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { languageOf, languageRow } from '../../../src/search/build/languages.ts'
import { INTERFACE_LANGUAGES } from '../../../src/shared/languages.ts'

test('the stemmer of every language of the interface is there', () => {
  for (const lang of INTERFACE_LANGUAGES) {
    const { stemmer } = languageRow(lang)
    if (stemmer !== undefined) expect(existsSync(stemmer), stemmer).toBe(true)
  }
  expect(languageRow('nn').row.code).toBe('nb')
})

test('words that no language has leave every stemmer unharmed', async () => {
  for (const lang of [...INTERFACE_LANGUAGES, 'xx']) {
    const { stem, normalise } = await languageOf(lang)
    for (const word of ['', 'a', 'x1', '$route', 'constructor', '__proto__', 'İI', '가나', 'א', 'و', '𝒳'])
      expect(typeof stem(normalise(word)), lang).toBe('string')
  }
})
