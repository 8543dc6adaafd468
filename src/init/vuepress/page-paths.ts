import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { safeDecode } from '../../addresses/safe-decode.ts'
import { pageAddress } from '../../addresses/page-address.ts'
import { listFiles } from '../../lib/files.ts'

/** The pages of a VuePress site by the addresses that it gives them, decoded (B2, B3). */
export interface PagePaths {
  /** The address of the page that an entry of nav or sidebar means; undefined when there is none (B149, B163). */
  find(reference: string): string | undefined
}

/** Source files of a VuePress site, relative to its source folder, sorted. */
export async function listSources(folder: string): Promise<string[]> {
  const files = await listFiles(folder, { skipHidden: true })
  return files.filter(file => /\.(?:md|vue)$/.test(file) && !file.split('/').includes('node_modules'))
}

export function createPagePaths(files: readonly string[]): PagePaths {
  const paths = new Set(files.filter(file => file.endsWith('.md')).map(file => pageAddress(`/${file}`)))
  return {
    find(reference) {
      const bare = safeDecode(reference.replace(/[?#].*/s, '')).replace(
        /(?:(?<=\/)(?:README|index))?\.md$/i,
        '',
      )
      const stem = bare.replace(/(?:index)?\.html$/, '')
      return [bare, `${stem}.html`, stem, `${stem}/`].find(form => paths.has(form))
    },
  }
}

/** What VuePress would have run in pages and docsgen shows as text, by kind: files, at most five of each. */
export async function reviewPages(folder: string, files: readonly string[]): Promise<string[]> {
  const found = new Map<string, string[]>()
  const add = (kind: string, file: string) => found.set(kind, [...(found.get(kind) ?? []), file])
  for (const file of files) {
    if (file.endsWith('.vue')) {
      add('Pages written as Vue components are not taken over', file)
      continue
    }
    const text = withoutCode(await readFile(path.join(folder, file), 'utf8'))
    if (text.split('\n').some(hasExpression)) add('`{{ … }}` is shown as it stands, not evaluated', file)
    if (/^<(?:[A-Z]\w*|script|style)\b/m.test(text))
      add('Vue components, scripts and styles in pages are not run', file)
    if (/^---(?:toml|json)|^---\s*\n\{/.test(text)) add('Frontmatter must be YAML', file)
  }
  return [...found].map(([kind, list]) => `${kind}: ${list.slice(0, 5).join(', ')}${more(list.length - 5)}.`)
}

function hasExpression(line: string): boolean {
  const open = line.indexOf('{{')
  return open !== -1 && line.includes('}}', open + 2)
}

/** Without fences, up to the line that starts with the same mark, and without code in lines. */
function withoutCode(text: string): string {
  let mark: string | undefined
  const lines = text.split('\n').filter(line => {
    const inside = mark
    if (inside === undefined) mark = /^(?:`{3,}|~{3,})/.exec(line)?.[0]
    else if (line.startsWith(inside)) mark = undefined
    return inside === undefined && mark === undefined
  })
  return lines.join('\n').replace(/`[^`\n]*`/g, '')
}

function more(count: number): string {
  return count > 0 ? ` and ${count} more` : ''
}
