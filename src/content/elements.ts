import type { Components } from './components/built-in.ts'
import type { Component } from './components/component.ts'

export const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i

export const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Elements that pages may contain: no form controls that readers type into. */
const SHOWN_HTML = `a abbr acronym address area article aside audio b bdi bdo big blockquote br caption center cite code col
colgroup data dd del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i iframe
img ins kbd label li main map mark menu meter nav nobr object ol p param picture pre progress q rb rp rt rtc ruby s samp
search section small source span strike strong sub summary sup table tbody td tfoot th thead time tr track tt u ul var
video wbr`
const OTHER_HTML = `applet base basefont bgsound blink body button canvas datalist dialog dir embed fencedframe fieldset
form frame frameset head html image input isindex keygen legend link listing marquee math menuitem meta multicol nextid
noembed noframes noscript optgroup option output plaintext portal rbc script select selectedcontent slot spacer style svg
template textarea title xmp`

const SHOWN_SVG = `circle clipPath defs desc ellipse feBlend feColorMatrix feComponentTransfer feComposite
feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
filter foreignObject g line linearGradient marker mask metadata path pattern polygon polyline radialGradient rect stop
switch symbol text textPath tspan use view`
const OTHER_SVG = `animate animatemotion animatetransform discard feimage hatch hatchpath mesh meshgradient meshpatch
meshrow mpath set solidcolor tref`

const SHOWN_MATH = `maction menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot
mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics annotation`
const OTHER_MATH = `annotation-xml maligngroup malignmark mglyph mlabeledtr mlongdiv mscarries mscarry msgroup msline msrow
mstack`

export const SHOWN_NAMES = words(`${SHOWN_HTML} svg image title ${SHOWN_SVG} math ${SHOWN_MATH}`)
export const HTML_NAMES = words(`${SHOWN_HTML} ${OTHER_HTML}`)
/** SVG and MathML: they mean nothing outside a drawing or a formula. */
const FOREIGN_NAMES = words(`${SHOWN_SVG} ${OTHER_SVG} ${SHOWN_MATH} ${OTHER_MATH}`.toLowerCase())

const OPTIONAL_END =
  words(`body caption colgroup dd dt head html li optgroup option p rb rp rt rtc tbody td tfoot
  th thead tr`)
/** Elements that are hidden, hold no text, or mean nothing without attributes. */
const SILENT = words(`datalist dialog iframe noscript object select template textarea title
  area base col embed link meta param source track`)

export function isKnownName(name: string) {
  return HTML_NAMES.has(name) || FOREIGN_NAMES.has(name)
}

/** Bare and left open, it's rather a placeholder: `<path>`, `<source>`. */
export function isOddWhenBare(name: string) {
  return FOREIGN_NAMES.has(name) || SILENT.has(name)
}

export function needsEnd(name: string) {
  return !OPTIONAL_END.has(name) && !VOID.test(name)
}

/** Elements of other generators, by name without hyphens. */
export const FOREIGN_ELEMENTS = {
  clientonly: 'content',
  codeblock: 'code',
  codegroup: 'group',
  codegroupitem: 'code',
  outboundlink: 'nothing',
} as const

export type ElementMeaning = { component: Component } | { becomes: 'content' | 'code' | 'group' | 'nothing' }

export type ElementTable = (written: string) => ElementMeaning | undefined

/** `elements`: names in lower case that scripts of the site define. */
export function createElementTable(components: Components, elements: ReadonlySet<string>): ElementTable {
  const meanings = new Map<string, ElementMeaning>()
  for (const [name, becomes] of Object.entries(FOREIGN_ELEMENTS)) meanings.set(name, { becomes })
  for (const [name, component] of components) meanings.set(name.replaceAll('-', ''), { component })
  return written => {
    const lower = written.toLowerCase()
    // Nobody writes HTML elements in PascalCase.
    const isHtml = HTML_NAMES.has(lower) && !/^[A-Z].*[a-z]/.test(written)
    return isHtml || elements.has(lower) ? undefined : meanings.get(lower.replaceAll('-', ''))
  }
}

/** True if its tag is a line of its own, not the beginning of a paragraph. */
export function takesLine(meaning: ElementMeaning | undefined) {
  if (!meaning) return false
  if ('becomes' in meaning) return meaning.becomes !== 'nothing'
  return meaning.component.kinds.some(kind => kind !== 'inline')
}
