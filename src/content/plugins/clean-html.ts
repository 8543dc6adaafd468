import type { Element, ElementContent, Properties, Root, RootContent } from 'hast'
import type { Place } from '../../schema/finding.ts'
import type { Link, ParseOptions } from '../../schema/page.ts'
import { FRAME_SANDBOX, isInert } from '../../shared/own-documents.ts'
import { safeDecode } from '../../shared/addresses.ts'
import { finalOf, type PageContext } from '../page-context.ts'
import { matchesAny } from '../../lib/path-patterns.ts'
import { resolveAddress } from '../resolve-address.ts'
import { isAllowedAddress, isAllowedElement, isAllowedProperty } from './allowed-html.ts'
import { dangerOf, isDangerousElement, looksLikeTag } from './dangerous-html.ts'
import { isKnownName } from '../elements.ts'
import { meetTag, takeAddresses, unmetTags } from './raw-links.ts'

interface Cleaning {
  context: PageContext
  /** Of the element that was met last, for those that the parser put in. */
  place: Place
  /** What was said: of one tag the parser may make several elements. */
  reported: Set<string>
}

/**
 * Cleans parsed HTML in place: what could run code is left out and reported, wherever it is; addresses are noted. When it is to
 * be sanitised, only what documentation is made of stays; of other elements, their content.
 */
export function cleanHtml(root: Root, context: PageContext): void {
  const place = { file: context.source.file, line: 1, column: 1 }
  const cleaning = { context, place, reported: new Set<string>() }
  root.children = cleanChildren(root.children, cleaning, false) as RootContent[]
}

/** Reports the tags of a page that became no element once all its HTML is cleaned: nothing is left out in silence. */
export function reportUnmetTags(context: PageContext): void {
  for (const { name, place } of unmetTags(context)) {
    const message = `\`<${name}>\` is left out of the page: it may not stand here.`
    report(message, { context, place, reported: new Set() }, HINTS.place)
  }
}

/** `isDrawn`: in a drawing or a formula, where the same tags mean other things. */
function cleanChildren(
  children: readonly (RootContent | ElementContent)[],
  cleaning: Cleaning,
  isDrawn: boolean,
): (RootContent | ElementContent)[] {
  return children.flatMap(node => {
    if (node.type === 'comment' || node.type === 'doctype') return []
    return node.type === 'element' ? cleanElement(node, cleaning, isDrawn) : [node]
  })
}

function cleanElement(node: Element, cleaning: Cleaning, isInside: boolean): ElementContent[] {
  const { context } = cleaning
  const { tagName } = node
  const isDrawn = isInside || tagName === 'svg' || tagName === 'math'
  const children = (): ElementContent[] => cleanChildren(node.children, cleaning, isDrawn) as ElementContent[]
  // What docsgen made itself.
  if (finalOf(context, node.properties)) {
    node.children = children()
    return [node]
  }
  cleaning.place = meetTag(node, context) ?? cleaning.place
  if (isDangerousElement(node)) {
    const content = node.children.length > 0 || node.content?.children.length ? ', with what is in it' : ''
    report(`\`<${tagName}>\` is left out of the page${content}.`, cleaning, HINTS.code)
    meetAll({ type: 'root', children: [node] }, context)
    return []
  }
  if (!mayStay(node, context)) {
    // What no browser knows was reported where it is written.
    const isKnown = isKnownName(tagName.toLowerCase())
    if (isKnown) report(`\`<${tagName}>\` is left out of the page; its content stays.`, cleaning, HINTS.other)
    return children()
  }
  cleanProperties(node, cleaning, isDrawn)
  const embedding = judgeFrame(node, cleaning)
  if (embedding === 'blocked') return tagName === 'iframe' ? emptyFrame(node, cleaning) : children()
  const taken = context.links.length
  takeAddresses(node, context)
  if (embedding === 'sandboxed') sandboxFrame(node, context.links.slice(taken))
  node.children = node.tagName === 'iframe' ? emptyFrame(node, cleaning) : children()
  return [node]
}

/**
 * Decides whether an element may show what its address leads to. Documents of the site could reach the window of the page with their
 * scripts: they are shown only where `security.embed` names them, and in a sandbox.
 */
function judgeFrame(
  { tagName, properties }: Element,
  cleaning: Cleaning,
): 'sandboxed' | 'blocked' | undefined {
  const kind = tagName === 'iframe' ? 'frame' : 'object'
  const value = tagName === 'object' ? properties.data : properties.src
  if (!/^(?:iframe|object|embed)$/.test(tagName) || typeof value !== 'string' || value === '')
    return undefined
  const { source, options } = cleaning.context
  // As browsers read it: they drop line ends and tabs, and a scheme without slashes leaves a relative address.
  const address = value.replace(/[\t\n\r]/g, '').trim()
  const relative = address.replace(/^https?:(?![\\/]{2})/i, '')
  const home = new URL(options.siteUrl ?? 'https://site.invalid')
  const url = URL.canParse(relative, home.href) ? new URL(relative, home) : home
  if (url.host !== home.host || isInert(safeDecode(url.pathname))) return undefined
  const { file } = cleaning.place
  const local = URL.canParse(relative) || /^[\\/]{2}/.test(relative) ? url.pathname : relative
  const found = resolveAddress({ ...options, url: local, kind, file, page: source.file })
  if (found && matchesAny(found.target, options.embed)) return 'sandboxed'
  const message = `\`<${tagName}>\` doesn't show \`${address}\`: it is a document of this site.`
  report(message, cleaning, HINTS.frame)
  return 'blocked'
}

/** `<object>` and `<embed>` can't be restricted, so they become frames. */
function sandboxFrame(node: Element, links: Link[]): void {
  for (const link of links) link.kind = 'frame'
  const { data, src = data, sandbox, ...rest } = node.properties
  const wanted = sandbox === undefined ? FRAME_SANDBOX : String(sandbox)
  const tokens = FRAME_SANDBOX.split(' ').filter(token => wanted.includes(token))
  node.tagName = 'iframe'
  node.properties = { ...rest, src, sandbox: tokens }
}

/** When HTML is sanitised, what documentation is made of, and the elements of the site's own scripts. */
function mayStay({ tagName, properties }: Element, { options }: PageContext): boolean {
  return options.html !== 'sanitize' || isOwn(tagName, options) || isAllowedElement(tagName, properties)
}

function isOwn(tagName: string, { elements }: ParseOptions): boolean {
  return elements.includes(tagName)
}

/** Browsers take what is in a frame for text and show none of it. */
function emptyFrame(node: Element, cleaning: Cleaning): [] {
  meetAll(node, cleaning.context)
  const hasTags = node.children.some(child => child.type !== 'text' || child.value.includes('<'))
  if (hasTags) report('What is in `<iframe>` is left out of the page.', cleaning, HINTS.place)
  return []
}

/** What is left out with an element is no news. */
function meetAll(parent: Element | Root, context: PageContext): void {
  for (const node of parent.children) {
    if (node.type !== 'element') continue
    meetTag(node, context)
    meetAll(node, context)
    if (node.content) meetAll(node.content, context)
  }
}

/** Properties that are left out for the same reason are one finding of their tag. */
function cleanProperties(node: Element, cleaning: Cleaning, isDrawn: boolean): void {
  const { options } = cleaning.context
  const isStrict = options.html === 'sanitize' && !isOwn(node.tagName, options)
  const dropped = new Map<keyof typeof HINTS, string[]>()
  for (const [name, value] of Object.entries(node.properties)) {
    if (isStrict && NO_LOSS.has(name)) {
      Reflect.deleteProperty(node.properties, name)
      continue
    }
    const reason = reasonToDrop(name, value, { node, isDrawn, isStrict })
    if (!reason) continue
    const names = dropped.get(reason) ?? []
    dropped.set(reason, names)
    names.push(`\`${htmlName(name)}\``)
    Reflect.deleteProperty(node.properties, name)
  }
  for (const [reason, names] of dropped) {
    const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : ''
    const list = names.slice(0, MOST_NAMES).join(', ') + more
    const verb = names.length > 1 ? 'are' : 'is'
    report(`${list} of \`<${node.tagName}>\` ${verb} left out of the page.`, cleaning, HINTS[reason])
  }
}

/** What keeps Vue from reading a text: here nothing is evaluated, and its leaving is no loss. */
const NO_LOSS: ReadonlySet<string> = new Set(['v-pre', 'v-once', 'v-cloak'])

/** Of one tag in a finding. */
const MOST_NAMES = 5

interface Setting {
  node: Element
  isDrawn: boolean
  isStrict: boolean
}

function reasonToDrop(
  name: string,
  value: Properties[string],
  { node, isDrawn, isStrict }: Setting,
): keyof typeof HINTS | undefined {
  const danger = dangerOf(name, value, node)
  if (danger) return danger
  if (isDrawn && looksLikeTag(value)) return 'markup'
  if (!isStrict) return undefined
  if (/href$/i.test(name) && !isAllowedAddress(value)) return 'address'
  return isAllowedProperty(name, node.tagName, isDrawn) ? undefined : 'other'
}

/** A property as authors write it. */
function htmlName(property: string): string {
  const name = property === 'httpEquiv' ? 'http-equiv' : property.replace(/^(xlink|xml)(?=[A-Z])/i, '$1:')
  return name.toLowerCase()
}

/** What an author can do about what is left out. */
const HINTS = {
  code: 'Put scripts and styles into files that `head` of the configuration names, or into `templates/`.',
  address: 'Write an address of this site, or one with `https:`, `mailto:` or `tel:`.',
  name: 'Choose another name: the page itself needs this one.',
  markup: 'Attributes in a drawing or a formula cannot hold tags.',
  place: 'Browsers leave it out, too: look at what is around it.',
  frame: 'Link to it, use an image, or allow it in a sandbox with `security.embed`.',
  other: "`markdown: { html: 'allow' }` keeps what runs no code.",
}

function report(message: string, { context, place, reported }: Cleaning, hint: string): void {
  const key = JSON.stringify([place, message])
  if (reported.has(key)) return
  reported.add(key)
  context.findings.push({ rule: 'markdown/raw-html', severity: 'warning', place, message, hint })
}
