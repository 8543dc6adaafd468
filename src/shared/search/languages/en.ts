/** English: the Snowball stemmer known as Porter 2. */
import type { Language } from '../language.ts'
import { cut, longestSuffix, regionAfter, words } from './suffix.ts'

const VOWELS = 'aeiouy'
const STOP_WORDS =
  'a an and are as at be been but by can could did do does for from had has have how i if in into is it its may me ' +
  'my no nor not of on or our should so such than that the their them then there these they this those to too was ' +
  'we were what when where which while who will with would you your'

const IRREGULAR = new Map(
  Object.entries({
    skis: 'ski',
    skies: 'sky',
    dying: 'die',
    lying: 'lie',
    tying: 'tie',
    idly: 'idl',
    gently: 'gentl',
    ugly: 'ugli',
    early: 'earli',
    only: 'onli',
    singly: 'singl',
  }),
)
const UNCHANGED = new Set(words('sky news howe atlas cosmos bias andes'))
const UNCHANGED_AFTER_PLURAL = new Set(words('inning outing canning herring earring proceed exceed succeed'))

/** Suffix → what replaces it, where the suffix stands in R1 (step 2). */
const STEP_2: Record<string, string> = {
  tional: 'tion',
  enci: 'ence',
  anci: 'ance',
  abli: 'able',
  entli: 'ent',
  izer: 'ize',
  ization: 'ize',
  ational: 'ate',
  ation: 'ate',
  ator: 'ate',
  alism: 'al',
  aliti: 'al',
  alli: 'al',
  fulness: 'ful',
  ousli: 'ous',
  ousness: 'ous',
  iveness: 'ive',
  iviti: 'ive',
  biliti: 'ble',
  bli: 'ble',
  ogi: 'og',
  fulli: 'ful',
  lessli: 'less',
  li: '',
}
const STEP_3: Record<string, string> = {
  tional: 'tion',
  ational: 'ate',
  alize: 'al',
  icate: 'ic',
  iciti: 'ic',
  ical: 'ic',
  ful: '',
  ness: '',
  ative: '',
}
const STEP_2_SUFFIXES = Object.keys(STEP_2)
const STEP_3_SUFFIXES = Object.keys(STEP_3)
const STEP_4_SUFFIXES = words('al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion')

const isVowel = (letter: string): boolean => letter !== '' && VOWELS.includes(letter)
const hasVowel = (part: string): boolean => /[aeiouy]/.test(part)
const endsShort = (word: string): boolean =>
  /[^aeiouy][aeiouy][^aeiouywxY]$/.test(word) || /^[aeiouy][^aeiouy]$/.test(word)

function stem(input: string): string {
  if (input.length < 3) return input
  const irregular = IRREGULAR.get(input)
  if (irregular !== undefined) return irregular
  if (UNCHANGED.has(input) || !/^[a-z]+$/.test(input)) return input
  const marked = markY(input)
  const r1 = regionOne(marked)
  const r2 = regionAfter(marked, VOWELS, r1)
  const singular = step1a(marked)
  if (UNCHANGED_AFTER_PLURAL.has(singular)) return singular
  let word = step1c(step1b(singular, r1))
  word = step2(word, r1)
  word = step3(word, r1, r2)
  word = step4(word, r2)
  return step5(word, r1, r2).replaceAll('Y', 'y')
}

/** A `y` that is a consonant is written `Y`. */
function markY(word: string): string {
  return word.replace(/^y/, 'Y').replace(/([aeiouy])y/g, '$1Y')
}

function regionOne(word: string): number {
  const special = /^(?:gener|commun|arsen)/.exec(word)
  return special ? special[0].length : regionAfter(word, VOWELS, 0)
}

function step1a(word: string): string {
  if (word.endsWith('sses')) return cut(word, 2)
  if (/ie[sd]$/.test(word)) return cut(word, word.length > 4 ? 2 : 1)
  if (/(?:us|ss)$/.test(word)) return word
  return word.endsWith('s') && hasVowel(cut(word, 2)) ? cut(word, 1) : word
}

function step1b(word: string, r1: number): string {
  const suffix = longestSuffix(word, ['eed', 'eedly', 'ed', 'edly', 'ing', 'ingly'])
  if (suffix === '') return word
  const base = cut(word, suffix.length)
  if (suffix.startsWith('eed')) return base.length >= r1 ? base + 'ee' : word
  if (!hasVowel(base)) return word
  if (/(?:at|bl|iz)$/.test(base)) return base + 'e'
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(base)) return cut(base, 1)
  return base.length <= r1 && endsShort(base) ? base + 'e' : base
}

function step1c(word: string): string {
  const isEnding = /[yY]$/.test(word) && word.length > 2 && !isVowel(word.charAt(word.length - 2))
  return isEnding ? cut(word, 1) + 'i' : word
}

function step2(word: string, r1: number): string {
  const suffix = longestSuffix(word, STEP_2_SUFFIXES)
  const base = cut(word, suffix.length)
  if (suffix === '' || base.length < r1) return word
  if (suffix === 'ogi' && !base.endsWith('l')) return word
  if (suffix === 'li' && !/[cdeghkmnrt]$/.test(base)) return word
  return base + (STEP_2[suffix] ?? '')
}

function step3(word: string, r1: number, r2: number): string {
  const suffix = longestSuffix(word, STEP_3_SUFFIXES)
  const base = cut(word, suffix.length)
  if (suffix === '' || base.length < (suffix === 'ative' ? r2 : r1)) return word
  return base + (STEP_3[suffix] ?? '')
}

function step4(word: string, r2: number): string {
  const suffix = longestSuffix(word, STEP_4_SUFFIXES)
  const base = cut(word, suffix.length)
  if (suffix === '' || base.length < r2) return word
  return suffix === 'ion' && !/[st]$/.test(base) ? word : base
}

function step5(word: string, r1: number, r2: number): string {
  const base = cut(word, 1)
  if (word.endsWith('e')) {
    return base.length >= r2 || (base.length >= r1 && !endsShort(base)) ? base : word
  }
  return word.endsWith('ll') && base.length >= r2 ? base : word
}

export const language: Language = { stem, stopWords: new Set(words(STOP_WORDS)), accents: false }
