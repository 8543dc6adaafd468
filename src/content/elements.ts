/** Names of elements, in lower case: what browsers know, what they make of it where it is left open, and what is a component. */
import type { Components } from './components/built-in.ts'
import type { Component } from './components/component.ts'

/** Names of elements that have no content and no closing tag. */
export const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i

const HTML = `a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body
br button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed
fencedframe fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe
image img input ins isindex kbd keygen label legend li link listing main map mark marquee math menu menuitem meta meter
multicol nav nextid nobr noembed noframes noscript object ol optgroup option output p param picture plaintext portal pre
progress q rb rbc rp rt rtc ruby s samp script search section select selectedcontent slot small source spacer span strike
strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr
xmp`

const SVG = `animate animatemotion animatetransform circle clippath defs desc discard ellipse feblend fecolormatrix
fecomponenttransfer fecomposite feconvolvematrix fediffuselighting fedisplacementmap fedistantlight fedropshadow feflood
fefunca fefuncb fefuncg fefuncr fegaussianblur feimage femerge femergenode femorphology feoffset fepointlight
fespecularlighting fespotlight fetile feturbulence filter foreignobject g hatch hatchpath line lineargradient marker mask
mesh meshgradient meshpatch meshrow metadata mpath path pattern polygon polyline radialgradient rect set solidcolor stop
switch symbol text textpath tref tspan use view`

const MATHML = `annotation annotation-xml maction maligngroup malignmark menclose merror mfenced mfrac mglyph mi
mlabeledtr mlongdiv mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mscarries mscarry msgroup msline
mspace msqrt msrow mstack mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics none`

const words = (text: string) => new Set(text.split(/\s+/))

export const HTML_NAMES: ReadonlySet<string> = words(HTML)
/** Of SVG and MathML alone: outside of a drawing or a formula they mean nothing. */
const FOREIGN_NAMES = words(`${SVG} ${MATHML}`)

/** Elements whose end tag may be left out. */
const OPTIONAL_END = words(
  'body caption colgroup dd dt head html li optgroup option p rb rp rt rtc tbody td tfoot th thead tr',
)

/** Elements that hide their content, or take it for something else than text. */
const HIDING = words('datalist dialog iframe noscript object select template textarea title')
/** Elements without content that say nothing without attributes. */
const EMPTY = words('area base col embed link meta param source track')

/** True for a name of HTML, SVG or MathML. */
export function isKnownName(name: string): boolean {
  return HTML_NAMES.has(name) || FOREIGN_NAMES.has(name)
}

/** True for a known name that, bare and left open among text, is a placeholder rather than markup: `<path>`, `<source>`. */
export function isOddWhenBare(name: string): boolean {
  return FOREIGN_NAMES.has(name) || HIDING.has(name) || EMPTY.has(name)
}

/** True for an element that must be closed. */
export function needsEnd(name: string): boolean {
  return !OPTIONAL_END.has(name) && !VOID.test(name)
}

/** True for what HTML keeps for elements that scripts define: lower case, and a hyphen in it. */
export function isCustomName(name: string): boolean {
  return /^[a-z][^A-Z]*-/.test(name)
}

/** True for a name that VuePress took for a component whatever it was: HTML ends with its line, and what follows is Markdown. */
export function isVueName(name: string): boolean {
  return /^[A-Z]|^\w+-/.test(name)
}

/** Elements of other generators that are no components here, by name without hyphens. */
export const FOREIGN_ELEMENTS = {
  clientonly: 'content',
  codeblock: 'code',
  codegroup: 'group',
  codegroupitem: 'code',
  outboundlink: 'nothing',
} as const

/** What becomes of an element: a component of that name, or what other generators have it for. */
export type ElementMeaning = { component: Component } | { becomes: 'content' | 'code' | 'group' | 'nothing' }

/** Tells what an element means, given its name as written; undefined for one that is no component. */
export type ElementTable = (written: string) => ElementMeaning | undefined

/** The table for a registry. `elements`: names in lower case that scripts of the site define. */
export function createElementTable(components: Components, elements: ReadonlySet<string>): ElementTable {
  const meanings = new Map<string, ElementMeaning>()
  for (const [name, becomes] of Object.entries(FOREIGN_ELEMENTS)) meanings.set(name, { becomes })
  for (const [name, component] of components) meanings.set(name.replaceAll('-', ''), { component })
  return written => {
    const lower = written.toLowerCase()
    // HTML knows no capital letters, but nobody writes its own elements so.
    const isHtml = HTML_NAMES.has(lower) && !/^[A-Z].*[a-z]/.test(written)
    return isHtml || elements.has(lower) ? undefined : meanings.get(lower.replaceAll('-', ''))
  }
}

/** True for an element whose tag is a line of its own, not the beginning of a paragraph. */
export function takesLine(meaning: ElementMeaning | undefined): boolean {
  if (!meaning) return false
  if ('becomes' in meaning) return meaning.becomes !== 'nothing'
  return meaning.component.kinds.some(kind => kind !== 'inline')
}
