/** Code blocks with options and markers, groups of them, and code in a line. */
import type { Code, InlineCode } from 'mdast'
import { defaultHandlers, type State } from 'mdast-util-to-hast'
import { element } from '../../lib/html.ts'
import { nearest, plural } from '../../lib/text.ts'
import type { Place } from '../../schema/finding.ts'
import { escapeHtml, escapeText } from '../../shared/escape.ts'
import { words } from '../elements.ts'
import type { ContainerNode } from '../tree.ts'
import { contextOf, type PageContext, placeAt } from '../page-context.ts'
import { drawFence } from '../plugins.ts'
import { hasLanguage, highlight, PLAIN, withoutEscapes } from './highlight.ts'

declare module 'mdast' {
  interface InlineCodeData {
    language?: string
  }
  interface CodeData {
    isActive?: boolean
  }
}

const OPTIONS =
  words(`title file filename lang line-numbers no-line-numbers showLineNumbers startLineNumber start wrap
  fold collapse`)
const OTHER_TOOLS =
  words(`test doctest notest no-test ignore no_run should_panic compile_fail live noInline playground
  editable runnable eval exec twoslash v-pre no-v-pre`)
const QUOTED = /(?<=^|\s)([\w-]{1,40})=(?:"([^"]{0,200})"|'([^']{0,200})')/g
const NUMBERED = /(?:^|\s)showLineNumbers\{(\d{1,9})\}/

/** Reads an info string: `js{1,3-5} :line-numbers [title]`, `js title="a" showLineNumbers {start=5} wrap fold`. */
export function readFence({ lang: word, meta: rest, value }: Pick<Code, 'lang' | 'meta' | 'value'>) {
  // References are decoded, some to spaces: only the first word counts.
  const written = /^[^\s{[:]*/.exec(word ?? '')?.[0] ?? ''
  const meta = `${word ?? ''} ${rest ?? ''}`.slice(written.length).trim()
  const inDiff = /^diff$/i.test(written)
    ? /(?:^|\s)lang=["']?([\w#+.-]+)/.exec(meta)?.[1]
    : /^diff-(.+)/i.exec(written)?.[1]
  const quoted = new Map(
    [...meta.matchAll(QUOTED)].map(([, name, double, single]) => [name, double ?? single]),
  )
  const bare = meta.replace(QUOTED, '')
  return {
    /** As written; `js` for `diff-js`. */
    lang: inDiff ?? written,
    meta,
    /** Lines begin with `+` or `-`. */
    diff: inDiff !== undefined,
    ...highlightedLines(bare.replace(NUMBERED, ''), value),
    lineNumbers: lineNumbers(meta),
    title:
      quoted.get('title') ??
      quoted.get('filename') ??
      quoted.get('file') ??
      /\[([^\]]{1,120})\]/.exec(bare)?.[1] ??
      /(?:^|\s)(?:title|file(?:name)?)=(\S+)/.exec(bare)?.[1],
    wrap: /(?:^|\s)wrap(?:=true)?(?=\s|$)/.test(bare),
    folded: /(?:^|\s)(?:fold|collapse)(?=\s|$)/.test(bare),
  }
}

/** `beyond`: a line that doesn't exist. */
function highlightedLines(meta: string, code: string) {
  const highlighted = new Set<number>()
  const list = /\{([\d,\-\s]+)\}/.exec(meta)?.[1] ?? ''
  const count = code.split('\n').length
  let beyond: number | undefined
  for (const [, start, end = start] of list.matchAll(/(?<=^|,)\s*(\d+)(?:-(\d+))?\s*(?=,|$)/g)) {
    const first = Number(start)
    const last = Number(end)
    if (first < 1 || last > count) beyond ??= first < 1 ? first : last
    for (let line = first; line <= Math.min(last, count); line += 1) highlighted.add(line)
  }
  return { highlighted, beyond }
}

/** First line number; `false` for no numbers, undefined for the site's setting. */
function lineNumbers(meta: string): number | false | undefined {
  if (/(?:^|\s|:)no-line-numbers\b|(?:^|\s)showLineNumbers=false\b/.test(meta)) return false
  const start = /(?:^|[\s{])start(?:LineNumber)?=["']?(\d{1,9})/.exec(meta)?.[1] ?? NUMBERED.exec(meta)?.[1]
  const match = /:line-numbers\b(?:=(\d+))?|(?:^|\s)showLineNumbers\b/.exec(meta)
  return match || start ? Number(match?.[1] ?? start ?? 1) : undefined
}

type LineMark = 'added' | 'removed' | 'highlighted' | 'focused' | 'error' | 'warning'

const MARKS = new Map<string, LineMark>([
  ['++', 'added'],
  ['--', 'removed'],
  ['highlight', 'highlighted'],
  ['hl', 'highlighted'],
  ['focus', 'focused'],
  ['error', 'error'],
  ['warning', 'warning'],
])

const UNKNOWN = "isn't a known marker; it's shown as text"
const MARKER = /\[!code ((?:\\.|[^\]\\])+)\]/g
/** Escaped markers, shown as text: `[!!code ++]` in VitePress, `[\!code ++]` in Shiki. */
const ESCAPED = /\[(?:!|\\)!code(?= )/g
const MAX_LINE = 2000
const COMMENT =
  /(?:^|[^:])\/\/|\/\*|<!--|^\s*\*|(?:^|\s)(?:#|--|;|%|rem\b|::)|(?:^|\s)["']\s*$|\{#|<#|\(\*|\{-/i
/** Markers in the same comment, or in a comment each; NUL replaces a removed marker. */
const SEVERAL = /\0(?:\s*(?:\/\/|#|--|;)?\s*\0)+/g
const EMPTY = [
  String.raw`\{\s*\/\*+\s*\0\s*\*+\/\s*\}`,
  String.raw`\/\*+\s*\0\s*\*+\/`,
  String.raw`<!--+\s*\0\s*--+>`,
  String.raw`\(\*+\s*\0\s*\*+\)`,
  String.raw`\{-\s*\0\s*-\}|\{#\s*\0\s*#\}|<#\s*\0\s*#>`,
  String.raw`(?<!\/)\/\/+!?\s*\0\s*$`,
  String.raw`(?<=^|\s)(?:#+|--+|;+|%+|["']|\*|rem|::)\s*\0\s*$`,
].join('|')
const LEADING_COMMENT = new RegExp(`^(\\s*)(?:${EMPTY})\\s*`, 'i')
const COMMENT_AFTER_CODE = new RegExp(`\\s*(?:${EMPTY})`, 'gi')

type MarkedCode = ReturnType<typeof readMarkers>

/** Without markers and escape sequences of terminals. */
export function readableCode(value: string, lang: string) {
  const code = value.includes('!code ') ? readMarkers(value).code : value
  return lang.toLowerCase() === 'ansi' ? withoutEscapes(code) : code
}

/** A line of only a marker is left out; the marker counts from the next, as in VitePress. */
export function readMarkers(written: string) {
  const lines: string[] = []
  /** Numbers are 0-based: lines as shown, rows as written. */
  const read = {
    rows: [] as number[],
    marks: new Map<number, Set<LineMark>>(),
    words: [] as { word: string; first: number; last: number }[],
    problems: [] as { row: number; marker: string; problem: string }[],
  }
  // Markers may apply to lines below them.
  const effects: (() => void)[] = []
  for (const [row, line] of written.split('\n').entries()) {
    const isRead = line.includes('!code ') && line.length <= MAX_LINE
    const replace = (marker: string, content: string, index: number) =>
      COMMENT.test(line.slice(0, index)) ? readMarker(marker, content, row) : marker
    const marked = isRead ? line.replace(MARKER, replace) : line
    const text = marked.includes('\0') ? withoutComments(marked) : line
    if (text === '' && marked.includes('\0')) continue
    lines.push(text.replace(ESCAPED, '[!code'))
    read.rows.push(row)
  }
  for (const apply of effects) apply()
  return { ...read, code: lines.join('\n') }

  function readMarker(marker: string, content: string, row: number) {
    const [, escaped = '', name = '', digits] =
      /^(?:word:((?:\\.|[^:\\])+)|([^:]+))(?::(\d{1,9}))?$/i.exec(content) ?? []
    const mark = MARKS.get(name.toLowerCase())
    const word = escaped.replace(/\\(.)/g, '$1')
    const fail = (problem: string) => read.problems.push({ row, marker, problem })
    if (!mark && word === '') {
      fail(UNKNOWN)
      return marker
    }
    const first = lines.length
    effects.push(() => {
      const wanted = first + Number(digits ?? (mark ? 1 : lines.length))
      const end = Math.min(lines.length, wanted)
      const isFound = mark ? end > first : lines.slice(first, end).some(text => text.includes(word))
      if (!isFound) fail("doesn't match any code")
      else if (digits !== undefined && wanted > lines.length) fail('goes beyond the last line of the code')
      if (mark) for (let at = first; at < end; at += 1) addMark(read.marks, at, mark)
      else if (isFound) read.words.push({ word, first, last: end - 1 })
    })
    return '\0'
  }
}

function withoutComments(marked: string) {
  const bare = marked.replace(SEVERAL, '\0').replace(LEADING_COMMENT, '$1').replace(COMMENT_AFTER_CODE, '')
  return bare.replace(/\s*\0/g, '').trimEnd()
}

function addMark(marks: MarkedCode['marks'], line: number, mark: LineMark) {
  marks.set(line, (marks.get(line) ?? new Set()).add(mark))
}

function takeSigns(code: string, marks: MarkedCode['marks']) {
  const lines = code.split('\n')
  const hasColumn = lines.every(line => line === '' || /^[-+ ]/.test(line))
  return lines
    .map((line, index) => {
      const mark = line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : undefined
      if (mark) addMark(marks, index, mark)
      return hasColumn || mark ? line.slice(1) : line
    })
    .join('\n')
}

/** Bidirectional controls can make code read differently than it runs ("Trojan Source"). */
const BIDI = /[\u202a-\u202e\u2066-\u2069]/
const BRACED = /\{[^{}]{0,200}\}|\[[^[\]]{0,200}\]|=(?:"[^"]{0,200}"|'[^']{0,200}'|\S*)/g

/** Opening fence of code that ends only with the block around it; else undefined. */
export function unclosedFence(node: Code, page: PageContext) {
  const [first = '', ...others] = page.writtenLines(node)
  const [fence = ''] = /^(?:`{3,}|~{3,})/.exec(first.slice((node.position?.start.column ?? 1) - 1)) ?? []
  const last = others.at(-1)?.replace(/^[ \t>]+|[ \t]+$/g, '') ?? ''
  const isClosed = last.startsWith(fence) && last.replaceAll(fence.charAt(0), '') === ''
  return fence === '' || isClosed ? undefined : fence
}

type ReadCode = ReturnType<typeof readFence> & Pick<MarkedCode, 'problems'>

function review(node: Code, read: ReadCode, inGroup: boolean, page: PageContext) {
  const { meta, beyond, folded, problems } = read
  const { start, end } = node.position ?? { start: { line: 1 }, end: { line: 1 } }
  const count = node.value.split('\n').length
  const warn = (rule: string, message: string, hint?: string, place = page.placeOf(node)) =>
    page.report(place, { rule: `markdown/${rule}`, message, hint })
  const placeIn = (row: number, written: string) => page.placeInLine(start.line + row, written)
  if (BIDI.test(node.value))
    warn('bidi-in-code', 'This code contains invisible characters that change the direction of text.')
  if (beyond !== undefined) {
    const message = `The code has no line ${beyond} to highlight; it has ${plural(count, 'line')}.`
    warn('code-lines', message, undefined, placeIn(0, String(beyond)))
  }
  if (folded && inGroup)
    warn('code-option', "Code blocks in a code group can't be folded, so this one is shown in full.")
  for (const word of meta.replace(BRACED, ' ').split(/[\s:]+/)) {
    const isKnown = OPTIONS.has(word) || OTHER_TOOLS.has(word) || page.options.codeWords?.includes(word)
    if (isKnown || !/^[\p{L}\p{N}]/u.test(word)) continue
    const near = nearest(word, OPTIONS)
    const hint = near
      ? `Did you mean \`${near}\`?`
      : /[./]/.test(word)
        ? `Write \`[${word}]\` for a title.`
        : "Remove it, or add it to `markdown.codeWords` if it's meant for another tool."
    const message = `\`${word}\` isn't a code block option and has no effect.`
    warn('code-option', message, hint, placeIn(0, word))
  }
  // Indented code has no fence before it.
  const before = end.line - start.line >= count ? 1 : 0
  for (const { row, marker, problem } of problems) {
    const near = nearest(/^\[!code ([^\s:\]]+)/.exec(marker)?.[1] ?? '', [...MARKS.keys(), 'word'])
    const hint = near
      ? `Did you mean \`[!code ${near}]\`?`
      : 'Use `++`, `--`, `highlight`, `focus`, `error`, `warning` or `word:…`. To show a marker as text, start it with `[!!code`.'
    const used = problem === UNKNOWN ? hint : undefined
    warn('code-marker', `\`${marker}\` ${problem}.`, used, placeIn(row + before, marker))
  }
}

export function inlineCodeHandler(state: State, node: InlineCode) {
  const language = node.data?.language?.toLowerCase()
  if (language === undefined) return defaultHandlers.inlineCode(state, node)
  const page = contextOf(state)
  reviewLanguage(language, page.placeOf(node), page)
  const value = node.value.replaceAll('\n', ' ')
  const html = `<code>${highlight(value, language)}</code>`
  return element('code', page.mark({ kind: 'html', html }), [{ type: 'text', value }])
}

function reviewLanguage(name: string, place: Place, page: PageContext, written = name) {
  const message = `Unknown code language \`${written}\`; the code isn't highlighted.`
  if (!hasLanguage(name)) page.report(place, { rule: 'markdown/unknown-language', severity: 'info', message })
}

export function codeHandler(state: State, node: Code) {
  const page = contextOf(state)
  return element('pre', page.mark({ kind: 'html', html: blockHtml(node, page, false) }))
}

/** Tabs without JavaScript: the style sheet shows the block of the checked radio input. */
export function codeGroup(node: ContainerNode, page: PageContext) {
  const fences = node.children.filter(child => child.type === 'code')
  const other = node.children.find(child => child.type !== 'code')
  if (node.closed && (other ?? fences.length === 0))
    page.report(other ?? node, {
      rule: 'markdown/code-group',
      message: other
        ? 'A code group can only contain code blocks, so this is removed from the page.'
        : 'The code group is empty.',
      hint: other ? 'Move it before or after the group.' : 'Add code blocks to it.',
    })
  page.parts.add('code')
  const group = `code-group-${page.containers.filter(container => container.name === node.name).length}`
  const active = fences.find(({ data }) => data?.isActive) ?? fences[0]
  const tabs = fences.map((fence, index) => {
    const { title, lang } = readFence(fence)
    const file = snippetFile(fence, page)
    const label = title ?? file?.split('/').at(-1) ?? (lang || String(index + 1))
    const id = `${group}-${index + 1}`
    const checked = fence === active ? ' checked' : ''
    const input = `<input type="radio" class="code-group-input" name="${group}" id="${id}"${checked}>`
    return `${input}<label for="${id}">${escapeHtml(label)}</label>`
  })
  const blocks = fences.map(fence => blockHtml(fence, page, true)).join('\n')
  const html = `<div class="code-group">${tabs.join('')}<div class="code-group-blocks">\n${blocks}\n</div></div>`
  return element('div', page.mark({ kind: 'html', html }))
}

function snippetFile({ position }: Code, { source }: PageContext) {
  const line = position?.start.line ?? 1
  const { file } = placeAt(source, line + 1, 1)
  return file === placeAt(source, line, 1).file ? undefined : file
}

const LABELS = new Map([
  ['javascript', 'js'],
  ['typescript', 'ts'],
  ['markup', 'html'],
  ['markdown', 'md'],
  ['ruby', 'rb'],
  ['python', 'py'],
  ['bash', 'sh'],
  ['shell', 'sh'],
])
const TAGS: Record<string, string> = { added: 'ins', removed: 'del' }

/** Numbers and highlights are layers beside the code, so that only the code is copied. */
function blockHtml(node: Code, page: PageContext, inGroup: boolean) {
  const fence = readFence(node)
  const { lang, meta, highlighted, wrap, title } = fence
  const { code: written, rows, marks, words, problems } = readMarkers(node.value)
  const code = fence.diff ? takeSigns(written, marks) : written
  const language = lang.toLowerCase()
  const plain = language === 'ansi' ? withoutEscapes(code) : code
  const isMarked = fence.diff || wrap || words.length > 0 || marks.size > 0
  // `highlighted` counts lines as written, of which some may be gone.
  if (isMarked || plain !== node.value)
    for (const [line, row] of rows.entries())
      if (highlighted.has(row + 1)) addMark(marks, line, 'highlighted')
  const isByLine = isMarked || marks.size > 0
  const place = page.placeOf(node)
  const own = place.file === page.source.file
  const snippet = snippetFile(node, page) !== undefined && { snippet: true as const }
  page.codeBlocks.push({ lang, meta, code: plain, place, own, ...snippet })
  const open = unclosedFence(node, page)
  if (open !== undefined)
    page.report(place, {
      rule: 'markdown/unclosed-code',
      message: "This code block isn't closed and continues to the end of the surrounding block.",
      hint: `Write \`\` ${open} \`\` on its own line after the code.`,
    })
  const drawn = drawFence(node, fence, page)
  if (drawn !== undefined) return drawn
  review(node, { ...fence, problems }, inGroup, page)
  const name = language.replace(/[^a-z0-9_+#.-]/g, '') || 'text'
  reviewLanguage(name, place, page, lang)
  const label = PLAIN.has(language) ? '' : (LABELS.get(language) ?? language)
  const { labels, containerTitles } = page.locale
  const region = page.uniqueLabel(labels.code.replace('{lang}', () => label).trim())
  const first = fence.lineNumbers ?? (page.options.lineNumbers ? 1 : false)
  if (isByLine || first !== false || highlighted.size > 0) page.parts.add('code')
  const isFolded = fence.folded && !inGroup
  const hasFocus = [...marks.values()].some(each => each.has('focused'))
  const states = `${first === false ? '' : ' line-numbers-mode'}${wrap ? ' wrap' : ''}${hasFocus ? ' has-focus' : ''}`
  const data =
    (label === '' ? '' : ` data-lang="${escapeHtml(label)}"`) +
    (inGroup || isFolded || title === undefined ? '' : ` data-title="${escapeHtml(title)}"`)
  const colored = highlight(code, name)
  const texts = plain.split('\n')
  const { 'alert-caution': error, 'alert-warning': warning } = containerTitles
  const titles: Record<string, string | undefined> = { error, warning }
  const highlightRow = (line: number) =>
    highlighted.has(line) ? '<div class="highlighted">&nbsp;</div>' : '<br>'
  const layer = (className: string, row: (line: number) => string) =>
    `<div class="${className}" aria-hidden="true">${texts.map((_, index) => row(index + 1)).join('')}</div>`
  const html =
    `<div class="language-${name} code-block${states}"${data}>` +
    (isByLine || highlighted.size === 0 ? '' : layer('highlight-lines', highlightRow)) +
    `<pre class="language-${name}" tabindex="0" role="region" aria-label="${escapeHtml(region)}">` +
    `<code>${isByLine ? splitHtml(colored).map(lineHtml).join('') : `${colored}\n`}</code></pre>` +
    (wrap || first === false
      ? ''
      : layer('line-numbers-wrapper', line => `<span class="line-number">${first + line - 1}</span><br>`)) +
    `<button type="button" class="copy-code" aria-label="${escapeHtml(labels.copy)}" hidden></button></div>`
  if (!isFolded) return html
  return `<details class="custom-block details"><summary>${escapeHtml(title ?? region)}</summary>${html}</details>`

  function lineHtml(line: string, index: number) {
    const own = [...(marks.get(index) ?? [])]
    const tag = own.map(each => TAGS[each]).find(Boolean) ?? 'span'
    const found = words.filter(word => word.first <= index && index <= word.last).map(({ word }) => word)
    const inner = found.length === 0 ? line : markWords(line, texts[index] ?? '', found)
    const number = wrap && first !== false ? ` data-line="${first + index}"` : ''
    const text = own.map(each => titles[each]).find(Boolean)
    const data = number + (text === undefined ? '' : ` data-label="${escapeText(text)}"`)
    return `<${tag} class="${['code-line', ...own].join(' ')}"${data}>${inner}\n</${tag}>`
  }
}

const PART = /<[^<>]*>|[^<]+/g

/** By lines; open elements are closed and opened again. */
function splitHtml(html: string) {
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

function markWords(html: string, text: string, words: readonly string[]) {
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
