import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Finding } from '../schema/finding.ts'
import { type Strings, stringsSchema } from '../schema/strings.ts'
import { interfaceLanguage } from '../shared/interface-languages.ts'

/** Interface texts that a site's own `templates/strings/` has not taken along, an error for each language. */
export function missingTexts(
  root: string,
  langs: readonly string[],
  stringsFor: (lang: string) => Strings | undefined,
): Finding[] {
  return [...new Set(langs)].flatMap((lang): Finding[] => {
    const { error } = stringsSchema.safeParse(stringsFor(lang) ?? {})
    const problems = error?.issues.filter(({ code }) => code === 'invalid_type') ?? []
    if (problems.length === 0) return []
    const names = problems.map(({ path: key }) => `\`${key.join('.')}\``)
    const others = names.length > 5 ? ` and ${names.length - 5} more` : ''
    const file = `templates/strings/${interfaceLanguage(lang) ?? 'en'}.ts`
    return [
      {
        rule: 'templates/failed',
        severity: 'error',
        ...(existsSync(path.join(root, file)) ? { place: { file, line: 1, column: 1 } } : {}),
        message: `Interface texts for \`${lang}\` are missing: ${names.slice(0, 5).join(', ')}${others}.`,
        hint: `A file in \`templates/strings/\` has all texts of its language: begin with those of \`docsgen/${file}\`, or set single ones under \`strings\` of the locale.`,
      },
    ]
  })
}
