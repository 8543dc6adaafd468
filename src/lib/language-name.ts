/**
 * A language's name for itself, as a menu lists it: `日本語`, `Français`, `简体中文`; with its region where that is not the usual
 * one: `Português europeu`. The tag where the name is not known.
 */
export function ownName(tag: string): string {
  const { language, script } = new Intl.Locale(tag).maximize()
  // Chinese is told apart by how it is written.
  const shortest = language === 'zh' ? `zh-${script}` : new Intl.Locale(tag).minimize().toString()
  const name = CALLED[shortest] ?? nameOf(shortest, tag)
  // Georgian has capitals, for whole lines only.
  if (name === undefined || script === 'Geor') return name ?? tag
  const [first = '', ...rest] = name
  return first.toLocaleUpperCase(tag) + rest.join('')
}

/** Where the list of the Unicode Consortium has the name of the country. */
const CALLED: Readonly<Record<string, string>> = { id: 'Bahasa Indonesia', ms: 'Bahasa Melayu' }

/** Of the languages without a code of two letters those that sites are translated into: `api` and `cli` are codes, too. */
const TAG = /^(?:[a-z]{2}|ast|ceb|ckb|cmn|fil|gsw|haw|kab|yue)(?:-[a-z0-9]{2,8})*$/i

/** True for the tag of a language that there is: `js` is well-formed, too. */
export function isKnownLanguage(tag: string): boolean {
  return TAG.test(tag) && nameOf(tag, 'en') !== undefined
}

function nameOf(tag: string, inLanguage: string): string | undefined {
  try {
    return new Intl.DisplayNames(inLanguage, { type: 'language', fallback: 'none' }).of(tag)
  } catch {
    return undefined
  }
}
