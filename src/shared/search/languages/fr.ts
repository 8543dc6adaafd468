/** French: the Snowball stemmer. Vowels that act as consonants are written in capitals while it works. */
import type { Language } from '../language.ts'
import { cut, longestSuffix, regionAfter, words } from './suffix.ts'

const VOWELS = 'aeiouyâàëéêèïîôûù'
const STOP_WORDS =
  'a ai au aux avec ce ces cet cette dans de des du elle elles en entre est et etait ete etre eu il ils je la le les ' +
  'leur leurs lorsque lui ma mais me meme mes mon ne nos notre nous on ont ou par pas peu peut plus pour qu que quel ' +
  'quelle quels qui sa sans se sera ses si soit son sont sous sur ta te tes toi ton tous tout toute toutes tu un une ' +
  'vers vos votre vous y'

/** Suffixes that fall in R2, by what is removed before them. */
const PLAIN = words('ance iqUe isme able iste eux ances iqUes ismes ables istes')
const ATION = words('atrice ateur ation atrices ateurs ations')
const REPLACED: Record<string, string> = {
  logie: 'log',
  logies: 'log',
  usion: 'u',
  ution: 'u',
  usions: 'u',
  utions: 'u',
  ence: 'ent',
  ences: 'ent',
}
const IVE = words('if ive ifs ives')
const MENT = words('amment emment ment ments')
const STANDARD = [
  ...PLAIN,
  ...ATION,
  ...Object.keys(REPLACED),
  ...IVE,
  ...MENT,
  ...words('ement ements ité ités eaux aux euse euses issement issements'),
]
const I_VERB = words(
  'îmes ît îtes i ie ies ir ira irai iraIent irais irait iras irent irez iriez irions irons iront is issaIent issais ' +
    'issait issant issante issantes issants isse issent isses issez issiez issions issons it',
)
const E_VERB = words(
  'é ée ées és èrent er era erai eraIent erais erait eras erez eriez erions erons eront ez iez',
)
const A_VERB = words(
  'âmes ât âtes a ai aIent ais ait ant ante antes ants as asse assent asses assiez assions',
)
const VERB = [...E_VERB, ...A_VERB, 'ions']

/** Where the regions of a word start. */
interface Regions {
  rv: number
  r1: number
  r2: number
}

function stem(input: string): string {
  const word = markConsonants(input)
  const r1 = regionAfter(word, VOWELS, 0)
  const regions = { rv: regionV(word), r1, r2: regionAfter(word, VOWELS, r1) }
  const standardForm = standard(word, regions)
  const isDone = standardForm !== word && !isAdverb(word, standardForm)
  const result = isDone ? standardForm : verb(standardForm, regions)
  const changed = isDone || result !== standardForm
  const ended = changed ? result.replace(/Y$/, 'i').replace(/ç$/, 'c') : residual(result, regions)
  return unaccent(undouble(ended)).toLowerCase()
}

function markConsonants(word: string): string {
  const isVowel = (letter: string | undefined): boolean => letter !== undefined && VOWELS.includes(letter)
  const letters = [...word]
  letters.forEach((letter, index) => {
    const before = letters[index - 1]
    const after = isVowel(letters[index + 1])
    if ((letter === 'u' || letter === 'i') && isVowel(before) && after) letters[index] = letter.toUpperCase()
    else if (letter === 'u' && before === 'q') letters[index] = 'U'
    else if (letter === 'y' && (isVowel(before) || after)) letters[index] = 'Y'
  })
  return letters.join('')
}

function regionV(word: string): number {
  const isVowel = (index: number): boolean => VOWELS.includes(word.charAt(index))
  if (word.length < 3) return word.length
  if (/^(?:par|col|tap)/.test(word) || (isVowel(0) && isVowel(1))) return 3
  for (let index = 1; index < word.length; index++) if (isVowel(index)) return index + 1
  return word.length
}

/** Adverbs go on as if nothing had been removed: their verb may still end in something. */
function isAdverb(word: string, result: string): boolean {
  const suffix = longestSuffix(word, STANDARD)
  return MENT.includes(suffix) && result !== word
}

function standard(word: string, regions: Regions): string {
  const suffix = longestSuffix(word, STANDARD)
  const base = cut(word, suffix.length)
  const { rv, r1, r2 } = regions
  if (suffix === '') return word
  if (suffix === 'eaux') return cut(word, 1)
  if (suffix === 'aux') return base.length >= r1 ? base + 'al' : word
  if (suffix.startsWith('euse')) return base.length >= r2 ? base : base.length >= r1 ? base + 'eux' : word
  if (suffix.startsWith('issement'))
    return base.length >= r1 && /[^aeiouyâàëéêèïîôûù]$/.test(base) ? base : word
  if (suffix.startsWith('ement')) return base.length >= rv ? beforeEment(base, regions) : word
  if (MENT.includes(suffix)) return adverb(word, suffix, rv)
  if (base.length < r2) return word
  if (ATION.includes(suffix)) return drop(base, 'ic', { region: r2, otherwise: 'iqU' })
  if (suffix.startsWith('ité')) return beforeIte(base, r2)
  if (IVE.includes(suffix)) return beforeIve(base, r2)
  return base + (REPLACED[suffix] ?? '')
}

function adverb(word: string, suffix: string, rv: number): string {
  const base = cut(word, suffix.length)
  if (suffix === 'amment') return base.length >= rv ? base + 'ant' : word
  if (suffix === 'emment') return base.length >= rv ? base + 'ent' : word
  return base.length > rv && VOWELS.includes(base.charAt(base.length - 1)) ? base : word
}

/** Removes `ending` in the region; outside of it puts `otherwise` in its place. */
function drop(
  word: string,
  ending: string,
  { region, otherwise }: { region: number; otherwise: string },
): string {
  if (!word.endsWith(ending)) return word
  const base = cut(word, ending.length)
  return base.length >= region ? base : base + otherwise
}

function beforeEment(base: string, { rv, r1, r2 }: Regions): string {
  const shorter = (ending: string): string => cut(base, ending.length)
  if (base.endsWith('iv')) {
    if (shorter('iv').length < r2) return base
    return drop(shorter('iv'), 'at', { region: r2, otherwise: 'at' })
  }
  if (base.endsWith('eus')) {
    const rest = shorter('eus')
    return rest.length >= r2 ? rest : rest.length >= r1 ? rest + 'eux' : base
  }
  if (/(?:abl|iqU)$/.test(base)) return base.length - 3 >= r2 ? cut(base, 3) : base
  return /[iI]èr$/.test(base) && base.length - 3 >= rv ? cut(base, 3) + 'i' : base
}

function beforeIte(base: string, r2: number): string {
  if (base.endsWith('abil')) return drop(base, 'abil', { region: r2, otherwise: 'abl' })
  if (base.endsWith('ic')) return drop(base, 'ic', { region: r2, otherwise: 'iqU' })
  return drop(base, 'iv', { region: r2, otherwise: 'iv' })
}

function beforeIve(base: string, r2: number): string {
  if (!base.endsWith('at') || base.length - 2 < r2) return base
  return drop(cut(base, 2), 'ic', { region: r2, otherwise: 'iqU' })
}

function verb(word: string, { rv, r2 }: Regions): string {
  const iSuffix = longestSuffix(word, I_VERB, rv)
  const iBase = cut(word, iSuffix.length)
  if (iSuffix !== '' && iBase.length > rv && /[^aeiouyâàëéêèïîôûù]$/.test(iBase)) return iBase
  const suffix = longestSuffix(word, VERB, rv)
  const base = cut(word, suffix.length)
  if (suffix === '') return word
  if (suffix === 'ions') return base.length >= r2 ? base : word
  return A_VERB.includes(suffix) && base.endsWith('e') && base.length > rv ? cut(base, 1) : base
}

function residual(input: string, { rv, r2 }: Regions): string {
  const word = /[^aiouès]s$/.test(input) ? cut(input, 1) : input
  const suffix = longestSuffix(word, ['ion', 'ier', 'ière', 'Ier', 'Ière', 'e', 'ë'], rv)
  const base = cut(word, suffix.length)
  if (suffix === 'ion') return base.length >= r2 && base.length > rv && /[st]$/.test(base) ? base : word
  if (suffix === 'ë') return base.endsWith('gu') && base.length - 2 >= rv ? base : word
  return /^[iI]/.test(suffix) ? base + 'i' : base
}

function undouble(word: string): string {
  return /(?:enn|onn|ett|ell|eill)$/.test(word) ? cut(word, 1) : word
}

function unaccent(word: string): string {
  return word.replace(/[éè]([^aeiouyâàëéêèïîôûù]+)$/, 'e$1')
}

export const language: Language = { stem, stopWords: new Set(words(STOP_WORDS)), accents: true }
