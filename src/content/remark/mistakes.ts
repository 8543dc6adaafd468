/** Reports text that was meant as a note, a link, a component, a container. */
import type { ElementContent } from 'hast'
import type { Nodes, Paragraph, Text } from 'mdast'
import { defaultHandlers, type State } from 'mdast-util-to-hast'
import { toString } from 'mdast-util-to-string'
import { escapePattern, nearest } from '../../lib/text.ts'
import type { Place } from '../../schema/finding.ts'
import { namesOf } from '../components/built-in.ts'
import { contextOf, type PageContext, report } from '../page-context.ts'
import { closesContainer, openingBlock } from './syntax.ts'

interface Mistake {
  sign: string
  pattern: RegExp
  /** The text to report starts with this, left of the match. */
  opening?: string
  describe(match: RegExpExecArray, page: PageContext, state: State): Parameters<typeof report>[2] | undefined
}

const MISTAKES: Mistake[] = [
  {
    sign: '[^',
    pattern: /\[\^([\p{L}\p{N}][\p{L}\p{N}_.:-]{0,60})\](?![\w*+?{([:])/gu,
    describe({ 0: written, 1: label = '', index, input }, _page, { footnoteById }) {
      // `[^a-z]` in a text may be a pattern.
      const isAttached = /[^\s([{/|"'`]/.test(input.charAt(index - 1))
      const isNote = /^\d+$/.test(label) || footnoteById.size > 0 || isAttached
      if (!isNote || /^(?:a-z|0-9)/i.test(label)) return
      return {
        rule: 'markdown/footnote',
        message: `There is no footnote \`${written}\`, so the reference is shown as text.`,
        hint: `Write \`${written}: …\` on its own line, or \`\\${written}\` for the text.`,
      }
    },
  },
  {
    sign: '](',
    pattern: /\]\(((?:[^()<>\n"]|\([^()<>\n"]*\)){1,500}?)(?: "[^"\n]{0,200}")?\)/g,
    opening: '[',
    describe({ 1: given = '' }) {
      const url = given.trim()
      const isAddress = /^(?:#|\.{0,2}\/|https?:\/\/)|\.[a-z]\w{0,9}(?:[?#]\S*)?$/i.test(url)
      if (!isAddress || !/[ \t]/.test(url)) return
      return {
        rule: 'markdown/link-spaces',
        message: `\`${url}\` contains a space, so this is shown as text, not as a link.`,
        hint: `Write \`(<${url}>)\`, or \`%20\` for each space.`,
      }
    },
  },
  {
    sign: ':',
    pattern: /(?<![\w:/]):([a-z][a-z0-9-]{2,31})(?=[[{])/g,
    describe({ 1: name = '' }, { components }) {
      const names = [...namesOf(components, 'inline')].filter(known => known[0] === name[0])
      const near = nearest(name, names)
      if (near === undefined || near === name) return
      const message = `\`:${name}\` isn't a component; it's shown as text.`
      return { rule: 'markdown/unknown-component', message, hint: `Did you mean \`:${near}\`?` }
    },
  },
  {
    // A start tag with an attribute that HTML doesn't have.
    sign: '<',
    pattern: /<[a-z][\w-]*\s(?:[^<>]*\s)?([@#][a-z][\w.:-]*)=["']/gi,
    describe: ({ 1: attribute = '' }) => ({
      rule: 'markdown/raw-html',
      message: `\`${attribute}\` is a Vue attribute, so the whole tag is shown as text.`,
      hint: 'Remove the attribute. For interactive parts, write a component in `templates/markdown/`.',
    }),
  },
]

export function textHandler(state: State, node: Text): ElementContent {
  const page = contextOf(state)
  for (const { sign, pattern, opening, describe } of MISTAKES) {
    if (!node.value.includes(sign)) continue
    const lines = page.writtenLines(node)
    let [row, from] = [0, 0]
    for (const match of node.value.matchAll(pattern)) {
      row += match.input.slice(from, match.index).split('\n').length - 1
      from = match.index
      const problem = describe(match, page, state)
      const at = problem && findWritten(match[0], lines, row, opening)
      if (at) page.report(page.placeAt((node.position?.start.line ?? 1) + at.row, at.column), problem)
    }
  }
  return defaultHandlers.text(state, node) as ElementContent
}

/** In a row or further down; undefined where it's escaped, or written in another way. */
function findWritten(written: string, lines: readonly string[], from: number, opening?: string) {
  const pattern = new RegExp(String.raw`(?<!\\)${escapePattern(written.replace(/\n.*/s, ''))}`)
  for (let row = from; row < lines.length; row += 1) {
    const line = lines[row] ?? ''
    const at = line.search(pattern)
    const start = opening === undefined ? at : Math.max(line.lastIndexOf(opening, at), 0)
    if (at !== -1 && line[start - 1] !== '\\') return { row, column: start + 1 }
  }
}

const DELIMITERS = /^\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?)?$/

/** Reports lines meant as a border of a container, a table or a module. */
export function paragraphHandler(state: State, node: Paragraph, parent?: Nodes) {
  const page = contextOf(state)
  const { line, column } = node.position?.start ?? { line: 1, column: 1 }
  const lines = page.writtenLines(node)
  for (const [row, written] of lines.entries()) {
    const start = row === 0 ? column - 1 : written.search(/[^ \t>]|$/)
    const text = written.slice(start).trimEnd()
    const isRow = DELIMITERS.test(text) && lines[row - 1]?.includes('|')
    if ((!isRow && !text.startsWith('::')) || !isInText(line + row, start + 1, node)) continue
    const place = page.placeAt(line + row, start + 1)
    const message =
      'The header row and the delimiter row have different numbers of cells, so the table is shown as text.'
    const hint = 'Give both rows the same number of cells.'
    if (isRow) page.report(place, { rule: 'markdown/table-cells', message, hint })
    else reviewColons(text, place, page)
  }
  if (parent?.type === 'root') reportModule(node, page)
  return defaultHandlers.paragraph(state, node)
}

/** False in code, a comment or an element that began on a line before. */
function isInText(line: number, column: number, { children }: Paragraph) {
  return children.some(({ type, position: { start, end } = { start: { line, column }, end: { line } } }) => {
    const isAfterStart = start.line < line || (start.line === line && start.column <= column)
    return type === 'text' && isAfterStart && line <= end.line
  })
}

const MODULE =
  /^(?:import\s+(?:(?:type\s+)?[\w$*{][^'"`]{0,1000}\sfrom\s*)?(?:'[^'\n]+'|"[^"\n]+")(?:\s+with\s*\{[^}]{0,200}\})?;?[ \t]*(?:\n|$)|export\s+(?:(?:const|let|var|type|interface|enum|class|(?:async\s+)?function\*?)\s+[\w${[]|default\s+(?:function|class|async|[\w$.]+\(|[({[])|\*\s+from\s+['"]|\{[^}]{0,1000}\}))/

function reportModule(node: Paragraph, page: PageContext) {
  const [first] = node.children
  const word = first?.type === 'text' ? /^(?:import|export|\{\/\*)/.exec(first.value)?.[0] : undefined
  if (word === '{/*') {
    const message = "`{/* … */}` is an MDX comment; in Markdown, it's shown as text."
    page.report(node, { rule: 'markdown/mdx', message, hint: 'Write `<!-- … -->`.' })
  } else if (word !== undefined && MODULE.test(toString(node))) {
    const message = `\`${word}\` is MDX syntax; Markdown files don't run code, so the line is shown as text.`
    const hint = "Remove it. Components in `templates/markdown/` don't need imports."
    page.report(node, { rule: 'markdown/mdx', message, hint })
  }
}

function reviewColons(text: string, place: Place, page: PageContext) {
  const { containerNames, components } = page
  const [, colons = '', name = ''] = /^(:{2,})[ \t]*([^\s:[{*_`<\\][^\s[{]*)/.exec(text) ?? []
  if (closesContainer(text, 3)) reportUnopened(text, place, page)
  else if (/^::[a-z][a-z0-9-]*[[{]/i.test(text) && openingBlock(text)) {
    const known = components.get(name)
    const near = nearest(name, namesOf(components, 'block'))
    const hint = known
      ? `Write \`${known.kinds.includes('inline') ? `:${name}[…]` : `:::${name}`}\`.`
      : near && `Did you mean \`::${near}\`?`
    const problem = known ? "can't be used as a block" : "isn't a component"
    const message = `\`::${name}\` ${problem}; it's shown as text.`
    page.report(place, { rule: 'markdown/unknown-component', message, hint })
  } else if (name !== '' && (colons.length > 2 || containerNames.has(name))) {
    page.pendingEnds += 1
    const near = nearest(name, containerNames)
    const hint = `${near ? `Did you mean \`${near}\`? ` : ''}You can define more names in \`markdown.containers\`.`
    page.report(place, {
      rule: 'markdown/unknown-container',
      message: `\`${colons} ${name}\` isn't a container; the lines are shown as text.`,
      hint: colons.length === 2 ? 'Write three colons.' : hint,
    })
  }
}

/** Skips colons that belong to a reported problem. */
export function reportUnopened(colons: string, place: Place, page: PageContext) {
  if (page.pendingEnds > 0) page.pendingEnds -= 1
  else
    page.report(place, {
      rule: 'markdown/unopened-container',
      message: `\`${colons}\` doesn't close a container; it's shown as text.`,
      hint: 'Remove it, or indent it like the line that opens the container.',
    })
}
