import type { Note } from '../common/notes.ts'
import type { PagePaths } from '../common/page-paths.ts'

/**
 * Rules of a `_redirects` file that lead from an address without a page to a page. The file itself stays where it is
 * and is taken over as it stands, so hosts follow the other rules too.
 */
export function translateRedirects(rules: string, pages: PagePaths, note: Note): Record<string, string> {
  const redirects: Record<string, string> = {}
  let left = 0
  for (const line of rules.split('\n')) {
    const [from = '', to = '', status = '301'] = line.trim().split(/\s+/)
    if (!from.startsWith('/') || !to) continue
    const target =
      /^30[1278]!?$/.test(status) && !from.includes('*') && !from.includes(':')
        ? resolve(to, pages)
        : undefined
    // An address that reaches a page by itself, in other letter case or without `.html`, needs no rule to get there.
    if (!target || pages.find(from) === from) left += 1
    else redirects[from] = target
  }
  if (left > 0) note(`Rules of \`_redirects\` for the host only, taken over as they stand: ${left}.`, 0)
  return redirects
}

function resolve(to: string, pages: PagePaths): string | undefined {
  if (/^https?:\/\//.test(to)) return to
  const path = pages.find(to)
  const rest = /[?#].*/s.exec(to)?.[0] ?? ''
  return path && encodeURI(path) + rest
}
