/** Raw HTML: its tags are marked; once it's parsed, what could run code is left out. */
import type { Element, ElementContent, Properties, Root as HtmlRoot, RootContent } from 'hast'
import type { Html, Nodes, Root } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import rehypeRaw from 'rehype-raw'
import type { VFile } from 'vfile'
import { element, scanAllTags, type Tag } from '../lib/html.ts'
import { matchesAny } from '../lib/files.ts'
import { nearest } from '../lib/text.ts'
import type { Place, Severity } from '../schema/finding.ts'
import { isSafeAddress, safeDecode } from '../shared/addresses.ts'
import { FRAME_SANDBOX, INERT_FILE } from '../shared/http.ts'
import { HTML_NAMES, isKnownName, SHOWN_NAMES, VOID, words } from './elements.ts'
import { INLINE_PARENTS, replaceNodes } from './tree.ts'
import { contextOf, type PageContext, type Problem } from './page-context.ts'
import { markTag, resolveAddress, tagOf, takeAddresses } from './remark/links.ts'

const COMMENTS = /^\s*(?:<!--(?:(?!-->)[^])*-->\s*)+$/

/** A page with no other HTML needs no HTML parser. */
export function remarkComments() {
  return (tree: Root) =>
    replaceNodes(tree, node => (node.type === 'html' && COMMENTS.test(node.value) ? [] : undefined))
}

export function htmlHandler(state: State, node: Html, parent: Nodes | undefined): ElementContent {
  const page = contextOf(state)
  const tags = scanAllTags(node.value)
  const comment = node.value.lastIndexOf('<!--')
  const isEscaped = page.options.html === 'escape'
  if (!isEscaped && comment > node.value.lastIndexOf('-->'))
    page.report(page.createPlacer(node)(comment), {
      rule: 'markdown/unclosed-comment',
      message: "This comment isn't closed, so the text after it isn't shown.",
      hint: 'Add `-->` where the comment ends.',
    })
  if (!isEscaped && !isLoneTag(node, tags, page)) return { type: 'raw', value: markedHtml(node, tags, page) }
  const text = { type: 'text' as const, value: node.value }
  return parent && INLINE_PARENTS.has(parent.type) ? text : element('p', {}, [text])
}

/** A block that is only an unknown tag, never closed, is a placeholder and stays text. */
function isLoneTag(node: Html, [tag, ...more]: readonly Tag[], page: PageContext): boolean {
  if (!tag || more.length > 0 || tag.closes || tag.isWhole || isKnown(tag.name, page)) return false
  if (node.value.trim().length !== tag.end - tag.start) return false
  const ends = page.source.body.matchAll(/<\/([a-z][a-z0-9-]*)/gi)
  page.endTags ??= new Set(Array.from(ends, ([, name = '']) => name.toLowerCase()))
  if (page.endTags.has(tag.name)) return false
  reportTag(tag, { place: page.createPlacer(node)(tag.start), shown: true, page })
  return true
}

/** End tags without a start become comments of the same length, `<Badge />` gets an end. */
function markedHtml(node: Html, tags: readonly Tag[], page: PageContext) {
  const { openElements: open } = page
  const { value: html } = node
  const toPlace = page.createPlacer(node)
  let written = ''
  let at = 0
  const insert = (text: string, start: number, end = start) => {
    written += html.slice(at, start) + text
    at = end
  }
  for (const tag of tags) {
    const { name, start, end, nameEnd, isWhole } = tag
    const place = toPlace(start)
    const known = isKnown(name, page)
    if (!known) reportTag(tag, { place, shown: false, page })
    const count = open.get(name) ?? 0
    if (!tag.closes) {
      if (!isWhole) open.set(name, count + 1)
      insert(markTag(tag, place, toPlace, page), nameEnd)
      if (isWhole && !VOID.test(name)) insert(`></${tag.written}>`, end - 2, end)
    } else if (count > 0) open.set(name, count - 1)
    else if (!VOID.test(name)) {
      const message = `\`</${name}>\` has no start tag and is removed.`
      const hint = 'Remove it, or add the missing start tag.'
      if (known) reportOnce(`/${name}`, place, { rule: 'markdown/stray-end-tag', message, hint }, page)
      insert('<!', start, start + 2)
    }
  }
  return written + html.slice(at)
}

function isKnown(name: string, { options }: PageContext) {
  return isKnownName(name) || options.elements.includes(name)
}

function reportOnce(name: string, place: Place, problem: Problem, page: PageContext) {
  const key = `${place.file}\0${name}`
  if (!page.reportedElements.has(key)) page.report(place, problem)
  page.reportedElements.add(key)
}

/** `shown`: as text. */
export function reportTag(tag: Tag, on: { place: Place; shown: boolean; page: PageContext }) {
  const { place, shown, page } = on
  const { written: name } = tag
  const seen = tag.isWhole ? "readers don't see it" : 'readers only see its content'
  const rest = shown ? "it's shown as text" : seen
  const say = (what: string, hint: string, severity: Severity = 'warning') => {
    const problem = { rule: 'markdown/unknown-component', message: `\`<${name}>\` ${what}.`, hint, severity }
    reportOnce(tag.name, place, problem, page)
  }
  // Both tags would have become a component.
  if (page.meaningOf(name))
    say(
      `has no ${tag.closes ? 'start' : 'end'} tag in its block; ${rest}`,
      `Write both tags in the same block, or \`<${name} />\`.`,
    )
  else if (shown) say(`isn't an element; ${rest}`, `Write it as inline code, or escape it: \`\\<${name}>\`.`)
  // HTML keeps such names for elements that scripts define.
  else if (/^[a-z][^A-Z]*-/.test(name) && name !== 'router-link')
    say(
      `is a custom element that needs a script; without one, ${rest}`,
      'Add it to `markdown.elements` if the site has such a script.',
      'info',
    )
  else {
    const elementName = (component: string) =>
      component.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
    const near = /^[A-Z]/.test(name)
      ? nearest(name, Array.from(page.components.keys(), elementName))
      : /^[a-z]{4}/.test(name) && nearest(name, HTML_NAMES)
    const hint = near ? `Did you mean \`<${near}>\`?` : 'Use Markdown or HTML instead.'
    const isRouterLink = /^router-?link$/i.test(name)
    say(`isn't a known element; ${rest}`, isRouterLink ? 'Write a Markdown link: `[text](./page.md)`.' : hint)
  }
}

export function rehypeRawHtml() {
  return (tree: HtmlRoot, file: VFile) => {
    const page = contextOf(file)
    // To the last block with raw HTML: an open element takes nothing apart after that.
    const start = tree.children.findIndex(hasHtml)
    if (start === -1) return
    const end = tree.children.findLastIndex(hasHtml) + 1
    const parsed = rehypeRaw()({ type: 'root', children: tree.children.slice(start, end) }, file) as HtmlRoot
    reportIgnored(parsed, page)
    tree.children.splice(start, end - start, ...cleanHtml(parsed, page))
  }
}

/** Tags that the parser made no element of, such as `<td>` in a `<div>`. */
function reportIgnored(root: HtmlRoot, page: PageContext) {
  const elements = new Set<unknown>()
  const note = (node: HtmlRoot | RootContent): void => {
    if (node.type === 'element') elements.add(tagOf(node, page))
    if (node.type === 'element' && node.content) note(node.content)
    if ('children' in node) node.children.forEach(note)
  }
  note(root)
  for (const tag of page.markedTags) {
    const message = `\`<${tag.name}>\` is removed from the page: it isn't allowed here.`
    if (!elements.has(tag)) page.report(tag.place, { rule: 'markdown/raw-html', message, hint: HINTS.place })
  }
}

function hasHtml(node: RootContent): boolean {
  return (node.type === 'raw' && node.value !== '') || ('children' in node && node.children.some(hasHtml))
}

/** What the policy would block, what runs or redirects, and what some browsers read as text. */
const DANGEROUS =
  words(`script style base meta link template applet bgsound fencedframe frame frameset noembed
  noframes noscript plaintext portal xmp`)

const FORBIDDEN = /^(?:on|style$|srcdoc$|nonce$|httpEquiv$|is$|shadowRoot)/i

const ADDRESSES =
  words(`action attributionSrc background cite classId code codeBase data dynsrc formAction imageSrcSet
  longDesc lowsrc manifest ping poster profile src srcSet xmlBase`)

/** Elements that only show what an address holds: data may be part of it. */
const SHOWS_DATA = /^(?:img|image|feImage|source|video|audio|track|input)$/

/** Ids of docsgen's elements, and variables of its scripts: an id is a variable, too. */
const OWN_IDS = /^(?:docsgen-.*|docsgenChunks|trustedTypes|dataLayer|_paq)$/s
/** Elements that a form has as properties by name. */
const FIELDS = /^(?:button|fieldset|img|input|object|output|select|textarea)$/
/** Properties of elements that scripts of a page use. */
const MEMBERS =
  /^(?:attributes|closest|contains|dataset|matches|parent(?:Element|Node)|(?:get|has)Attribute|querySelector(?:All)?)$/

/** Vue directives: docsgen doesn't evaluate text anyway. */
const NO_LOSS = words('v-pre v-once v-cloak')

const PROPERTIES = words(`id className lang dir title role tabIndex hidden translate
  href name rel target download hrefLang media type referrerPolicy
  src srcSet sizes alt width height loading decoding fetchPriority crossOrigin useMap isMap shape coords longDesc
  poster controls controlsList autoPlay muted loop preload playsInline kind srcLang label default
  allow allowFullScreen frameBorder scrolling sandbox data value
  cite dateTime open start reversed max min low high optimum htmlFor
  align vAlign hAlign border cellPadding cellSpacing colSpan rowSpan headers scope span abbr rules frame summary
  bgColor color face size noShade noWrap clear compact hSpace vSpace char charOff axis`)

const HINTS = {
  code: 'Move scripts and styles to files that you load with `head`, or to `templates/`.',
  address: 'Use a path on this site, or a URL that starts with `https:`, `mailto:` or `tel:`.',
  name: 'Choose another name: docsgen uses this one itself.',
  markup: "Attributes in SVG and MathML can't contain tags.",
  place: "Browsers don't allow this element here. Check its parent element.",
  frame: 'Link to it, use an image, or allow it in a sandbox with `security.embed`.',
  other: "To keep HTML that doesn't run code, set `markdown: { html: 'allow' }`.",
}
type Reason = keyof typeof HINTS

/** Browsers drop white space and control characters in schemes. */
function schemeOf(value: Properties[string]): 'script' | 'data' | undefined {
  // eslint-disable-next-line no-control-regex
  const bare = String(value ?? '').replace(/[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff]+/g, '')
  if (/^(?:java|vb|live)script:/i.test(bare)) return 'script'
  return /^(?:data|blob|filesystem):/i.test(bare) ? 'data' : undefined
}

/** Animations may write addresses. */
function isDangerous({ tagName, properties }: Element) {
  if (DANGEROUS.has(tagName)) return true
  if (!/^(?:set|animate(?:color|motion|transform)?)$/i.test(tagName)) return false
  const { attributeName, attributename, from, to, by, values } = properties
  if (/href|src|style|^\s*on/i.test(String(attributeName ?? attributename ?? ''))) return true
  return [from, to, by, ...String(values ?? '').split(';')].some(value => schemeOf(value) === 'script')
}

/** `<img name="querySelector">` would hide the document's own property. */
function isClobbering(name: string, value: Properties[string], tagName: string) {
  if (name !== 'id' && name !== 'name') return false
  const text = String(value)
  if (tagName === 'object' || (FIELDS.test(tagName) && MEMBERS.test(text))) return true
  return name === 'id' ? OWN_IDS.test(text) : /^(?:img|form|embed|iframe)$/.test(tagName)
}

/** `isDrawn`: in a drawing or a formula, whose properties only say what it looks like. */
function reasonToDrop(
  name: string,
  value: Properties[string],
  { tagName, isDrawn, isStrict }: { tagName: string; isDrawn: boolean; isStrict: boolean },
): Reason | undefined {
  const text = String(value ?? '')
  const isLink = /href$/i.test(name)
  if (FORBIDDEN.test(name)) return 'code'
  if (isClobbering(name, value, tagName)) return 'name'
  if (ADDRESSES.has(name) || isLink || (name === 'value' && tagName === 'param')) {
    const scheme = schemeOf(value)
    if (scheme === 'script' || (scheme === 'data' && !SHOWS_DATA.test(tagName))) return 'address'
  }
  // In the wrong place, a browser that reads the page again would see a tag.
  if (isDrawn && /<[a-z/!?]/i.test(text)) return 'markup'
  if (!isStrict) return undefined
  // An address without scheme takes that of the site.
  if (isLink && !/^\s*[\\/]{2}/.test(text) && !isSafeAddress(text)) return 'address'
  const isAllowed =
    tagName === 'input'
      ? /^(?:type|checked|disabled|className|ariaLabel)$/.test(name)
      : isDrawn || PROPERTIES.has(name) || /^(?:aria|data)[A-Z]/.test(name)
  return isAllowed ? undefined : 'other'
}

function cleanHtml(root: HtmlRoot, page: PageContext): RootContent[] {
  const { options, source } = page
  let place: Place = { file: source.file, line: 1, column: 1 }
  // The parser may make several elements of one tag.
  const reported = new Set<string>()
  return clean(root.children, false)

  function warn(message: string, hint: Reason) {
    const key = JSON.stringify([place, message])
    if (!reported.has(key)) page.report(place, { rule: 'markdown/raw-html', message, hint: HINTS[hint] })
    reported.add(key)
  }

  function clean<Content extends RootContent>(nodes: readonly Content[], isDrawn: boolean): Content[] {
    return nodes.flatMap(node => {
      if (node.type === 'comment' || node.type === 'doctype') return []
      return node.type === 'element' ? (cleanElement(node, isDrawn) as Content[]) : [node]
    })
  }

  function cleanElement(node: Element, isInside: boolean): ElementContent[] {
    const { tagName } = node
    const isDrawn = isInside || tagName === 'svg' || tagName === 'math'
    if (page.finalFormOf(node.properties)) {
      node.children = clean(node.children, isDrawn)
      return [node]
    }
    place = tagOf(node, page)?.place ?? place
    if (isDangerous(node)) {
      const hasContent = node.children.length > 0 || node.content?.children.length
      const content = hasContent ? ', including its content' : ''
      warn(`\`<${tagName}>\` is removed from the page${content}.`, 'code')
      return []
    }
    const isStrict = options.html === 'sanitize' && !options.elements.includes(tagName)
    // Of a task list.
    const isCheckbox = node.properties.type === 'checkbox' && node.properties.disabled === true
    if (isStrict && !(tagName === 'input' ? isCheckbox : SHOWN_NAMES.has(tagName))) {
      if (isKnownName(tagName.toLowerCase()))
        warn(`\`<${tagName}>\` is removed; its content is kept.`, 'other')
      return clean(node.children, isDrawn)
    }
    cleanProperties(node, isDrawn, isStrict)
    const embedding = judgeFrame(node)
    if (embedding === 'blocked') return tagName === 'iframe' ? [] : clean(node.children, isDrawn)
    const before = page.links.length
    takeAddresses(node, page)
    if (embedding === 'sandboxed') {
      for (const link of page.links.slice(before)) link.kind = 'frame'
      sandboxFrame(node)
    }
    const isMarkup = (child: ElementContent) => child.type !== 'text' || child.value.includes('<')
    if (node.tagName === 'iframe' && node.children.some(isMarkup))
      warn('The content of `<iframe>` is removed from the page.', 'place')
    // Browsers read the content of a frame as text and show none of it.
    node.children = node.tagName === 'iframe' ? [] : clean(node.children, isDrawn)
    return [node]
  }

  function cleanProperties({ tagName, properties }: Element, isDrawn: boolean, isStrict: boolean) {
    const dropped = new Map<Reason, string[]>()
    for (const [name, value] of Object.entries(properties)) {
      const isNoLoss = isStrict && NO_LOSS.has(name)
      const reason = isNoLoss ? undefined : reasonToDrop(name, value, { tagName, isDrawn, isStrict })
      if (isNoLoss || reason) Reflect.deleteProperty(properties, name)
      if (!reason) continue
      const written = name === 'httpEquiv' ? 'http-equiv' : name.replace(/^(xlink|xml)(?=[A-Z])/i, '$1:')
      dropped.set(reason, [...(dropped.get(reason) ?? []), `\`${written.toLowerCase()}\``])
    }
    for (const [reason, names] of dropped) {
      const verb = names.length > 1 ? 'are' : 'is'
      warn(`${names.join(', ')} ${verb} removed from \`<${tagName}>\`.`, reason)
    }
  }

  /** Documents of the site could reach the page's window: they need `security.embed`, and get a sandbox. */
  function judgeFrame({ tagName, properties }: Element): 'sandboxed' | 'blocked' | undefined {
    const kind = tagName === 'iframe' ? 'frame' : 'object'
    const value = tagName === 'object' ? properties.data : properties.src
    if (!/^(?:iframe|object|embed)$/.test(tagName) || typeof value !== 'string' || value === '')
      return undefined
    // Browsers drop line ends and tabs; a scheme without slashes leaves a relative address.
    const address = value.replace(/[\t\n\r]/g, '').trim()
    const relative = address.replace(/^https?:(?![\\/]{2})/i, '')
    const home = new URL(options.siteUrl ?? 'https://site.invalid')
    const url = URL.canParse(relative, home.href) ? new URL(relative, home) : home
    if (url.host !== home.host || INERT_FILE.test(safeDecode(url.pathname))) return undefined
    const local = URL.canParse(relative) || /^[\\/]{2}/.test(relative) ? url.pathname : relative
    const found = resolveAddress({ ...options, url: local, kind, file: place.file, page: source.file })
    if (found && matchesAny(found.target, options.embed)) return 'sandboxed'
    warn(`\`<${tagName}>\` can't embed \`${address}\`, which is a document on this site.`, 'frame')
    return 'blocked'
  }
}

/** `<object>` and `<embed>` can't be restricted, so they become frames. */
function sandboxFrame(node: Element) {
  const { data, src = data, sandbox, ...rest } = node.properties
  const wanted = sandbox === undefined ? FRAME_SANDBOX : String(sandbox)
  const allowed = FRAME_SANDBOX.split(' ').filter(token => wanted.includes(token))
  node.tagName = 'iframe'
  node.properties = { ...rest, src, sandbox: allowed }
}
