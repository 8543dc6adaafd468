/** Footnotes and link definitions: duplicates, and what nothing refers to. */
import type { Definition, FootnoteDefinition, Node } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import type { Place } from '../../schema/finding.ts'
import { contextOf, type PageContext } from '../page-context.ts'
import { isPageOf } from '../scan.ts'

/** Renders nothing: notes are rendered for their references. The first definition of a name counts. */
export function definitionHandler(state: State, node: Definition | FootnoteDefinition): undefined {
  const page = contextOf(state)
  const isNote = node.type === 'footnoteDefinition'
  const id = node.identifier.toUpperCase()
  const textOf = (each: Node) => page.writtenLines(each).join('\n')
  const first = (isNote ? state.footnoteById : state.definitionById).get(id)
  page.definitions = state.definitionById
  page.usedNotes = state.footnoteOrder
  if (isNote && first === node) page.notes.push(node)
  if (!first || first === node || textOf(first) === textOf(node)) return
  // `[//]: # (…)` is a comment.
  if (node.type === 'definition' && /^#?$/.test(node.url)) return
  const places = [first, node].map(page.placeOf)
  const [one, other] = places.map(({ file, line }) => `\`${file}:${line}\``)
  // A part that is included twice.
  if (one === other) return
  const isReported = ({ file }: Place) => file === page.source.file || !isPageOf(page.options, file)
  page.report(places.findLast(isReported) ?? { file: page.source.file, line: 1, column: 1 }, {
    rule: 'markdown/duplicate-definition',
    message: `${nameOf(node)} is defined twice, at ${one} and ${other}; only the first one is used.`,
    hint: "Rename one of them, here and where it's used.",
  })
}

/** Skips files of nothing but definitions, of which a page may need some. */
export function reportUnusedNotes(page: PageContext) {
  for (const note of page.notes) {
    if (page.usedNotes.includes(note.identifier.toUpperCase())) continue
    const place = page.placeOf(note)
    const isText = (node: Node) => !/definition$/i.test(node.type) && page.placeOf(node).file === place.file
    if (place.file !== page.source.file && !page.tree.children.some(isText)) continue
    page.report(place, {
      rule: 'markdown/footnote',
      message: `Nothing refers to the footnote ${nameOf(note)}, so it isn't shown.`,
      hint: `Add ${nameOf(note)} where it belongs, or remove the footnote.`,
    })
  }
}

function nameOf({ type, label, identifier }: Definition | FootnoteDefinition) {
  return `\`[${type === 'definition' ? '' : '^'}${label ?? identifier}]\``
}
