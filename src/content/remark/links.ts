import path from 'node:path/posix'
import type { Element, ElementContent, Properties } from 'hast'
import type { Image, ImageReference, Link as LinkNode, LinkReference, Root } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import { element, text } from '../../lib/html.ts'
import { type Link, type LinkKind, linkPlaceholder } from '../../schema/page.ts'
import {
  isOutside,
  isSafeAddress,
  MARKDOWN_FILE,
  pageAddress,
  SAFE_SCHEMES,
  safeDecode,
} from '../../shared/addresses.ts'
import { type Rewrites, rewritePath } from '../../lib/paths.ts'
import { slugify } from '../headings.ts'
import { contentPath } from '../scan.ts'
import { eachParent } from '../nodes.ts'
import { contextOf, mark, type PageContext, placeOf, report } from '../page-context.ts'

/** Address and title of a link or an image, given with it or defined elsewhere. */
function targetOf(state: State, node: LinkNode | LinkReference | Image | ImageReference) {
  return 'url' in node ? node : state.definitionById.get(node.identifier.toUpperCase())
}

/** A link with a placeholder for its address; only its text where the address is refused. */
export function linkHandler(state: State, node: LinkNode | LinkReference): Element | ElementContent[] {
  const target = targetOf(state, node)
  if (!target) return state.all(node)
  const page = contextOf(state)
  const index = noteLink({ page, url: target.url, kind: 'link', place: placeOf(page, node) })
  const children = state.all(node)
  if (index === undefined) return children
  const properties: Properties = {
    href: linkPlaceholder(index),
    ...(target.title && { title: target.title }),
  }
  // A web page of somebody else; `mailto:` and `tel:` open no window.
  if (/^(?:https?|ftp):/i.test(page.links[index]?.target ?? '')) {
    const span = (own: Properties, content: ElementContent[] = []) =>
      element('span', mark(page, { kind: 'properties', properties: own }), content)
    properties.target = '_blank'
    properties.rel = ['noopener', 'noreferrer']
    children.push(
      span({ className: ['external-mark'], ariaHidden: 'true' }),
      span({ className: ['visually-hidden'] }, [text(` ${page.locale.labels.external}`)]),
    )
  }
  return element('a', mark(page, { kind: 'properties', properties }), children)
}

type LinkInput = Pick<Link, 'url' | 'kind' | 'raw' | 'size' | 'place'> & { page: PageContext }

/** Adds an address to the page's links; undefined, with a finding, when it must not be rendered. */
export function noteLink({ page, ...given }: LinkInput): number | undefined {
  const { url, kind, place } = given
  const { source, options } = page
  const address = resolveAddress({ ...options, url, kind, file: place.file, page: source.file })
  if (!address) {
    const message = `The address \`${url}\` is not rendered: its scheme is not one of ${SAFE_SCHEMES.join(', ')}.`
    const hint = 'Write the full address, or a path that starts with `./` or `/`.'
    report(page, place, { rule: 'markdown/unsafe-link', severity: 'error', message, hint })
    return undefined
  }
  const { type, hash } = address
  // VitePress made the ids that links lead to as those of headings: `#Getting Started` leads to `getting-started`.
  const hasSlug = options.slugs === 'vitepress' && !given.raw && kind === 'link' && type !== 'external'
  const slugHash =
    hasSlug && hash !== '' ? `#${encodeURIComponent(slugify(safeDecode(hash.slice(1)), 'vitepress'))}` : hash
  return page.links.push({ ...given, ...address, ...(slugHash !== hash && { slugHash }) }) - 1
}

/** An image with a placeholder for its address; the join adds width and height. Without alt text it is reported. */
export function imageHandler(state: State, node: Image | ImageReference): ElementContent {
  const alt = node.alt ?? ''
  const target = targetOf(state, node)
  if (!target) return text(alt)
  const page = contextOf(state)
  const place = placeOf(page, node)
  const { url, title } = target
  if (alt.trim() === '')
    report(page, place, {
      rule: 'markdown/image-alt',
      message: `The image \`${url}\` has no text for readers who cannot see it.`,
      hint: 'Describe the image between the square brackets.',
    })
  const index = noteLink({ page, url, kind: 'image', size: {}, place })
  if (index === undefined) return text(alt)
  const src = linkPlaceholder(index)
  const properties = { src, alt, loading: 'lazy', decoding: 'async', ...(title && { title }) }
  return element('img', mark(page, { kind: 'properties', properties }))
}

const BRACES = /^\{([^{}\n]{1,200})\}/
const ATTRIBUTE = /(?<!\S)(?:target|rel|download)(?:=(?:"[^"]*"|[\w-]+))?(?!\S)/g

/** Takes `{target="_self" rel="…"}`, as VitePress reads it, out of the texts after links: where they open is not said here. */
export function remarkLinkAttributes() {
  return (tree: Root): void =>
    eachParent(tree, children =>
      children.forEach((node, index) => {
        const before = children[index - 1]?.type
        if (node.type !== 'text' || (before !== 'link' && before !== 'linkReference')) return
        const [whole = '', inside = ''] = BRACES.exec(node.value) ?? []
        if (inside.replace(ATTRIBUTE, '').trim() === '') node.value = node.value.slice(whole.length)
      }),
    )
}

/** What an address in Markdown leads to, seen from the file it stands in. Fields as in `Link`. */
export interface Address {
  type: 'page' | 'hash' | 'asset' | 'external'
  target: string
  query: string
  hash: string
}

export interface AddressInput {
  url: string
  kind: LinkKind
  /** Site-relative file that the address is written in, and the page that is rendered. */
  file: string
  page: string
  /** Site-relative folder of the content; `.` for the root. */
  contentDir: string
  rewrites?: Rewrites | undefined
}

/** Decides what an address is; undefined when it must not be rendered. */
export function resolveAddress(input: AddressInput): Address | undefined {
  if (!isSafeAddress(input.url)) return undefined
  if (isOutside(input.url))
    return { type: 'external', target: attributeUrl(input.url.trim()), query: '', hash: '' }
  const [, file = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#[^]*)?$/.exec(input.url.trim()) ?? []
  const parts = { query: attributeUrl(query), hash: attributeUrl(hash) }
  if (file === '') return { type: 'hash', target: parts.query + parts.hash, ...parts }
  const decoded = safeDecode(file).replaceAll('\\', '/')
  if (/^(?:image|media|object)$/.test(input.kind) || isAsset(decoded))
    return { type: 'asset', target: assetTarget(decoded, input), ...parts }
  return { type: 'page', target: pageTarget(decoded, input), ...parts }
}

/** An address that ends in an extension other than those of pages is a file to copy. */
function isAsset(file: string): boolean {
  const extension = /\.([a-z][a-z0-9]{0,9})$/i.exec(file)?.[1]?.toLowerCase()
  return extension !== undefined && !['html', 'htm'].includes(extension) && !MARKDOWN_FILE.test(file)
}

function assetTarget(file: string, input: AddressInput): string {
  if (file.startsWith('/')) return path.normalize(file)
  return path.join(path.dirname(input.file), file)
}

/** Absolute decoded address in the site; extra `..` stop at the content folder. */
function pageTarget(file: string, input: AddressInput): string {
  const { contentDir, rewrites } = input
  const base = contentPath(input.file, contentDir) ?? contentPath(input.page, contentDir) ?? ''
  return pageAddress(
    path.resolve('/', path.dirname(`/${rewritePath(base, rewrites)}`), file) +
      (/(?:^|\/)\.{0,2}$|\/$/.test(file) ? '/' : ''),
  )
}

/** Encodes what may not stand in a quoted attribute or an address; existing percent escapes are kept. */
function attributeUrl(url: string): string {
  return url.replace(/%(?![0-9a-f]{2})|[^\w!#$&'()*+,./:;=?@~%[\]-]/giu, character =>
    /[\ud800-\udfff]/.test(character) && character.length === 1 ? '%EF%BF%BD' : encodeURIComponent(character),
  )
}
