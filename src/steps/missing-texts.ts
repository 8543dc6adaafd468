import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Finding } from '../schema/finding.ts'
import type { TextName } from '../schema/strings.ts'

const FILE = 'templates/strings/en.ts'

/** Interface texts that a site's own English lacks, which every other language falls back to. */
export function missingTexts(root: string, missing: readonly TextName[]): Finding[] {
  if (missing.length === 0) return []
  const names = missing.slice(0, 5).map(name => `\`${name}\``)
  const others = missing.length > 5 ? ` and ${missing.length - 5} more` : ''
  return [
    {
      rule: 'templates/failed',
      severity: 'error',
      ...(existsSync(path.join(root, FILE)) ? { place: { file: FILE, line: 1, column: 1 } } : {}),
      message: `English interface texts are missing: ${names.join(', ')}${others}.`,
      hint: `Other languages fall back to English, so \`${FILE}\` must have every text: start from \`docsgen/${FILE}\`.`,
    },
  ]
}
