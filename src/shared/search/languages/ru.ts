/** Russian: the Snowball stemmer. Words come with ё already written е. */
import type { Language } from '../language.ts'
import { cut, longestSuffix, regionAfter, words } from './suffix.ts'

const VOWELS = 'аеиоуыэюя'
const STOP_WORDS =
  'а без более бы был была были было быть в вам вас весь во вот все всего всех вы где да даже для до его ее если ' +
  'есть еще же за здесь и из или им их к как ко когда кто ли либо мне может мы на надо наш не него нее нет ни них ' +
  'но ну о об однако он она они оно от очень по под при с со так также такой там те тем то того тоже той только ' +
  'том ты у уже хотя чего чей чем что чтобы чье чья эта эти это этого этой этом этот я'

/** Endings that count only after а or я stand apart from those that always count. */
interface Endings {
  afterA: readonly string[]
  always: readonly string[]
}
const GERUND: Endings = {
  afterA: words('в вши вшись'),
  always: words('ив ивши ившись ыв ывши ывшись'),
}
const PARTICIPLE: Endings = { afterA: words('ем нн вш ющ щ'), always: words('ивш ывш ующ') }
const VERB: Endings = {
  afterA: words('ла на ете йте ли й л ем н ло но ет ют ны ть ешь нно'),
  always: words(
    'ила ыла ена ейте уйте ите или ыли ей уй ил ыл им ым ен ило ыло ено ят ует уют ит ыт ены ить ыть ишь ую ю',
  ),
}
const ADJECTIVE = words('ее ие ые ое ими ыми ей ий ый ой ем им ым ом его ого ему ому их ых ую юю ая яя ою ею')
const NOUN = words(
  'а ев ов ие ье е иями ями ами еи ии и ией ей ой ий й иям ям ием ем ам ом о у ах иях ях ы ь ию ью ю ия ья я',
)

function stem(word: string): string {
  const vowel = /[аеиоуыэюя]/.exec(word)
  if (!vowel) return word
  const rv = vowel.index + 1
  const r2 = regionAfter(word, VOWELS, regionAfter(word, VOWELS, 0))
  let result = inflection(word, rv)
  if (result.length > rv && result.endsWith('и')) result = cut(result, 1)
  const derived = longestSuffix(result, ['ост', 'ость'], rv)
  if (derived !== '' && result.length - derived.length >= r2) result = cut(result, derived.length)
  return tidy(result, rv)
}

/** Removes one grammatical ending. */
function inflection(word: string, rv: number): string {
  const gerund = removeEnding(word, GERUND, rv)
  if (gerund !== word) return gerund
  const base = cut(word, longestSuffix(word, ['ся', 'сь'], rv).length)
  const adjective = longestSuffix(base, ADJECTIVE, rv)
  if (adjective !== '') return removeEnding(cut(base, adjective.length), PARTICIPLE, rv)
  const verb = removeEnding(base, VERB, rv)
  if (verb !== base) return verb
  return cut(base, longestSuffix(base, NOUN, rv).length)
}

function removeEnding(word: string, endings: Endings, rv: number): string {
  const afterA = longestSuffix(word, endings.afterA, rv)
  const always = longestSuffix(word, endings.always, rv)
  if (always.length > afterA.length) return cut(word, always.length)
  const base = cut(word, afterA.length)
  return afterA !== '' && base.length > rv && /[ая]$/.test(base) ? base : word
}

function tidy(word: string, rv: number): string {
  const superlative = longestSuffix(word, ['ейш', 'ейше'], rv)
  const base = cut(word, superlative.length)
  if (base.endsWith('нн') && base.length - 2 >= rv) return cut(base, 1)
  if (superlative !== '') return base
  return base.endsWith('ь') && base.length > rv ? cut(base, 1) : base
}

export const language: Language = { stem, stopWords: new Set(words(STOP_WORDS)), accents: false }
