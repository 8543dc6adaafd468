import type { Element, ElementContent, Properties } from 'hast'
import type { Image, ImageReference, Link as LinkNode, LinkReference, Nodes, Root } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import { eachParent } from '../nodes.ts'
import { contextOf, mark, type PageContext, placeOf } from '../page-context.ts'
import { resolveAddress } from '../resolve-address.ts'
import { slugify } from '../slugs.ts'
import { element, text } from '../../lib/html.ts'
import { type Link, linkPlaceholder } from '../../schema/page.ts'
import { safeDecode, SAFE_SCHEMES } from '../../shared/addresses.ts'

export function linkHandler(state: State, node: LinkNode): Element | ElementContent[] {
  return createLink(state, node, node)
}

export function linkReferenceHandler(state: State, node: LinkReference): Element | ElementContent[] {
  const definition = state.definitionById.get(node.identifier.toUpperCase())
  return definition ? createLink(state, node, definition) : state.all(node)
}

/** A link with a placeholder for its address; only its text where the address is refused. */
function createLink(
  state: State,
  node: Nodes,
  { url, title }: Pick<LinkNode, 'url' | 'title'>,
): Element | ElementContent[] {
  const context = contextOf(state.options.file ?? undefined)
  const index = noteLink({ context, url, kind: 'link', place: placeOf(context, node) })
  const children = state.all(node)
  if (index === undefined) return children
  const properties: Properties = { href: linkPlaceholder(index) }
  if (title) properties.title = title
  // A web page of somebody else; `mailto:` and `tel:` open no window.
  if (/^(?:https?|ftp):/i.test(context.links[index]?.target ?? '')) {
    const span = (own: Properties, content: ElementContent[] = []) =>
      element('span', mark(context, { kind: 'properties', properties: own }), content)
    properties.target = '_blank'
    properties.rel = ['noopener', 'noreferrer']
    children.push(
      span({ className: ['external-mark'], ariaHidden: 'true' }),
      span({ className: ['visually-hidden'] }, [text(` ${context.locale.labels.external}`)]),
    )
  }
  return element('a', mark(context, { kind: 'properties', properties }), children)
}

type LinkInput = Pick<Link, 'url' | 'kind' | 'raw' | 'size' | 'place'> & { context: PageContext }

/** Adds an address to the page's links; undefined, with a finding, when it must not be rendered. */
export function noteLink({ context, ...given }: LinkInput): number | undefined {
  const { url, kind, place } = given
  const { source, options } = context
  const address = resolveAddress({ ...options, url, kind, file: place.file, page: source.file })
  if (!address) {
    context.findings.push({
      rule: 'markdown/unsafe-link',
      severity: 'error',
      place,
      message: `The address \`${url}\` is not rendered: its scheme is not one of ${SAFE_SCHEMES.join(', ')}.`,
      hint: 'Write the full address, or a path that starts with `./` or `/`.',
    })
    return undefined
  }
  const { type, hash } = address
  // VitePress made the ids that links lead to as those of headings: `#Getting Started` leads to `getting-started`.
  const hasSlug = options.slugs === 'vitepress' && !given.raw && kind === 'link' && type !== 'external'
  const slugHash =
    hasSlug && hash !== '' ? `#${encodeURIComponent(slugify(safeDecode(hash.slice(1)), 'vitepress'))}` : hash
  return context.links.push({ ...given, ...address, ...(slugHash === hash ? {} : { slugHash }) }) - 1
}

export function imageHandler(state: State, node: Image): ElementContent {
  return createImage(state, node, node)
}

export function imageReferenceHandler(state: State, node: ImageReference): ElementContent {
  const definition = state.definitionById.get(node.identifier.toUpperCase())
  return definition ? createImage(state, node, definition) : text(node.alt ?? '')
}

/** An image with a placeholder for its address; the join adds width and height. Without alt text it is reported. */
function createImage(
  state: State,
  node: Image | ImageReference,
  { url, title }: Pick<Image, 'url' | 'title'>,
): ElementContent {
  const context = contextOf(state.options.file ?? undefined)
  const alt = node.alt ?? ''
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
  if (index === undefined) return text(alt)
  const properties: Properties = { src: linkPlaceholder(index), alt, loading: 'lazy', decoding: 'async' }
  if (title) properties.title = title
  return element('img', mark(context, { kind: 'properties', properties }))
}

const BRACES = /^\{([^{}\n]{1,200})\}/
const ATTRIBUTE = /(?<!\S)(?:target|rel|download)(?:=(?:"[^"]*"|[\w-]+))?(?!\S)/g

/** Takes `{target="_self" rel="…"}`, as VitePress reads it, out of the texts after links: where they open is not said here. */
export function remarkLinkAttributes() {
  return (tree: Root): void =>
    eachParent(tree, children =>
      children.forEach((node, index) => {
        if (node.type !== 'text' || !node.value.startsWith('{')) return
        const before = children[index - 1]?.type
        const [whole = '', inside = ''] = BRACES.exec(node.value) ?? []
        const isTaken = before === 'link' || before === 'linkReference'
        if (isTaken && whole !== '' && inside.replace(ATTRIBUTE, '').trim() === '')
          node.value = node.value.slice(whole.length)
      }),
    )
}
