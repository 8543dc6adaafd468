import type { Element, ElementContent, Properties } from 'hast'
import type { Image, ImageReference, Link as LinkNode, LinkReference, Nodes, Root } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import { eachParent } from '../nodes.ts'
import { contextOf, mark, type PageContext, placeOf } from '../page-context.ts'
import { type Address, resolveAddress } from '../resolve-address.ts'
import { slugify } from '../slugs.ts'
import { element } from '../../lib/html.ts'
import { type Link, linkPlaceholder, type Slugs } from '../../schema/page.ts'
import { safeDecode, SAFE_SCHEMES } from '../../shared/addresses.ts'

interface Target {
  url: string
  title?: string | null | undefined
}

export function linkHandler(state: State, node: LinkNode): Element | ElementContent[] {
  return createLink(state, node, node)
}

export function linkReferenceHandler(state: State, node: LinkReference): Element | ElementContent[] {
  const definition = state.definitionById.get(node.identifier.toUpperCase())
  return definition ? createLink(state, node, definition) : state.all(node)
}

/** A link with a placeholder for its address; only its text where the address is refused. */
function createLink(state: State, node: Nodes, target: Target): Element | ElementContent[] {
  const context = contextOf(state.options.file ?? undefined)
  const index = noteLink({ context, url: target.url, kind: 'link', place: placeOf(context, node) })
  const children = state.all(node)
  if (index === undefined) return children
  const properties: Properties = { href: linkPlaceholder(index) }
  if (target.title) properties.title = target.title
  if (opensWindow(context.links[index]?.target ?? '')) {
    properties.target = '_blank'
    properties.rel = ['noopener', 'noreferrer']
    children.push(...externalMark(context))
  }
  return element('a', mark(context, { kind: 'properties', properties }), children)
}

/** A web page of somebody else; `mailto:` and `tel:` open no window. */
function opensWindow(target: string): boolean {
  return /^(?:https?|ftp):/i.test(target)
}

function externalMark(context: PageContext): Element[] {
  const sign = { className: ['external-mark'], ariaHidden: 'true' }
  const label = { type: 'text' as const, value: ` ${context.locale.labels.external}` }
  return [
    element('span', mark(context, { kind: 'properties', properties: sign })),
    element('span', mark(context, { kind: 'properties', properties: { className: ['visually-hidden'] } }), [
      label,
    ]),
  ]
}

type LinkInput = Pick<Link, 'url' | 'kind' | 'raw' | 'size' | 'place'> & { context: PageContext }

/** Adds an address to the page's links; undefined, with a finding, when it must not be rendered. */
export function noteLink({ context, ...given }: LinkInput): number | undefined {
  const { url, kind, place } = given
  const { source, options } = context
  const address = resolveAddress({
    url,
    kind,
    file: place.file,
    page: source.file,
    contentDir: options.contentDir,
    rewrites: options.rewrites,
  })
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
  const slugHash = given.raw || kind !== 'link' ? undefined : slugHashOf(address, options.slugs)
  return context.links.push({ ...given, ...address, ...(slugHash ? { slugHash } : {}) }) - 1
}

/** VitePress made the ids that links lead to as those of headings: `#Getting Started` leads to `getting-started`. */
function slugHashOf({ type, hash }: Address, slugs: Slugs): string | undefined {
  if (slugs !== 'vitepress' || type === 'external' || hash === '') return undefined
  const slug = `#${encodeURIComponent(slugify(safeDecode(hash.slice(1)), slugs))}`
  return slug === hash ? undefined : slug
}

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

/** An image with a placeholder for its address; the join adds width and height. Without alt text it is reported. */
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
