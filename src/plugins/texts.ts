import type { Plugin } from './evaluate.ts'

/** Texts of plugins for a language, by their names; undefined where no plugin has any. */
export function textsOf(
  plugins: readonly Plugin[],
  lang: string,
): Record<string, Record<string, string>> | undefined {
  const texts = plugins.flatMap(({ definition: { name, strings } }) => {
    if (!strings) return []
    const [first = {}] = Object.values(strings)
    const primary = lang.split('-')[0] ?? lang
    return [[name, { ...first, ...strings[primary], ...strings[lang] }] as const]
  })
  return texts.length > 0 ? Object.fromEntries(texts) : undefined
}
