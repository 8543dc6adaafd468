import type { Html } from 'mdast'
import { linkPlaceholder, type SourceFile } from '../../schema/page.ts'
import type { PageContext } from '../page-context.ts'
import { noteLink } from './links.ts'

/** Comments, so that nothing in them counts, and the tags whose addresses are looked at. */
const TAGS = /<!--[^]*?(?:-->|$)|<(a|img)(?=[\s/])((?:[^<>"']|"[^"]*"|'[^']*'){0,2000})>/gi
const ATTRIBUTE = /([^\s"'<>/=]+)(?:(\s*=\s*)("[^"]*"|'[^']*'|[^\s"'=<>`]+))?/g
/** Stands in for an address while the HTML is parsed; a placeholder would not survive that. */
const TOKEN = 'docsgen-address-'

/**
 * The addresses of links and images that an author wrote as HTML: noted like those written in Markdown, each at its
 * place, and those that lead into the site replaced by tokens for `takeToken`. Others stay as they are.
 */
export function noteRawAddresses(html: string, node: Html, context: PageContext): string {
  const toPlace = createPlacer(node, context)
  return html.replace(TAGS, (whole: string, tag: string | undefined, attributes: string, at: number) => {
    if (tag === undefined) return whole
    const name = tag.toLowerCase() === 'a' ? 'href' : 'src'
    const found = [...attributes.matchAll(ATTRIBUTE)].find(([, key]) => key?.toLowerCase() === name)
    const [, key = '', equals = '', value = ''] = found ?? []
    const url = value
      .replace(/^(["'])([^]*)\1$/, '$2')
      .replaceAll('&amp;', '&')
      .trim()
    if (!found || !isNoted(url)) return whole
    const start = tag.length + 1 + found.index
    const kind = name === 'href' ? 'link' : 'image'
    const index = noteLink({ context, node: toPlace(at + start), url, kind, raw: true })
    if (index === undefined || context.links[index]?.type === 'external') return whole
    const token = `${key}${equals}"${TOKEN}${index}"`
    return whole.slice(0, start) + token + whole.slice(start + found[0].length)
  })
}

/** The placeholder of the address that a token stands for; undefined for anything else. */
export function takeToken(value: unknown, context: PageContext): string | undefined {
  if (typeof value !== 'string' || !value.startsWith(TOKEN)) return undefined
  const index = Number(value.slice(TOKEN.length))
  return context.links[index] ? linkPlaceholder(index) : undefined
}

/** Web pages and what has no scheme; other schemes, and what may become one, are the sanitiser's business (X-URL-1). */
function isNoted(url: string): boolean {
  if (/&(?:#|\w+;)/.test(url)) return false
  return url !== '' && !/^[\\/]{2}/.test(url) && (/^https?:/i.test(url) || !/^[^/?#]*:/.test(url))
}

/** Gives the node for the part of its text at an index: starting where that stands in the file. Indices only grow. */
function createPlacer(node: Html, context: PageContext): (index: number) => Html {
  const state = { line: 0, lineStart: 0, lineEnd: node.value.indexOf('\n') }
  return index => {
    const { start } = node.position ?? {}
    if (!start) return node
    while (state.lineEnd !== -1 && state.lineEnd < index) {
      state.line += 1
      state.lineStart = state.lineEnd + 1
      state.lineEnd = node.value.indexOf('\n', state.lineStart)
    }
    const column = index - state.lineStart
    if (state.line === 0) return startingAt(node, start.line, start.column + column)
    // Further lines of HTML in a list or a quotation have lost what stands in front of them.
    const line = start.line + state.line
    const text = /.*/y.exec(node.value.slice(state.lineStart, state.lineStart + 200))?.[0] ?? ''
    const margin = linesOf(context.source)[context.offset + line - 1]?.indexOf(text) ?? 0
    return startingAt(node, line, Math.max(0, margin) + column + 1)
  }
}

function startingAt(node: Html, line: number, column: number): Html {
  return { ...node, position: { start: { line, column }, end: { line, column } } }
}

const lines = new WeakMap<SourceFile, string[]>()

function linesOf(source: SourceFile): string[] {
  const known = lines.get(source) ?? source.body.split('\n')
  lines.set(source, known)
  return known
}
