import type { Strings } from '../../src/schema/strings.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'
import { pt } from './pt.ts'
import { ru } from './ru.ts'
import { zh } from './zh.ts'

/** Built-in interface texts by primary language subtag. */
export const builtInStrings: ReadonlyMap<string, Strings> = new Map([
  ['en', en],
  ['fr', fr],
  ['ja', ja],
  ['pt', pt],
  ['ru', ru],
  ['zh', zh],
])

/** Interface texts for a BCP-47 tag: by its primary subtag (`zh-CN` → `zh`), otherwise English. */
export function stringsFor(lang: string): Strings {
  const primary = lang.toLowerCase().split('-')[0] ?? ''
  return builtInStrings.get(primary) ?? en
}
