import type { Segment } from '../../search/excerpt.ts'
import { MAX_GROUPS, MAX_OPTIONS } from '../../search/searcher.ts'
import type { ResultGroup, ResultOption } from './results.ts'

/** Longest text that is taken from a hit. */
const MAX_TEXT = 300
const LEVELS = [0, 1, 2, 3, 4, 5, 6]
/** Marks that services put around matches, whichever way they are set up. */
const MARK = /(<\/?(?:em|mark)>|<span class="algolia-docsearch-suggestion--highlight">|<\/span>)/
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }

/** Hits of the service as results, grouped by page. What is not a usable hit is left out. */
export function groupHits(hits: readonly unknown[]): ResultGroup[] {
  const groups = new Map<string, ResultGroup>()
  for (const hit of hits) {
    const address = addressOf(hit)
    if (!address) continue
    const page = address.origin + address.pathname + address.search
    const group = groups.get(page) ?? { title: pageTitle(hit) || address.pathname, options: [] }
    if (!groups.has(page) && groups.size === MAX_GROUPS) continue
    groups.set(page, group)
    if (group.options.length < MAX_OPTIONS) group.options.push(toOption(hit, address, group.title))
  }
  return [...groups.values()]
}

/** Where a hit leads: http and https only. An address of this site becomes one without origin, for the router. */
function addressOf(hit: unknown): URL | undefined {
  const url = read(hit, ['url'])
  const address =
    typeof url === 'string' && URL.canParse(url, location.href) ? new URL(url, location.href) : undefined
  return address && /^https?:$/.test(address.protocol) ? address : undefined
}

function toOption(hit: unknown, address: URL, page: string): ResultOption {
  const { pathname, search, hash, origin, href } = address
  const headings = LEVELS.slice(1).map(level => shown(hit, ['hierarchy', `lvl${level}`]))
  const title = headings.findLast(segments => segments.length > 0)
  return {
    href: origin === location.origin ? pathname + search + hash : href,
    title: title ?? [{ text: page, marked: false }],
    excerpt: shown(hit, ['content']),
  }
}

function pageTitle(hit: unknown): string {
  const first = shown(hit, ['hierarchy', 'lvl1'])
  const segments = first.length > 0 ? first : shown(hit, ['hierarchy', 'lvl0'])
  return segments.map(segment => segment.text).join('')
}

/** A text of a hit: its snippet, else its highlighted form, else the attribute itself. */
function shown(hit: unknown, path: string[]): Segment[] {
  const candidates = [
    read(hit, ['_snippetResult', ...path, 'value']),
    read(hit, ['_highlightResult', ...path, 'value']),
    read(hit, path),
  ]
  const text = candidates.find(candidate => typeof candidate === 'string' && candidate !== '')
  return typeof text === 'string' ? parseMarks(text.slice(0, MAX_TEXT)) : []
}

/** Reads marks and character references; every other tag stays the text that it is. */
function parseMarks(text: string): Segment[] {
  const segments: Segment[] = []
  let isMarked = false
  for (const piece of text.split(MARK)) {
    if (MARK.test(piece)) isMarked = !piece.startsWith('</')
    else if (piece !== '') segments.push({ text: decodeReferences(piece), marked: isMarked })
  }
  return segments
}

function decodeReferences(text: string): string {
  return text.replace(
    /&(amp|lt|gt|quot|#39|#x27);/g,
    (reference, name: string) => ENTITIES[name] ?? reference,
  )
}

/** A value inside an answer; undefined where the answer has another shape. */
function read(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    const isOwn = typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
    return isOwn ? (inner as Record<string, unknown>)[key] : undefined
  }, value)
}
