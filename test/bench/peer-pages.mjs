import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Kinds of boxes that all peers know; others become a warning with their name as title. */
const KINDS = ['tip', 'warning', 'danger', 'info', 'note']

/**
 * Reads the pages of a VuePress 1 site for programs that know neither its includes nor its containers:
 * `{ file, locale, title, blocks }`, where a block is text or a box. Links between pages stay as they are.
 */
export function readPages(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.md') && !file.split('/').some(part => part.startsWith('.')))
    .toSorted()
  return files.map(file => {
    const text = expand(readFileSync(path.join(folder, file), 'utf8'), path.dirname(folder), 0)
    const body = text.replace(/\r\n/g, '\n').replace(/^---\n[^]*?\n---\n/, '')
    const heading = /^#+ +(.*?)(?: +#+)?$/m.exec(body)
    const title = (heading?.[1] ?? file).replace(/[`*\\]/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    // Many pages begin with a heading of the second level, which docsgen takes for the title.
    const blocks = splitBoxes(body.replace(/^#+ +/m, '# '))
    return { file, locale: /^(zh|ja|ru|fr|pt)\//.exec(file)?.[1] ?? 'en', title, blocks }
  })
}

function expand(text, root, depth) {
  return text.replace(/!!! *include\(([^)]+)\) *!!!/g, (_match, name) => {
    const file = path.join(root, name)
    return depth < 10 && existsSync(file) ? expand(readFileSync(file, 'utf8'), root, depth + 1) : ''
  })
}

/** Cuts a text at `:::` lines outside of fences: strings, and `{ kind, title, text }`. */
function splitBoxes(text) {
  /** @type {(string | { kind: string, title: string, text: string })[]} */
  const blocks = ['']
  let fence = false
  for (const line of text.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) fence = !fence
    const [, kind, title] = (!fence && /^\s*:::\s*(\S*)\s*(.*)$/.exec(line)) || []
    const last = blocks.at(-1)
    if (kind === undefined) {
      if (typeof last === 'string') blocks[blocks.length - 1] = `${last}${line}\n`
      else if (last) last.text += `${line}\n`
    } else if (kind && typeof last === 'string') {
      const known = KINDS.includes(kind.toLowerCase())
      blocks.push({
        kind: known ? kind.toLowerCase() : 'warning',
        title: known ? title : `${kind} ${title}`,
        text: '',
      })
    } else if (!kind && typeof last !== 'string') blocks.push('')
  }
  return blocks
}

/** Writes pages for a peer: `page(page)` gives the whole text, `name(file)` the file. */
export function writePages(folder, pages, { page, name }) {
  for (const each of pages) {
    const file = path.join(folder, name(each.file, each.locale))
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, page(each))
  }
}

/** Text of a page with boxes written by `box({ kind, title, text })`. */
export function pageBody({ blocks }, box) {
  return blocks.map(block => (typeof block === 'string' ? block : box(block))).join('\n')
}

/** A box as HTML, for programs without boxes. */
export function htmlBox({ kind, title, text }) {
  return `<div class="box ${kind}"><p>${title || kind.toUpperCase()}</p>\n\n${text}\n</div>\n`
}

/** What reads `{…}` and `<…>` as code gets them as text; code itself stays. */
export function escapeCode(text) {
  return text
    .split(/(^(?:```|~~~)[^]*?^(?:```|~~~)|`[^`\n]*`)/m)
    .map((part, index) =>
      index % 2
        ? part
        : part
            .replace(/[{}]/g, '\\$&')
            .replace(/<(?!\/?(?:div|p|a)\b)/g, '&lt;')
            .replace(/<!--[^]*?-->/g, ''),
    )
    .join('')
}

/** Drops the first heading, for programs that print the title themselves. */
export function withoutTitle(text) {
  return text.replace(/^#+ .*$/m, '')
}

/** A string for YAML. */
export function quoted(text) {
  return JSON.stringify(text)
}
