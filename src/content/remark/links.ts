import path from 'node:path/posix'
import type { Element, ElementContent, Properties } from 'hast'
import type { Image, ImageReference, Link as LinkNode, LinkReference, Root } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import { element, text } from '../../lib/html.ts'
import { type Link, linkPlaceholder, type ParseOptions } from '../../schema/page.ts'
import {
  isOutside,
  isSafeAddress,
  MARKDOWN_FILE,
  pageAddress,
  SAFE_SCHEMES,
  safeDecode,
} from '../../shared/addresses.ts'
import { rewritePath } from '../../lib/files.ts'
import { slugify } from '../headings.ts'
import { contentPath } from '../scan.ts'
import { eachParent } from '../tree.ts'
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

/** An address in Markdown, the site-relative file that it is written in, and that of the page that is rendered. */
type AddressInput = Pick<Link, 'url' | 'kind'> &
  Pick<ParseOptions, 'contentDir' | 'rewrites'> & { file: string; page: string }

/** Decides what an address leads to; undefined when it must not be rendered. */
export function resolveAddress(
  input: AddressInput,
): Pick<Link, 'type' | 'target' | 'query' | 'hash'> | undefined {
  const { contentDir, kind, page, rewrites } = input
  const url = input.url.trim()
  if (!isSafeAddress(input.url)) return undefined
  if (isOutside(input.url)) return { type: 'external', target: attributeUrl(url), query: '', hash: '' }
  const [, written = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#[^]*)?$/.exec(url) ?? []
  const parts = { query: attributeUrl(query), hash: attributeUrl(hash) }
  if (written === '') return { type: 'hash', target: parts.query + parts.hash, ...parts }
  const file = safeDecode(written).replaceAll('\\', '/')
  // What ends in an extension other than those of pages is a file to copy.
  const extension = /\.([a-z][a-z0-9]{0,9})$/i.exec(file)?.[1] ?? 'html'
  if (/^(?:image|media|object)$/.test(kind) || !(/^html?$/i.test(extension) || MARKDOWN_FILE.test(file))) {
    const target = file.startsWith('/') ? path.normalize(file) : path.join(path.dirname(input.file), file)
    return { type: 'asset', target, ...parts }
  }
  // Absolute decoded address in the site; extra `..` stop at the content folder.
  const base = contentPath(input.file, contentDir) ?? contentPath(page, contentDir) ?? ''
  const folder = path.dirname(`/${rewritePath(base, rewrites)}`)
  const end = /(?:^|\/)\.{0,2}$|\/$/.test(file) ? '/' : ''
  return { type: 'page', target: pageAddress(path.resolve('/', folder, file) + end), ...parts }
}

/** Encodes what may not stand in a quoted attribute or an address; existing percent escapes are kept. */
function attributeUrl(url: string): string {
  return url.replace(/%(?![0-9a-f]{2})|[^\w!#$&'()*+,./:;=?@~%[\]-]/giu, character =>
    /[\ud800-\udfff]/.test(character) && character.length === 1 ? '%EF%BF%BD' : encodeURIComponent(character),
  )
}
