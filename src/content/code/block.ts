import type { Element } from 'hast'
import type { Code } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import { type Fence, readFence, readShownCode, type ShownCode } from './fence.ts'
import type { LineMark, MarkedWord } from './markers.ts'
import { reviewFence, reviewMarkers } from './review.ts'
import type { ContainerNode } from '../nodes.ts'
import { contextOf, mark, type PageContext, placeAt, placeOf, uniqueLabel } from '../page-context.ts'
import { drawFence } from '../plugins.ts'
import { element } from '../../lib/html.ts'
import type { Place } from '../../schema/finding.ts'
import { escapeHtml, escapeText } from '../../shared/escape.ts'

/** What is shown of code line by line; lines are 0-based. */
interface LineMarks {
  marks: ReadonlyMap<number, ReadonlySet<LineMark>>
  words: readonly MarkedWord[]
  /** Number of the first line where numbers are part of the lines, which are as high as their text then. */
  first: number | undefined
  /** What the signs of a language's marks are called. */
  labels: Partial<Record<LineMark, string>>
}

/** Elements say what was added and removed to who does not see it. */
const TAGS: Partial<Record<LineMark, string>> = { added: 'ins', removed: 'del' }
const PART = /<[^<>]*>|[^<]+/g

/**
 * Highlighted code with an element for each line, so that a mark has a place in the text: colours and signs are left to the
 * style sheet, and copying gives the code alone.
 */
function linesHtml(html: string, code: string, { marks, words, first, labels }: LineMarks): string {
  const texts = code.split('\n')
  return splitHtml(html)
    .map((line, index) => {
      const own = [...(marks.get(index) ?? [])]
      const tag = own.map(mark => TAGS[mark]).find(name => name !== undefined) ?? 'span'
      const found = words.filter(word => word.first <= index && index <= word.last).map(({ word }) => word)
      const inner = found.length === 0 ? line : markWords(line, texts[index] ?? '', found)
      const number = first === undefined ? '' : ` data-line="${first + index}"`
      const label = own.map(mark => labels[mark]).find(text => text !== undefined)
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
      lines.push(line + closings(open))
      line = open.join('') + other
    }
  }
  return [...lines, line]
}

function closings(open: readonly string[]): string {
  return open
    .map(tag => `</${/^<(\w+)/.exec(tag)?.[1]}>`)
    .toReversed()
    .join('')
}

/** Marks words in the HTML of a line; a word may go through several elements. */
function markWords(html: string, text: string, words: readonly string[]): string {
  const isMarked = new Uint8Array(text.length)
  for (const word of words) {
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length))
      isMarked.fill(1, at, at + word.length)
  }
  let at = 0
  return html.replace(PART, part => {
    if (part.startsWith('<')) return part
    const end = at + textLength(part)
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

/** Characters of a text that was escaped. */
function textLength(html: string): number {
  return html.replace(/&\w+;/g, '&').length
}

/** Short names shown as the label of a block; others are shown as written. */
const LABELS: Record<string, string> = {
  javascript: 'js',
  typescript: 'ts',
  markup: 'html',
  markdown: 'md',
  ruby: 'rb',
  python: 'py',
  bash: 'sh',
  shell: 'sh',
}
const UNLABELLED = new Set(['', 'text', 'txt', 'plain', 'plaintext'])

/** From a fence or indented code to its final HTML. */
export function codeHandler(state: State, node: Code): Element {
  const context = contextOf(state.options.file ?? undefined)
  const html = codeBlockHtml(node, context, { inGroup: false })
  return element('pre', mark(context, { kind: 'html', html }))
}

/**
 * A highlighted block: classes only, no inline style. The copy button is hidden until a script shows it. Numbers and lines
 * that the fence marks are layers beside the code; where there are other marks, each line is an element. Either way
 * copying gives the code alone.
 */
function codeBlockHtml(node: Code, context: PageContext, { inGroup }: { inGroup: boolean }): string {
  const fence = readFence(node)
  const shown = readShownCode(fence, node.value)
  const place = placeOf(context, node)
  const own = place.file === context.source.file
  const snippet = isSnippet(node, place, context) ? { snippet: true as const } : {}
  context.codeBlocks.push({ lang: fence.lang, meta: fence.meta, code: shown.plain, place, own, ...snippet })
  const drawn = context.plugins.length > 0 ? drawFence(node, fence, context) : undefined
  if (drawn !== undefined) return drawn
  reviewFence(node, fence, context, inGroup)
  reviewMarkers(node, shown.problems, context)
  const name = className(fence.lang)
  if (!context.highlighter.isKnown(name)) {
    const message = `The language \`${fence.lang}\` is not known; the code is shown without colours.`
    context.findings.push({ rule: 'markdown/unknown-language', severity: 'info', place, message })
  }
  const label = displayName(fence.lang)
  const { labels } = context.locale
  const region = uniqueLabel(context, labels.code.replace('{lang}', () => label).trim())
  const first = fence.lineNumbers ?? (context.options.lineNumbers ? 1 : false)
  if (shown.marks || fence.wrap || first !== false || fence.highlighted.size > 0) context.parts.add('code')
  const isFolded = fence.folded && !inGroup
  const data =
    (label === '' ? '' : ` data-lang="${escapeHtml(label)}"`) +
    (inGroup || isFolded ? '' : titleAttribute(fence))
  const html =
    `<div class="language-${name} code-block${stateClasses(fence, shown, first)}"${data}>` +
    (shown.marks ? '' : highlightLayer(fence, shown.code)) +
    `<pre class="language-${name}" tabindex="0" role="region" aria-label="${escapeHtml(region)}">` +
    `<code>${codeHtml(context.highlighter.highlight(shown.code, name), shown, { fence, first, context })}</code></pre>` +
    (fence.wrap ? '' : numberLayer(first, shown.code)) +
    `<button type="button" class="copy-code" aria-label="${escapeHtml(labels.copy)}" hidden></button></div>`
  if (!isFolded) return html
  return `<details class="custom-block details"><summary>${escapeHtml(fence.title ?? region)}</summary>${html}</details>`
}

function stateClasses({ wrap }: Fence, { marks }: ShownCode, first: number | false): string {
  const hasFocus = marks && [...marks.values()].some(own => own.has('focused'))
  return (
    (first === false ? '' : ' line-numbers-mode') + (wrap ? ' wrap' : '') + (hasFocus ? ' has-focus' : '')
  )
}

interface Setting {
  fence: Fence
  first: number | false
  context: PageContext
}

function codeHtml(html: string, shown: ShownCode, { fence, first, context }: Setting): string {
  const { marks, words, plain } = shown
  if (!marks) return `${html}\n`
  const { 'alert-caution': error, 'alert-warning': warning } = context.locale.containerTitles
  const labels = { ...(error && { error }), ...(warning && { warning }) }
  const own = fence.wrap && first !== false ? first : undefined
  return linesHtml(html, plain, { marks, words, first: own, labels })
}

/** One class, of letters that need no escaping. */
function className(lang: string): string {
  const safe = lang.toLowerCase().replace(/[^a-z0-9_+#.-]/g, '')
  return safe === '' ? 'text' : safe
}

function displayName(lang: string): string {
  const name = lang.toLowerCase()
  if (UNLABELLED.has(name)) return ''
  return Object.hasOwn(LABELS, name) ? (LABELS[name] ?? name) : name
}

function titleAttribute(fence: Fence): string {
  return fence.title === undefined ? '' : ` data-title="${escapeHtml(fence.title)}"`
}

function highlightLayer(fence: Fence, code: string): string {
  if (fence.highlighted.size === 0) return ''
  const rows = code.split('\n').map((_, index) => {
    return fence.highlighted.has(index + 1) ? '<div class="highlighted">&nbsp;</div>' : '<br>'
  })
  return `<div class="highlight-lines" aria-hidden="true">${rows.join('')}</div>`
}

function numberLayer(first: number | false, code: string): string {
  if (first === false) return ''
  const rows = code.split('\n').map((_, index) => `<span class="line-number">${first + index}</span><br>`)
  return `<div class="line-numbers-wrapper" aria-hidden="true">${rows.join('')}</div>`
}

/** True when the lines of a block come from another file than the one that names it. */
function isSnippet({ position }: Code, { file }: Place, { source }: PageContext): boolean {
  return position !== undefined && placeAt(source, position.start.line + 1, 1).file !== file
}

/**
 * Tabs over fences that work without JavaScript: radio inputs, their labels, and the blocks in the same order. The
 * style sheet shows the block of the checked input; without styles all blocks are there.
 */
export function codeGroupHtml(node: ContainerNode, context: PageContext): string {
  const fences = node.children.filter(child => child.type === 'code')
  context.parts.add('code')
  const group = context.containers.filter(container => container.name === node.name).length
  const open = Math.max(
    0,
    fences.findIndex(({ data }) => data?.isActive),
  )
  const tabs = fences.map((fence, index) => {
    const { title, lang } = readFence(fence)
    const id = `code-group-${group}-${index + 1}`
    const checked = index === open ? ' checked' : ''
    return (
      `<input type="radio" class="code-group-input" name="code-group-${group}" id="${id}"${checked}>` +
      `<label for="${id}">${escapeHtml(title ?? snippetName(fence, context) ?? (lang === '' ? String(index + 1) : lang))}</label>`
    )
  })
  const blocks = fences.map(fence => codeBlockHtml(fence, context, { inGroup: true })).join('\n')
  return `<div class="code-group">${tabs.join('')}<div class="code-group-blocks">\n${blocks}\n</div></div>`
}

/** Name of the file that the code comes from, if that is not the one that the fence stands in. */
function snippetName(fence: Code, context: PageContext): string | undefined {
  const line = fence.position?.start.line ?? 1
  const outside = placeAt(context.source, line, 1).file
  const inside = placeAt(context.source, line + 1, 1).file
  return inside === outside ? undefined : inside.slice(inside.lastIndexOf('/') + 1)
}
