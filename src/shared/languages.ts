/** Languages of the interface. To add one, see `src/README.md`. */
const TAGS =
  'ar bg ca cs da de el en es fa fi fr he hi hu id it ja ko nb nl pl pt-BR pt-PT ro ru sv th tr uk vi zh-CN zh-TW'
type Words<Text> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text

export type InterfaceLanguage = Words<typeof TAGS>

export const INTERFACE_LANGUAGES = TAGS.split(' ') as InterfaceLanguage[]

/** Readers of one written Norwegian read the other. */
const WRITTEN_AS: Record<string, string> = { no: 'nb', nn: 'nb' }

/** `es-MX` → `es`, `pt-AO` → `pt-PT`, `zh-HK` → `zh-TW`. */
export function interfaceLanguage(tag: string): InterfaceLanguage | undefined {
  const wanted = readTag(tag)
  if (!wanted) return undefined
  const varieties = INTERFACE_LANGUAGES.filter(known => {
    if (!known.startsWith(wanted.language)) return false
    const { language, script } = new Intl.Locale(known).maximize()
    return language === wanted.language && script === wanted.script
  })
  const ofRegion = varieties.find(known => new Intl.Locale(known).maximize().region === wanted.region)
  // A region without its own variety gets the one that isn't the largest region's.
  return ofRegion ?? varieties.at(-1)
}

/** German texts are those of `de-DE`, but not of `de-AT`. */
export function isSpokenIn(tag: string, language: InterfaceLanguage) {
  const [wanted, known] = [readTag(tag), new Intl.Locale(language).maximize()]
  return wanted?.given === known.language && wanted.region === known.region
}

/** Scripts with `RTL?` in `scriptMetadata.txt` of the Unicode CLDR, and their variants in ISO 15924. */
const RIGHT_TO_LEFT =
  'Adlm Arab Aran Armi Avst Chrs Cprt Elym Gara Hatr Hebr Hung Khar Lydi Mand Mani Mend Merc Mero Narb Nbat Nkoo Orkh Ougr Palm Phli Phlp Phnx Prti Rohg Samr Sarb Sogd Sogo Syrc Syre Syrj Syrn Thaa Yezi'

/** Direction of the tag's script, or else of the language's usual one. */
export function directionOf(tag: string) {
  const script = readTag(tag)?.script
  return script !== undefined && RIGHT_TO_LEFT.includes(script) ? 'rtl' : 'ltr'
}

function readTag(tag: string) {
  try {
    const { language: given = '', script, region } = new Intl.Locale(tag).maximize()
    return { given, language: WRITTEN_AS[given] ?? given, script, region }
  } catch {
    return undefined
  }
}

/** A language's name for itself (`Français`), with the region unless it's the usual one; the tag if unknown. */
export function ownName(tag: string) {
  const { language, script } = new Intl.Locale(tag).maximize()
  // Chinese varieties differ by script.
  const shortest = language === 'zh' ? `zh-${script}` : new Intl.Locale(tag).minimize().toString()
  const name = CALLED[shortest] ?? nameOf(shortest, tag)
  // Georgian has capitals, for whole lines only.
  if (name === undefined || script === 'Geor') return name ?? tag
  const [first = '', ...rest] = name
  return first.toLocaleUpperCase(tag) + rest.join('')
}

/** Languages that have the name of the country in the Unicode CLDR. */
const CALLED: Record<string, string> = { id: 'Bahasa Indonesia', ms: 'Bahasa Melayu' }

/** Only some three-letter codes: `api` and `cli` are languages, too. */
const TAG = /^(?:[a-z]{2}|ast|ceb|ckb|cmn|fil|gsw|haw|kab|yue)(?:-[a-z0-9]{2,8})*$/i

/** Language of a country, which people often write instead: `ja` for `jp`. */
export function languageOfCountry(code: string) {
  if (!/^[a-z]{2}$/i.test(code)) return undefined
  const { language } = new Intl.Locale(`und-${code}`).maximize()
  return language !== undefined && isKnownLanguage(language) ? language : undefined
}

export function isKnownLanguage(tag: string) {
  return TAG.test(tag) && nameOf(tag, 'en') !== undefined
}

function nameOf(tag: string, inLanguage: string): string | undefined {
  try {
    return new Intl.DisplayNames(inLanguage, { type: 'language', fallback: 'none' }).of(tag)
  } catch {
    return undefined
  }
}
