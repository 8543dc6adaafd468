import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import snowball from 'snowball-stemmers'
import { describe, expect, test } from 'vitest'
import { loadLanguage } from '../../../src/client/search/load-language.ts'
import { languageOf } from '../../../src/search/language-of.ts'
import { INTERFACE_LANGUAGES } from '../../../src/shared/languages.ts'
import { type Language, plainLanguage } from '../../../src/shared/search/language.ts'
import { language as english } from '../../../src/shared/search/languages/en.ts'
import { language as french } from '../../../src/shared/search/languages/fr.ts'
import { language as portuguese } from '../../../src/shared/search/languages/pt.ts'
import { language as russian } from '../../../src/shared/search/languages/ru.ts'

const content = new URL('../../../content/', import.meta.url).pathname
const corpus = new URL('../../../../shared/corpus/vue-test-utils/docs/', import.meta.url).pathname

const languages: [name: string, code: string, language: Language, letters: RegExp][] = [
  ['english', 'en', english, /[a-z]+/g],
  ['russian', 'ru', russian, /[а-я]+/g],
  ['french', 'fr', french, /[a-zà-ÿ]+/g],
  ['portuguese', 'pt', portuguese, /[a-zà-ÿ]+/g],
]

test('every module is that of a language, and the theme has the same ones as the build for its four', async () => {
  const modules = readdirSync(new URL('../../../src/shared/search/languages', import.meta.url))
  const codes = modules
    .map(file => path.basename(file, '.ts'))
    .filter(name => !name.includes('stop-') && name !== 'suffix')
  expect(codes).toHaveLength(26)
  for (const code of codes) expect(await languageOf(code), code).not.toBe(plainLanguage)
  for (const code of ['en', 'fr', 'pt', 'ru', 'ja'])
    expect(await loadLanguage(code), code).toBe(await languageOf(code))
  expect(await languageOf('nn')).toBe(await languageOf('nb'))
})

test('words that no language has leave every module unharmed', async () => {
  for (const lang of INTERFACE_LANGUAGES) {
    const { stem, normalise } = await languageOf(lang)
    for (const word of [
      '',
      'a',
      'x1',
      '$route',
      'constructor',
      '__proto__',
      'zzz',
      'İI',
      '가나',
      'א',
      'و',
      '𝒳',
    ])
      expect(typeof stem(normalise?.(word) ?? word), lang).toBe('string')
  }
})

/** Every word of a folder's Markdown. */
function wordsOf(folder: string, code: string, letters: RegExp): Set<string> {
  const root = code === 'en' ? folder : path.join(folder, code)
  if (!existsSync(root)) return new Set()
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    file => file.endsWith('.md') && !(code === 'en' && /^(?:fr|ja|pt|ru|zh)\//.test(file)),
  )
  const texts = files.map(file => readFileSync(path.join(root, file), 'utf8'))
  return new Set(texts.join('\n').normalize('NFC').toLowerCase().replaceAll('ё', 'е').match(letters))
}

describe.each(languages)('%s', (name, code, language, letters) => {
  const reference = snowball.newStemmer(name)
  const differences = (words: Iterable<string>): string[] =>
    [...words].filter(word => language.stem(word) !== reference.stem(word))

  test('stems as the reference does, for every word of the site', () => {
    expect(differences(wordsOf(content, code, letters))).toEqual([])
  })

  test.skipIf(!existsSync(corpus))('stems as the reference does, for every word of the corpus', () => {
    const words = wordsOf(corpus, code, letters)
    expect(words.size).toBeGreaterThan(1000)
    expect(differences(words)).toEqual([])
  })

  test('stems as the reference does, for words made from every ending it knows', () => {
    const endings = wordsOf(corpus, code, letters).size > 0 ? [...wordsOf(corpus, code, letters)] : []
    const made = endings.flatMap((word, index) => [
      word + (endings[(index * 7) % endings.length] ?? '').slice(-4),
      (endings[(index * 13) % endings.length] ?? '').slice(0, 5) + word.slice(-5),
    ])
    expect(differences(made)).toEqual([])
  })

  test('leaves short and strange words alone without failing', () => {
    for (const word of ['', 'a', 'x1', '$route', 'constructor', '__proto__', 'zzz']) {
      expect(typeof language.stem(word)).toBe('string')
    }
  })
})
