/** Cuts text into search terms, the same for the index and for queries. Offsets are those of the given text. */

/** Settings of a language (`build/languages.ts`), part of its index. Lists are separated by spaces. */
export interface LanguageRow {
  /** Primary subtag, for lower case. */
  code: string
  /** Indexed in headings and code only. */
  stops: string
  /** Words that say little: “add”, “change”, “use”. */
  soft: string
  /** Pairs of letters: the first counts as the second. */
  letters?: string
  /** Characters that are often left out, as ranges of a regular expression. */
  marks?: string
  /** Beginnings and endings that are cut off without a stemmer, `rounds` times while `least` letters remain (one more for a prefix of one letter). */
  prefixes?: string
  endings?: string
  least?: number
  rounds?: number
  /** Ends of long words and their replacements, `ise/ize`, where stems don't depend on accents. */
  spellings?: string
  /** Groups of synonyms: `delete/remove, url/address/link`. */
  synonyms?: string
}

export interface Language {
  /** Lower case, one form of each letter; accents stay. */
  normalise(word: string): string
  stem(word: string): string
  stops: ReadonlySet<string>
  soft: ReadonlySet<string>
  /** Stem → words that mean the same, as stems of their parts. */
  synonyms: ReadonlyMap<string, string[][]>
}

/** Letters that Unicode doesn't decompose. */
const LIGATURES: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i' }
/** Soft hyphen and characters without width. */
const INVISIBLE = '\\u00ad\\u200b-\\u200d\\u2060\\ufeff'
const INVISIBLES = new RegExp(`[${INVISIBLE}]`, 'g')
const MIN_SPELLED = 6

const words = (list = '') => list.split(/\s+/).filter(Boolean)

/** Only of Latin letters: й keeps its breve, が its voice. */
function foldAccents(word: string) {
  return word.replace(/[\u00df-\u024f\u1e00-\u1eff]/g, letter => {
    return LIGATURES[letter] ?? letter.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
  })
}

export function createLanguage(row: LanguageRow, stemmer = lightStemmer(row)): Language {
  const letters = new Map(words(`ёе ${row.letters ?? ''}`).map(([from = '', to = '']) => [from, to]))
  const marks = row.marks === undefined ? undefined : new RegExp(`[${row.marks}]`, 'g')
  const normalise = (word: string) => {
    const plain = word.replace(INVISIBLES, '').normalize('NFKC').toLocaleLowerCase(row.code).normalize('NFC')
    const bare = marks ? plain.replace(marks, '') : plain
    return bare.replace(/[^\0-\u007f]/gu, letter => letters.get(letter) ?? letter)
  }
  const spellings = new Map(words(row.spellings).map(pair => pair.split('/') as [string, string]))
  const spelled = new RegExp(`(?:${[...spellings.keys()].join('|')})$`)
  const respell = (word: string) =>
    word.length < MIN_SPELLED ? word : word.replace(spelled, end => spellings.get(end) ?? end)
  const stem = (word: string) =>
    row.spellings === undefined ? foldAccents(stemmer(word)) : stemmer(respell(foldAccents(word)))
  const fold = (word: string) => foldAccents(normalise(word))
  const stems = (text: string) => words(text).map(word => stem(normalise(word)))
  const stops = new Set(words(row.stops).map(fold))
  // The index has no stop words: “single sign on” is “single sign” there.
  const indexed = (terms: readonly string[]) => terms.filter(term => !stops.has(term))
  const synonyms = new Map<string, string[][]>()
  for (const group of (row.synonyms ?? '').split(',')) {
    const entries = group.split('/').map(stems)
    for (const entry of entries) {
      const others = entries.filter(other => other !== entry).map(indexed)
      if (entry.length === 1) synonyms.set(entry[0]!, [...(synonyms.get(entry[0]!) ?? []), ...others])
    }
  }
  const soft = new Set([...words(row.soft).map(fold), ...stems(row.soft)])
  return { normalise, stem, stops, soft, synonyms }
}

function lightStemmer({ prefixes, endings, least = 3, rounds = 1 }: LanguageRow) {
  const starts = words(prefixes).map(each => `${each}(?=.{${least + Number(each.length === 1)}})`)
  const longest = starts.toSorted((a, b) => b.length - a.length)
  const start = new RegExp(`^(?:${longest.join('|')})`)
  const end = new RegExp(`(?<=.{${least}})(?:${words(endings).join('|')})$`)
  return (word: string) => {
    let stem = word
    for (let round = 0; round < rounds; round++) stem = stem.replace(start, '')
    for (let round = 0; round < rounds; round++) stem = stem.replace(end, '')
    return stem
  }
}

export interface Token {
  /** The stem, folded. */
  term: string
  /** The word, folded. The index has both: the same word outranks the same stem. */
  word: string
  start: number
  end: number
  /** `part` of the name before it; `joined` with a stop word: `v-on`; `pair` and `single` characters of scripts without spaces. */
  kind: 'word' | 'part' | 'joined' | 'pair' | 'single'
  stop: boolean
}

export type Analyse = (text: string) => Token[]
export type Cut = (run: string) => readonly Token[]

/** Scripts without spaces, cut into overlapping pairs of characters. */
const UNSPACED =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u3007\\u3040-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf' +
  '\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff\\uff66-\\uff9f\\u{20000}-\\u{3ffff}'
const UNSPACED_RUN = new RegExp(`[${UNSPACED}]+`, 'u')
const SCRIPTS = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}-]+`, 'gu')

/** Letters and digits, but no number that a version begins with. */
const LETTERS = `(?:[\\p{L}\\p{M}_$]|\\p{N}(?!\\p{N}*\\.\\p{N}))[${INVISIBLE}]*`
/** `1.2.3`, `C++`, `F#`, `AT&T`; words, with hyphens between them. */
const WORD = new RegExp(
  `v?\\p{N}+(?:\\.\\p{N}+)+|[A-Za-z]{1,2}(?:\\+\\+|#(?!\\p{N}))(?!\\p{L})|[A-Za-z]{1,3}&[A-Za-z]{1,3}(?![\\p{L}\\p{N}])` +
    `|(?:${LETTERS})+(?:-(?:${LETTERS})+)*`,
  'gu',
)
const SYMBOL = /[.+#&]/
const CHARACTER = /(?:ヴ|ｳﾞ)[ァィェォｧｨｪｫ]?|.[\u3099\u309a\uff9e\uff9f]*/gsu
const VOICED: Record<string, string> = { ァ: 'バ', ィ: 'ビ', ェ: 'ベ', ォ: 'ボ' }
/** What is longer is data. */
const MAX_WORD = 64
const MAX_TEXTS = 500
const MAX_RUNS = 100_000

export const isSpaced = (term: string) => !UNSPACED_RUN.test(term)

/** A query with the same key finds the title first. */
export function titleKey(tokens: readonly Token[]) {
  const words = tokens.filter(({ kind }) => kind === 'word' || kind === 'single')
  return words.map(({ term }) => term).join(' ')
}

function remember<T>(most: number, make: (text: string) => T) {
  const known = new Map<string, T>()
  return (text: string) => {
    const value = known.get(text) ?? make(text)
    if (known.size > most) known.clear()
    known.set(text, value)
    return value
  }
}

const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'word' }) : undefined

/** Starts of words in a text without spaces; a run of katakana is one word. Empty without `Intl.Segmenter`. */
export const wordStarts = remember(MAX_TEXTS, (text): readonly number[] => {
  const starts = Array.from(segmenter?.segment(text) ?? [], ({ index }) => index)
  return starts.filter(at => !/^[\u30a0-\u30ff]{2}$/.test(text.slice(at - 1, at + 1)))
})

export const runsOf = (text: string): readonly string[] => text.match(WORD) ?? []

/** Keep it: it remembers what it has cut. */
export const createCutter = (language: Language): Cut => remember(MAX_RUNS, run => cutRun(run, language))

/** Keep it: every keystroke marks the same few texts again. */
export function createAnalyser(language: Language): Analyse {
  const cut = createCutter(language)
  return remember(MAX_TEXTS, text =>
    Array.from(text.matchAll(WORD)).flatMap(({ 0: run, index: at }) =>
      cut(run).map(token => ({ ...token, start: at + token.start, end: at + token.end })),
    ),
  )
}

function cutRun(run: string, language: Language): Token[] {
  const tokens: Token[] = []
  const push = (source: string, start: number, kind: Token['kind']) => {
    const normal = language.normalise(source)
    const word = foldAccents(normal)
    // A capital alone is a name: C, R, X.
    const stop = language.stops.has(word) || /^[a-z]$/.test(source)
    tokens.push({ term: language.stem(normal), word, start, end: start + source.length, kind, stop })
  }
  if (SYMBOL.test(run)) {
    const term = run.toLowerCase().replace(/^v(?=\d)/, '')
    tokens.push({ term, word: term, start: 0, end: run.length, kind: 'word', stop: false })
    for (const { 0: part, index } of run.matchAll(/\p{N}+/gu)) push(part, index, 'part')
    return tokens
  }
  for (const { 0: text, index } of run.matchAll(SCRIPTS)) {
    if (UNSPACED_RUN.test(text)) pushCharacters(tokens, text, index)
    else if (text.length <= MAX_WORD && !/^[_$]+$/.test(text)) {
      push(text, index, 'word')
      for (const part of nameParts(text)) push(part[0], index + part.index, 'part')
    }
  }
  if (run.includes('-') && run.length <= MAX_WORD && tokens.some(({ stop }) => stop)) {
    const term = foldAccents(language.normalise(run))
    tokens.unshift({ term, word: term, start: 0, end: run.length, kind: 'joined', stop: false })
  }
  return tokens
}

/** `createLocalVue` → create, Local, Vue; `$route` → route; none for a plain word. */
function nameParts(word: string) {
  if (!/[_$]|\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u.test(word)) return []
  const parts = word.matchAll(/\p{Lu}+(?!\p{Ll})\p{N}*|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+\p{N}*|\p{N}+/gu)
  return [...parts].filter(([part]) => part.length > 1 && part.length < word.length)
}

/** Characters and their pairs. Half-width forms become full-width, ヴァ becomes バ; a long-vowel mark at the end of a katakana word is dropped. */
function pushCharacters(tokens: Token[], run: string, offset: number) {
  const folded: Token[] = []
  for (const { 0: written, index } of run.matchAll(CHARACTER)) {
    const start = offset + index
    const plain = written.normalize('NFKC').toLowerCase()
    for (const word of plain.replace(/ヴ(.?)/, (_, vowel: string) => (vowel && VOICED[vowel]) || 'ブ')) {
      // Single kana are seldom words.
      const stop = /^[\u3040-\u30ff]$/.test(word)
      folded.push({ term: word, word, start, end: start + written.length, kind: 'single', stop })
    }
  }
  const characters = folded.filter(
    ({ word }, at) => word !== 'ー' || at === 0 || /[\u30a0-\u30ff]/.test(folded[at + 1]?.word ?? ''),
  )
  characters.forEach((token, at) => {
    tokens.push(token)
    const next = characters[at + 1]
    if (!next) return
    const term = token.word + next.word
    tokens.push({ term, word: term, start: token.start, end: next.end, kind: 'pair', stop: false })
  })
}
