/** Portuguese: the Snowball stemmer. Nasal vowels are written with a tilde of their own while it works. */
import type { Language } from '../language.ts'
import { cut, longestSuffix, regionAfter, words } from './suffix.ts'

const VOWELS = 'aeiouáéíóúâêô'
const STOP_WORDS =
  'a ao aos as ate com como da das de dela dele deles depois do dos e ela elas ele eles em entre era essa essas esse ' +
  'esses esta estas este estes eu foi ha isso isto ja lhe mais mas me mesmo meu minha muito na nao nas nem no nos ' +
  'nossa nosso num numa o os ou para pela pelas pelo pelos por qual quando que quem sao se sem ser seu seus so sua ' +
  'suas tambem te tem um uma voce'

const PLAIN = words(
  'eza ezas ico ica icos icas ismo ismos ável ível ista istas oso osa osos osas amento amentos imento imentos ' +
    'adora ador aça~o adoras adores aço~es ante antes ância',
)
const IDADE = ['idade', 'idades']
const IVA = ['iva', 'ivo', 'ivas', 'ivos']
/** Suffix → what replaces it, where the suffix stands in R2. */
const REPLACED: Record<string, string> = {
  logía: 'log',
  logías: 'log',
  logia: 'log',
  logias: 'log',
  'uça~o': 'u',
  'uço~es': 'u',
  ución: 'u',
  uciones: 'u',
  ência: 'ente',
  ências: 'ente',
}
const STANDARD = [...PLAIN, ...IDADE, ...IVA, ...Object.keys(REPLACED), 'amente', 'mente', 'ira', 'iras']
const VERB = words(
  'ada ida ia aria eria iria ará ara erá era irá ava asse esse isse aste este iste ei arei erei irei am iam ariam ' +
    'eriam iriam aram eram iram avam em arem erem irem assem essem issem ado ido ando endo indo ara~o era~o ira~o ' +
    'ar er ir as adas idas ias arias erias irias arás aras erás eras irás avas es ardes erdes irdes ares eres ires ' +
    'asses esses isses astes estes istes is ais eis íeis aríeis eríeis iríeis áreis areis éreis ereis íreis ireis ' +
    'ásseis ésseis ísseis áveis ados idos ámos amos íamos aríamos eríamos iríamos áramos éramos íramos ávamos emos ' +
    'aremos eremos iremos ássemos êssemos íssemos imos armos ermos irmos eu iu ou ira iras',
)

/** Where the regions of a word start. */
interface Regions {
  rv: number
  r1: number
  r2: number
}

function stem(input: string): string {
  const word = input.replaceAll('ã', 'a~').replaceAll('õ', 'o~')
  const r1 = regionAfter(word, VOWELS, 0)
  const regions = { rv: regionV(word), r1, r2: regionAfter(word, VOWELS, r1) }
  let result = standard(word, regions)
  if (result === word) result = cut(word, longestSuffix(word, VERB, regions.rv).length)
  if (result !== word) {
    if (result.endsWith('ci') && result.length > regions.rv) result = cut(result, 1)
  } else {
    result = cut(word, longestSuffix(word, words('os a i o á í ó'), regions.rv).length)
  }
  return final(result, regions.rv).replaceAll('a~', 'ã').replaceAll('o~', 'õ')
}

function regionV(word: string): number {
  const isVowel = (index: number): boolean => VOWELS.includes(word.charAt(index))
  if (word.length < 3) return word.length
  if (isVowel(0) && !isVowel(1)) return next(word, 2, isVowel)
  if (!isVowel(0) && isVowel(1)) return 3
  return isVowel(0) ? next(word, 2, index => !isVowel(index)) : next(word, 2, isVowel)
}

/** Position after the first letter from `from` on that fits; the end when none does. */
function next(word: string, from: number, fits: (index: number) => boolean): number {
  for (let index = from; index < word.length; index++) if (fits(index)) return index + 1
  return word.length
}

function standard(word: string, { rv, r1, r2 }: Regions): string {
  const suffix = longestSuffix(word, STANDARD)
  const base = cut(word, suffix.length)
  if (suffix === '') return word
  if (suffix.startsWith('ira')) return base.length >= rv && base.endsWith('e') ? base + 'ir' : word
  if (base.length < (suffix === 'amente' ? r1 : r2)) return word
  if (suffix === 'amente') return adverb(base, r2)
  if (suffix === 'mente') return drop(base, ['ante', 'avel', 'ível'], r2)
  if (IDADE.includes(suffix)) return drop(base, ['abil', 'ic', 'iv'], r2)
  if (IVA.includes(suffix)) return drop(base, ['at'], r2)
  return base + (REPLACED[suffix] ?? '')
}

function adverb(base: string, r2: number): string {
  const shorter = drop(base, ['iv', 'os', 'ic', 'ad'], r2)
  return base.endsWith('iv') && shorter !== base ? drop(shorter, ['at'], r2) : shorter
}

function drop(word: string, suffixes: readonly string[], region: number): string {
  return cut(word, longestSuffix(word, suffixes, region).length)
}

function final(word: string, rv: number): string {
  if (word.endsWith('ç')) return cut(word, 1) + 'c'
  if (!/[eéê]$/.test(word) || word.length <= rv) return word
  const base = cut(word, 1)
  const isSilent = /(?:gu|ci)$/.test(base) && base.length > rv
  return isSilent ? cut(base, 1) : base
}

export const language: Language = { stem, stopWords: new Set(words(STOP_WORDS)), accents: true }
