import type { Element, ElementContent, Properties, Root, RootContent } from 'hast'
import rehypeRaw from 'rehype-raw'
import type { VFile } from 'vfile'
import { scanAllTags } from '../../lib/html.ts'
import { matchesAny } from '../../lib/files.ts'
import type { Place } from '../../schema/finding.ts'
import type { Link } from '../../schema/page.ts'
import { isSafeAddress, safeDecode } from '../../shared/addresses.ts'
import { FRAME_SANDBOX, isInert } from '../../shared/http.ts'
import { isKnownName, SHOWN_NAMES, VOID, words } from '../elements.ts'
import { contextOf, finalFormOf, type PageContext, report } from '../page-context.ts'
import { resolveAddress } from '../remark/links.ts'
import { meetTag, takeAddresses } from './raw-addresses.ts'

const RULE = 'markdown/raw-html'

/** Parses the raw HTML of a page, a run of blocks at a time, cleans it, and makes it one tree with the other blocks. */
export function rehypeRawHtml() {
  return (tree: Root, file: VFile): void => {
    const page = contextOf(file)
    const children: RootContent[] = []
    let at = 0
    for (const { start, end } of findHtmlRuns(tree.children)) {
      const run: Root = { type: 'root', children: tree.children.slice(start, end) }
      const parsed = rehypeRaw()(run, file) as Root
      children.push(...tree.children.slice(at, start), ...cleanHtml(parsed, page))
      at = end
    }
    tree.children = [...children, ...tree.children.slice(at)]
    // Tags that became no element: nothing is left out in silence.
    for (const { name, place, isMet } of page.markedTags)
      if (!isMet)
        report(page, place, {
          rule: RULE,
          message: `\`<${name}>\` is left out of the page: it may not stand here.`,
          hint: HINTS.place,
        })
  }
}

/**
 * Runs of blocks, each from a block with raw HTML to the one in which all its elements are closed, or to the last with raw
 * HTML. Only these reach the HTML parser: whatever an author leaves open or nests wrongly changes no other block.
 */
function findHtmlRuns(blocks: readonly RootContent[]): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = []
  const open: string[] = []
  let start = -1
  let last = -1
  blocks.forEach((block, index) => {
    const html = rawText(block)
    if (html === '') return
    if (start === -1) start = index
    last = index
    for (const { name, closes, isWhole } of scanAllTags(html)) {
      if (isWhole || VOID.test(name)) continue
      if (closes) open.splice(Math.max(open.lastIndexOf(name), 0))
      else open.push(name)
    }
    if (open.length > 0) return
    runs.push({ start, end: index + 1 })
    start = -1
  })
  if (start !== -1) runs.push({ start, end: last + 1 })
  return runs
}

function rawText(node: RootContent): string {
  if (node.type === 'raw') return node.value
  return 'children' in node ? node.children.map(rawText).join('') : ''
}

/**
 * Elements that never reach a page. Scripts and styles, which the policy would block; what runs, redirects or changes the whole
 * document; and what browsers read as text where the HTML parser of the build, or another browser, reads elements: whatever
 * hides there would come to life.
 */
const DANGEROUS = words(`
  script style base meta link template applet bgsound fencedframe frame frameset noembed noframes noscript plaintext
  portal xmp
`)

const FORBIDDEN = /^(?:on|style$|srcdoc$|nonce$|httpEquiv$|is$|shadowRoot)/i

/** Properties that hold addresses, beside those that end with `href`. */
const ADDRESSES = words(`
  action attributionSrc background cite classId code codeBase data dynsrc formAction imageSrcSet longDesc lowsrc
  manifest ping poster profile src srcSet xmlBase
`)

/** Elements that only show what an address holds, so that it may be part of it. */
const SHOWS_DATA = /^(?:img|image|feImage|source|video|audio|track|input)$/

/** Ids that docsgen's own elements have, and variables that its scripts share with others: an id is a variable, too. */
const OWN_IDS = /^(?:docsgen-.*|docsgenChunks|trustedTypes|dataLayer|_paq)$/s
/** What a form answers for by name, and what the scripts of a page ask of elements. */
const FIELDS = /^(?:button|fieldset|img|input|object|output|select|textarea)$/
const MEMBERS =
  /^(?:attributes|closest|contains|dataset|matches|parent(?:Element|Node)|(?:get|has)Attribute|querySelector(?:All)?)$/

/** What keeps Vue from reading a text: here nothing is evaluated, and its leaving is no loss. */
const NO_LOSS = words('v-pre v-once v-cloak')

/** Properties as the tree names them, on any element. `aria-*` and `data-*` stay, too. */
const PROPERTIES = words(`
  id className lang dir title role tabIndex hidden translate
  href name rel target download hrefLang media type referrerPolicy
  src srcSet sizes alt width height loading decoding fetchPriority crossOrigin useMap isMap shape coords longDesc
  poster controls controlsList autoPlay muted loop preload playsInline kind srcLang label default
  allow allowFullScreen frameBorder scrolling sandbox data value
  cite dateTime open start reversed max min low high optimum htmlFor
  align vAlign hAlign border cellPadding cellSpacing colSpan rowSpan headers scope span abbr rules frame summary
  bgColor color face size noShade noWrap clear compact hSpace vSpace char charOff axis
`)

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

/** An address that runs code, or holds a document; browsers drop white space and control characters in schemes. */
function schemeOf(value: Properties[string]): 'script' | 'data' | undefined {
  // eslint-disable-next-line no-control-regex
  const bare = String(value ?? '').replace(/[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff]+/g, '')
  if (/^(?:java|vb|live)script:/i.test(bare)) return 'script'
  return /^(?:data|blob|filesystem):/i.test(bare) ? 'data' : undefined
}

/** True for an element that is left out with all that is in it. Animations may write addresses. */
function isDangerous({ tagName, properties }: Element): boolean {
  if (DANGEROUS.has(tagName)) return true
  if (!/^(?:set|animate(?:color|motion|transform)?)$/i.test(tagName)) return false
  const { attributeName, attributename, from, to, by, values } = properties
  const target = String(attributeName ?? attributename ?? '')
  const written = [from, to, by, ...String(values ?? '').split(';')]
  return /href|src|style|^\s*on/i.test(target) || written.some(value => schemeOf(value) === 'script')
}

/** `<img name="querySelector">` would stand in the way of the document's own property. */
function isClobbering(name: string, value: Properties[string], tagName: string): boolean {
  if (name !== 'id' && name !== 'name') return false
  const text = String(value)
  if (tagName === 'object' || (FIELDS.test(tagName) && MEMBERS.test(text))) return true
  return name === 'id' ? OWN_IDS.test(text) : /^(?:img|form|embed|iframe)$/.test(tagName)
}

/**
 * Cleans parsed HTML in place: what could run code is left out and reported, wherever it is; addresses are noted. When it is to
 * be sanitized, only what documentation is made of stays; of other elements, their content.
 */
function cleanHtml(root: Root, page: PageContext): RootContent[] {
  const { options, source } = page
  /** Of the element that was met last, for those that the parser put in. */
  let place: Place = { file: source.file, line: 1, column: 1 }
  /** What was reported: of one tag the parser may make several elements. */
  const reported = new Set<string>()
  return clean(root.children, false) as RootContent[]

  function warn(message: string, hint: keyof typeof HINTS): void {
    const key = JSON.stringify([place, message])
    if (!reported.has(key)) report(page, place, { rule: RULE, message, hint: HINTS[hint] })
    reported.add(key)
  }

  /** `isDrawn`: in a drawing or a formula, where the same tags mean other things. */
  function clean(
    children: readonly (RootContent | ElementContent)[],
    isDrawn: boolean,
  ): (RootContent | ElementContent)[] {
    return children.flatMap((node): (RootContent | ElementContent)[] => {
      if (node.type === 'comment' || node.type === 'doctype') return []
      return node.type === 'element' ? cleanElement(node, isDrawn) : [node]
    })
  }

  function cleanElement(node: Element, isInside: boolean): ElementContent[] {
    const { tagName } = node
    const isDrawn = isInside || tagName === 'svg' || tagName === 'math'
    const children = (): ElementContent[] => clean(node.children, isDrawn) as ElementContent[]
    if (finalFormOf(page, node.properties)) {
      node.children = children()
      return [node]
    }
    place = meetTag(node, page) ?? place
    if (isDangerous(node)) {
      const content = node.children.length > 0 || node.content?.children.length ? ', with what is in it' : ''
      warn(`\`<${tagName}>\` is left out of the page${content}.`, 'code')
      meetAll(node)
      return []
    }
    const isOwn = options.elements.includes(tagName)
    const isStrict = options.html === 'sanitize' && !isOwn
    if (isStrict && !isAllowedElement(node)) {
      // What no browser knows was reported where it is written.
      if (isKnownName(tagName.toLowerCase()))
        warn(`\`<${tagName}>\` is left out of the page; its content stays.`, 'other')
      return children()
    }
    cleanProperties(node, isDrawn, isStrict)
    const embedding = judgeFrame(node)
    if (embedding === 'blocked' && tagName !== 'iframe') return children()
    if (embedding === 'blocked') return emptyFrame(node)
    const before = page.links.length
    takeAddresses(node, page)
    if (embedding === 'sandboxed') sandboxFrame(node, page.links.slice(before))
    node.children = node.tagName === 'iframe' ? emptyFrame(node) : children()
    return [node]
  }

  /** Properties that are left out for the same reason are one finding of their tag. */
  function cleanProperties(node: Element, isDrawn: boolean, isStrict: boolean): void {
    const dropped = new Map<keyof typeof HINTS, string[]>()
    for (const [name, value] of Object.entries(node.properties)) {
      const isNoLoss = isStrict && NO_LOSS.has(name)
      const reason = isNoLoss ? undefined : reasonToDrop(name, value, { node, isDrawn, isStrict })
      if (!isNoLoss && !reason) continue
      Reflect.deleteProperty(node.properties, name)
      if (!reason) continue
      const written = name === 'httpEquiv' ? 'http-equiv' : name.replace(/^(xlink|xml)(?=[A-Z])/i, '$1:')
      dropped.set(reason, [...(dropped.get(reason) ?? []), `\`${written.toLowerCase()}\``])
    }
    for (const [reason, names] of dropped) {
      const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : ''
      const list = names.slice(0, MOST_NAMES).join(', ') + more
      const verb = names.length > 1 ? 'are' : 'is'
      warn(`${list} of \`<${node.tagName}>\` ${verb} left out of the page.`, reason)
    }
  }

  /**
   * Decides whether an element may show what its address leads to. Documents of the site could reach the window of the page with
   * their scripts: they are shown only where `security.embed` names them, and in a sandbox.
   */
  function judgeFrame({ tagName, properties }: Element): 'sandboxed' | 'blocked' | undefined {
    const kind = tagName === 'iframe' ? 'frame' : 'object'
    const value = tagName === 'object' ? properties.data : properties.src
    if (!/^(?:iframe|object|embed)$/.test(tagName) || typeof value !== 'string' || value === '')
      return undefined
    // As browsers read it: they drop line ends and tabs, and a scheme without slashes leaves a relative address.
    const address = value.replace(/[\t\n\r]/g, '').trim()
    const relative = address.replace(/^https?:(?![\\/]{2})/i, '')
    const home = new URL(options.siteUrl ?? 'https://site.invalid')
    const url = URL.canParse(relative, home.href) ? new URL(relative, home) : home
    if (url.host !== home.host || isInert(safeDecode(url.pathname))) return undefined
    const local = URL.canParse(relative) || /^[\\/]{2}/.test(relative) ? url.pathname : relative
    const found = resolveAddress({ ...options, url: local, kind, file: place.file, page: source.file })
    if (found && matchesAny(found.target, options.embed)) return 'sandboxed'
    warn(`\`<${tagName}>\` doesn't show \`${address}\`: it is a document of this site.`, 'frame')
    return 'blocked'
  }

  /** Browsers take what is in a frame for text and show none of it. */
  function emptyFrame(node: Element): [] {
    for (const child of node.children) if (child.type === 'element') meetAll(child)
    if (node.children.some(child => child.type !== 'text' || child.value.includes('<')))
      warn('What is in `<iframe>` is left out of the page.', 'place')
    return []
  }

  function meetAll(node: Element): void {
    meetTag(node, page)
    for (const child of [...node.children, ...(node.content?.children ?? [])])
      if (child.type === 'element') meetAll(child)
  }
}

const MOST_NAMES = 5

/** An element that may stay, of HTML, SVG or MathML. The checkbox of a task does, other fields do not. */
function isAllowedElement({ tagName, properties }: Element): boolean {
  if (tagName === 'input') return properties.type === 'checkbox' && properties.disabled === true
  return SHOWN_NAMES.has(tagName)
}

/** Why a property is left out. `isDrawn`: of a drawing or a formula, whose many properties say only what they look like. */
function reasonToDrop(
  name: string,
  value: Properties[string],
  { node, isDrawn, isStrict }: { node: Element; isDrawn: boolean; isStrict: boolean },
): keyof typeof HINTS | undefined {
  const { tagName } = node
  if (FORBIDDEN.test(name)) return 'code'
  if (isClobbering(name, value, tagName)) return 'name'
  if (ADDRESSES.has(name) || /href$/i.test(name) || (name === 'value' && tagName === 'param')) {
    const scheme = schemeOf(value)
    if (scheme === 'script' || (scheme === 'data' && !SHOWS_DATA.test(tagName))) return 'address'
  }
  // Text that begins a tag: where it is in the wrong place, a browser that reads the page again sees one.
  if (isDrawn && /<[a-z/!?]/i.test(String(value ?? ''))) return 'markup'
  if (!isStrict) return undefined
  // An address without scheme takes that of the site.
  if (/href$/i.test(name) && !/^\s*[\\/]{2}/.test(String(value)) && !isSafeAddress(String(value)))
    return 'address'
  const isAllowed =
    tagName === 'input'
      ? /^(?:type|checked|disabled|className)$/.test(name)
      : isDrawn || PROPERTIES.has(name) || /^(?:aria|data)[A-Z]/.test(name)
  return isAllowed ? undefined : 'other'
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
