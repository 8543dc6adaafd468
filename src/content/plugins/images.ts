import type { Element, ElementContent, Properties } from 'hast'
import type { Image, ImageReference, Nodes } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import { linkPlaceholder } from '../../schema/page.ts'
import { element } from '../../lib/hast.ts'
import { contextOf, mark, placeOf } from '../page-context.ts'
import { noteLink } from './links.ts'

interface Picture {
  url: string
  title?: string | null | undefined
  alt: string
}

export function imageHandler(state: State, node: Image): ElementContent {
  return createImage(state, node, { url: node.url, title: node.title, alt: node.alt ?? '' })
}

export function imageReferenceHandler(state: State, node: ImageReference): ElementContent {
  const definition = state.definitionById.get(node.identifier.toUpperCase())
  if (!definition) return { type: 'text', value: node.alt ?? '' }
  return createImage(state, node, { url: definition.url, title: definition.title, alt: node.alt ?? '' })
}

/** An image with a placeholder for its address; the join adds width and height. Without alt text it is reported (A-IMG-1). */
function createImage(state: State, node: Nodes, { url, title, alt }: Picture): Element | ElementContent {
  const context = contextOf(state.options.file ?? undefined)
  if (alt.trim() === '') {
    context.findings.push({
      rule: 'markdown/image-alt',
      severity: 'warning',
      place: placeOf(context, node),
      message: `The image \`${url}\` has no text for readers who cannot see it.`,
      hint: 'Describe the image between the square brackets.',
    })
  }
  const index = noteLink({ context, url, kind: 'image', size: {}, place: placeOf(context, node) })
  if (index === undefined) return { type: 'text', value: alt }
  const properties: Properties = { src: linkPlaceholder(index), alt, loading: 'lazy', decoding: 'async' }
  if (title) properties.title = title
  return element('img', mark(context, { kind: 'properties', properties }))
}
