import type { Element } from 'hast'
import type { Code } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import type { Place } from '../../schema/finding.ts'
import { escapeHtml } from '../../shared/escape.ts'
import { element } from '../../lib/hast.ts'
import { contextOf, mark, type PageContext, placeAt, placeOf, uniqueLabel } from '../page-context.ts'
import { drawFence } from '../plugin-hooks.ts'
import { linesHtml } from './code-lines.ts'
import { type Fence, readFence } from './fence-info.ts'
import { reviewFence, reviewMarkers } from './review-code.ts'
import { readShownCode, type ShownCode } from './shown-code.ts'

/** Short names shown as the label of a block (B87); others are shown as written. */
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

/** From a fence or indented code to its final HTML (B83). */
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
export function codeBlockHtml(node: Code, context: PageContext, { inGroup }: { inGroup: boolean }): string {
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

/** X-CLASS-1: one class, of letters that need no escaping. */
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
function isSnippet({ position }: Code, { file }: Place, { source, offset }: PageContext): boolean {
  return position !== undefined && placeAt(source, offset + position.start.line + 1, 1).file !== file
}
