/** From fences, indented code, code groups and code in a line to their final HTML. */
import type { Element } from 'hast'
import type { Code, InlineCode, Root } from 'mdast'
import { defaultHandlers, type State } from 'mdast-util-to-hast'
import { hasLanguage, highlight, PLAIN } from './highlight.ts'
import { type Fence, readFence, reviewFence } from './fence.ts'
import { type LineMark, readShownCode, reviewMarkers, type ShownCode } from './markers.ts'
import { type ContainerNode, eachParent } from '../tree.ts'
import { contextOf, mark, type PageContext, placeAt, placeOf, uniqueLabel } from '../page-context.ts'
import { drawFence } from '../plugins.ts'
import { element } from '../../lib/html.ts'
import type { Place } from '../../schema/finding.ts'
import { escapeHtml, escapeText } from '../../shared/escape.ts'

declare module 'mdast' {
  interface InlineCodeData {
    language?: string
  }
}

/** Takes `{lang=ts}` out of the texts after code in a line, and notes it there. */
export function remarkInlineCode() {
  return (tree: Root): void =>
    eachParent(tree, children =>
      children.forEach((node, index) => {
        const code = children[index - 1]
        if (node.type !== 'text' || code?.type !== 'inlineCode') return
        const [whole = '', , language] = /^\{lang=(["']?)([\w#+.-]{1,40})\1\}/.exec(node.value) ?? []
        if (language === undefined) return
        code.data = { ...code.data, language }
        node.value = node.value.slice(whole.length)
      }),
    )
}

/** Code in a line, with the colors of its language if it names one. */
export function inlineCodeHandler(state: State, node: InlineCode): Element {
  const language = node.data?.language?.toLowerCase()
  if (language === undefined) return defaultHandlers.inlineCode(state, node)
  const context = contextOf(state.options.file ?? undefined)
  if (!hasLanguage(language)) reportLanguage(language, placeOf(context, node), context)
  const value = node.value.replaceAll('\n', ' ')
  const html = `<code>${highlight(value, language)}</code>`
  // Ids of headings are made from the text.
  return element('code', mark(context, { kind: 'html', html }), [{ type: 'text', value }])
}

export function codeHandler(state: State, node: Code): Element {
  const context = contextOf(state.options.file ?? undefined)
  return element('pre', mark(context, { kind: 'html', html: blockHtml(node, context, false) }))
}

/** Tabs over fences, without JavaScript: radio inputs, labels and blocks, of which the style sheet shows one. */
export function codeGroupHtml(node: ContainerNode, context: PageContext): string {
  const fences = node.children.filter(child => child.type === 'code')
  context.parts.add('code')
  const group = context.containers.filter(container => container.name === node.name).length
  const active = fences.findIndex(({ data }) => data?.isActive)
  const tabs = fences.map((fence, index) => {
    const { title, lang } = readFence(fence)
    const file = snippetFile(fence, context)
    const label = title ?? file?.slice(file.lastIndexOf('/') + 1) ?? (lang || String(index + 1))
    const id = `code-group-${group}-${index + 1}`
    return (
      `<input type="radio" class="code-group-input" name="code-group-${group}" id="${id}"${index === Math.max(0, active) ? ' checked' : ''}>` +
      `<label for="${id}">${escapeHtml(label)}</label>`
    )
  })
  const blocks = fences.map(fence => blockHtml(fence, context, true)).join('\n')
  return `<div class="code-group">${tabs.join('')}<div class="code-group-blocks">\n${blocks}\n</div></div>`
}

/** The file that the code comes from, if that is not the one that the fence is written in. */
function snippetFile({ position }: Code, { source }: PageContext): string | undefined {
  const line = position?.start.line ?? 1
  const { file } = placeAt(source, line + 1, 1)
  return file === placeAt(source, line, 1).file ? undefined : file
}

function reportLanguage(lang: string, place: Place, { findings }: PageContext): void {
  const message = `The language \`${lang}\` is not known; the code is shown without colours.`
  findings.push({ rule: 'markdown/unknown-language', severity: 'info', place, message })
}

/** Short names shown as the label of a block; others are shown as written. */
const LABELS = new Map([
  ['javascript', 'js'],
  ['typescript', 'ts'],
  ['markup', 'html'],
  ['markdown', 'md'],
  ['ruby', 'rb'],
  ['python', 'py'],
  ['bash', 'sh'],
  ['shell', 'sh'],
  ...[...PLAIN].map(name => [name, ''] as const),
])

/**
 * A highlighted block: classes only, no inline style. The copy button is hidden until a script shows it. Numbers and lines
 * that the fence marks are layers beside the code; where there are other marks, each line is an element. Either way
 * copying gives the code alone.
 */
function blockHtml(node: Code, context: PageContext, inGroup: boolean): string {
  const fence = readFence(node)
  const { lang, meta, highlighted, wrap, title } = fence
  const shown = readShownCode(fence, node.value)
  const { code, marks } = shown
  const place = placeOf(context, node)
  const own = place.file === context.source.file
  const snippet = snippetFile(node, context) === undefined ? {} : { snippet: true as const }
  context.codeBlocks.push({ lang, meta, code: shown.plain, place, own, ...snippet })
  const drawn = drawFence(node, fence, context)
  if (drawn !== undefined) return drawn
  reviewFence(node, fence, context, inGroup)
  reviewMarkers(node, shown.problems, context)
  // One class, of letters that need no escaping.
  const name = lang.toLowerCase().replace(/[^a-z0-9_+#.-]/g, '') || 'text'
  if (!hasLanguage(name)) reportLanguage(lang, place, context)
  const label = LABELS.get(lang.toLowerCase()) ?? lang.toLowerCase()
  const { labels } = context.locale
  const region = uniqueLabel(context, labels.code.replace('{lang}', () => label).trim())
  const first = fence.lineNumbers ?? (context.options.lineNumbers ? 1 : false)
  if (marks || wrap || first !== false || highlighted.size > 0) context.parts.add('code')
  const isFolded = fence.folded && !inGroup
  const hasFocus = [...(marks?.values() ?? [])].some(each => each.has('focused'))
  const states =
    (first === false ? '' : ' line-numbers-mode') + (wrap ? ' wrap' : '') + (hasFocus ? ' has-focus' : '')
  const data =
    (label === '' ? '' : ` data-lang="${escapeHtml(label)}"`) +
    (inGroup || isFolded || title === undefined ? '' : ` data-title="${escapeHtml(title)}"`)
  const colored = highlight(code, name)
  const html =
    `<div class="language-${name} code-block${states}"${data}>` +
    (marks ? '' : highlightLayer(highlighted, code)) +
    `<pre class="language-${name}" tabindex="0" role="region" aria-label="${escapeHtml(region)}">` +
    `<code>${marks ? linesHtml(colored, shown, { first: wrap && first, context }) : `${colored}\n`}</code></pre>` +
    (wrap ? '' : numberLayer(first, code)) +
    `<button type="button" class="copy-code" aria-label="${escapeHtml(labels.copy)}" hidden></button></div>`
  if (!isFolded) return html
  return `<details class="custom-block details"><summary>${escapeHtml(title ?? region)}</summary>${html}</details>`
}

function highlightLayer(highlighted: Fence['highlighted'], code: string): string {
  if (highlighted.size === 0) return ''
  const rows = code
    .split('\n')
    .map((_, index) => (highlighted.has(index + 1) ? '<div class="highlighted">&nbsp;</div>' : '<br>'))
  return `<div class="highlight-lines" aria-hidden="true">${rows.join('')}</div>`
}

function numberLayer(first: number | false, code: string): string {
  if (first === false) return ''
  const rows = code.split('\n').map((_, index) => `<span class="line-number">${first + index}</span><br>`)
  return `<div class="line-numbers-wrapper" aria-hidden="true">${rows.join('')}</div>`
}

/** Elements that tell what was added and removed to who does not see it. */
const TAGS: Partial<Record<LineMark, string>> = { added: 'ins', removed: 'del' }
const PART = /<[^<>]*>|[^<]+/g

/** Highlighted code with an element for each line. `first`: number of the first line where numbers are part of the lines. */
function linesHtml(
  html: string,
  { plain, marks, words }: ShownCode,
  { first, context }: { first: number | false; context: PageContext },
): string {
  const { 'alert-caution': error, 'alert-warning': warning } = context.locale.containerTitles
  const labels: Partial<Record<LineMark, string | undefined>> = { error, warning }
  const texts = plain.split('\n')
  return splitHtml(html)
    .map((line, index) => {
      const own = [...(marks?.get(index) ?? [])]
      const tag = own.map(each => TAGS[each]).find(Boolean) ?? 'span'
      const found = words.filter(word => word.first <= index && index <= word.last).map(({ word }) => word)
      const inner = found.length === 0 ? line : markWords(line, texts[index] ?? '', found)
      const number = first === false ? '' : ` data-line="${first + index}"`
      const label = own.map(each => labels[each]).find(Boolean)
      const data = number + (label === undefined ? '' : ` data-label="${escapeText(label)}"`)
      return `<${tag} class="${['code-line', ...own].join(' ')}"${data}>${inner}\n</${tag}>`
    })
    .join('')
}

/** Cuts HTML where lines end; elements that go on are closed and opened again. */
function splitHtml(html: string): string[] {
  const lines: string[] = []
  const open: string[] = []
  let line = ''
  for (const [part] of html.matchAll(PART)) {
    if (part.startsWith('</')) open.pop()
    else if (part.startsWith('<')) open.push(part)
    const [text = '', ...others] = part.startsWith('<') ? [part] : part.split('\n')
    line += text
    for (const other of others) {
      const ends = open.map(tag => `</${/^<(\w+)/.exec(tag)?.[1]}>`)
      lines.push(line + ends.toReversed().join(''))
      line = open.join('') + other
    }
  }
  return [...lines, line]
}

/** Marks words in the HTML of a line; a word may go through several elements. */
function markWords(html: string, text: string, words: readonly string[]): string {
  const isMarked = new Uint8Array(text.length)
  for (const word of words)
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length))
      isMarked.fill(1, at, at + word.length)
  let at = 0
  return html.replace(PART, part => {
    if (part.startsWith('<')) return part
    const end = at + part.replace(/&\w+;/g, '&').length
    let marked = ''
    while (at < end) {
      const other = isMarked.indexOf(isMarked[at] === 1 ? 0 : 1, at)
      const stop = other === -1 ? end : Math.min(other, end)
      const piece = escapeText(text.slice(at, stop))
      marked += isMarked[at] === 1 ? `<mark>${piece}</mark>` : piece
      at = stop
    }
    return marked
  })
}
