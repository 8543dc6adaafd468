import type { Properties } from 'hast'
import { isSafeAddress } from '../../shared/addresses.ts'

/**
 * What documentation is made of: elements and attributes that stay when raw HTML is sanitised. Everything that shows, links
 * and plays; nothing that a reader types into.
 */
const words = (text: string): Set<string> => new Set(text.trim().split(/\s+/))

const ELEMENTS = words(`
  a abbr acronym address area article aside audio b bdi bdo big blockquote br caption center cite code col colgroup
  data dd del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i iframe img
  ins kbd label li main map mark menu meter nav nobr object ol p param picture pre progress q rb rp rt rtc ruby s samp
  search section small source span strike strong sub summary sup table tbody td tfoot th thead time tr track tt u ul
  var video wbr
`)

const MATH = words(`
  math maction menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms
  mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics annotation
`)

const SVG = words(`
  svg circle clipPath defs desc ellipse feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix
  feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
  feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile
  feTurbulence filter foreignObject g image line linearGradient marker mask metadata path pattern polygon polyline radialGradient
  rect stop switch symbol text textPath title tspan use view
`)

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

/** An element that may stay, of HTML, SVG or MathML. The checkbox of a task does, other fields do not. */
export function isAllowedElement(
  tagName: string,
  properties: { type?: unknown; disabled?: unknown },
): boolean {
  if (tagName === 'input') return properties.type === 'checkbox' && properties.disabled === true
  return ELEMENTS.has(tagName) || SVG.has(tagName) || MATH.has(tagName)
}

/** A property that may stay. `isDrawn`: of a drawing or a formula, whose many properties say only what they look like. */
export function isAllowedProperty(name: string, tagName: string, isDrawn: boolean): boolean {
  if (tagName === 'input') return /^(?:type|checked|disabled|className)$/.test(name)
  return isDrawn || PROPERTIES.has(name) || /^(?:aria|data)[A-Z]/.test(name)
}

/** An address that links of Markdown may have, too; one without scheme takes that of the site. */
export function isAllowedAddress(value: Properties[string]): boolean {
  const address = String(value)
  return /^\s*[\\/]{2}/.test(address) || isSafeAddress(address)
}
