import type { Element } from 'hast'
import type { InlineCode, Root } from 'mdast'
import { defaultHandlers, type State } from 'mdast-util-to-hast'
import { eachParent } from '../nodes.ts'
import { contextOf, mark, placeOf } from '../page-context.ts'
import { element } from '../../lib/html.ts'

declare module 'mdast' {
  interface InlineCodeData {
    /** What `{lang=…}` behind it says. */
    language?: string
  }
}

const LANGUAGE = /^\{lang=(["']?)([\w#+.-]{1,40})\1\}/

/** Takes `{lang=ts}` out of the texts after code in a line, and notes it there. */
export function remarkInlineCode() {
  return (tree: Root): void =>
    eachParent(tree, children =>
      children.forEach((node, index) => {
        if (node.type !== 'text' || !node.value.startsWith('{lang=')) return
        const code = children[index - 1]
        const match = code?.type === 'inlineCode' ? LANGUAGE.exec(node.value) : null
        if (code?.type !== 'inlineCode' || !match) return
        code.data = { ...code.data, language: match[2] ?? '' }
        node.value = node.value.slice(match[0].length)
      }),
    )
}

/** Code in a line, with the colours of its language if it names one. */
export function inlineCodeHandler(state: State, node: InlineCode): Element {
  const language = node.data?.language?.toLowerCase()
  if (language === undefined) return defaultHandlers.inlineCode(state, node)
  const context = contextOf(state.options.file ?? undefined)
  if (!context.highlighter.isKnown(language)) {
    const message = `The language \`${language}\` is not known; the code is shown without colours.`
    const place = placeOf(context, node)
    context.findings.push({ rule: 'markdown/unknown-language', severity: 'info', place, message })
  }
  const value = node.value.replaceAll('\n', ' ')
  const html = `<code>${context.highlighter.highlight(value, language)}</code>`
  // Ids of headings are made from the text.
  return element('code', mark(context, { kind: 'html', html }), [{ type: 'text', value }])
}
