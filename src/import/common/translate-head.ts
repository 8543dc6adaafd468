import { headEntry } from '../../schema/values.ts'
import type { UserConfig } from '../../schema/config.ts'
import type { Note } from './notes.ts'
import { list, text, values } from './values.ts'

type Head = NonNullable<UserConfig['head']>

/** `[name, attributes, content]` (B135). What has content of its own is left out: pages have no inline scripts or styles. */
export function translateHead(head: unknown, note: Note): Head | undefined {
  const entries = list(head).flatMap((entry): Head => {
    const [tag, attributes, inner] = list(entry)
    if (tag !== 'link' && tag !== 'meta' && tag !== 'script') {
      note(`The tag \`<${String(tag)}>\` of \`head\` was left out.`)
      return []
    }
    if (text(inner)) {
      note(`A \`<${tag}>\` with content in \`head\` was left out: put it into a file of the public folder.`)
      return []
    }
    const translated: Head[number] = { tag, attributes: attributesOf(attributes) }
    const problem = headEntry.safeParse(translated).error?.issues[0]
    if (!problem) return [translated]
    const address = translated.attributes['src'] ?? translated.attributes['href'] ?? ''
    note(`The \`<${tag}>\` of \`${address}\` in \`head\` was left out: it ${problem.message}.`)
    return []
  })
  return entries.length > 0 ? entries : undefined
}

function attributesOf(given: unknown): Record<string, string | boolean> {
  const entries = Object.entries(values(given)).map(([name, value]): [string, string | boolean] => [
    name,
    typeof value === 'boolean' ? value : String(value),
  ])
  return Object.fromEntries(entries)
}
