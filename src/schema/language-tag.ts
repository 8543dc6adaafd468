import * as z from 'zod'

/** True for a well-formed BCP 47 tag whose language is a code: `english` is well-formed, but no language has such a code. */
function isLanguageTag(tag: string): boolean {
  try {
    return /^[a-z]{2,3}(?:-|$)/i.test(tag) && Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** The tag that was probably meant: `en-US` for `en_US`, `en` for `English`. */
function likelyTag(text: string): string | undefined {
  const hyphenated = text.trim().replaceAll('_', '-')
  return isLanguageTag(hyphenated) ? hyphenated : codeOf(text.trim().toLowerCase())
}

/** The two-letter code of a language by its English name. */
function codeOf(name: string): string | undefined {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  return letters
    .flatMap(first => letters.map(second => first + second))
    .find(code => names.of(code)?.toLowerCase() === name)
}

/** The language of a page or of a part of the site. */
export const languageTag = z.string().superRefine((tag, context) => {
  if (isLanguageTag(tag)) return
  const likely = likelyTag(tag)
  const remedy = likely ? `write \`${likely}\`` : 'write one such as `en-US`'
  context.addIssue({ code: 'custom', message: `\`${tag}\` is no language tag (BCP 47): ${remedy}` })
})
