import type { Element, Properties } from 'hast'

/**
 * Elements that never reach a page. Scripts and styles, which the policy would block; what runs, redirects or changes the whole
 * document; and what browsers read as text where the HTML parser of the build, or another browser, reads elements: whatever
 * hides there would come to life.
 */
const ELEMENTS = new Set([
  'script',
  'style',
  'base',
  'meta',
  'link',
  'template',
  'applet',
  'bgsound',
  'fencedframe',
  'frame',
  'frameset',
  'noembed',
  'noframes',
  'noscript',
  'plaintext',
  'portal',
  'xmp',
])

/** Animations may write addresses. */
const ANIMATIONS = /^(?:set|animate(?:color|motion|transform)?)$/i

/** True for an element that is left out with all that is in it. */
export function isDangerousElement({ tagName, properties }: Element): boolean {
  if (ELEMENTS.has(tagName)) return true
  if (!ANIMATIONS.test(tagName)) return false
  const { attributeName, attributename, from, to, by, values } = properties
  const written = [from, to, by, ...String(values ?? '').split(';')]
  return (
    /href|src|style|^\s*on/i.test(String(attributeName ?? attributename ?? '')) ||
    written.some(value => isScriptAddress(value))
  )
}

/** Properties that no element has in a page. */
const PROPERTIES = /^(?:on|style$|srcdoc$|nonce$|httpEquiv$|is$|shadowRoot)/i

/** Properties that hold addresses, beside those that end with `href`. */
const ADDRESSES = new Set([
  'action',
  'attributionSrc',
  'background',
  'cite',
  'classId',
  'code',
  'codeBase',
  'data',
  'dynsrc',
  'formAction',
  'imageSrcSet',
  'longDesc',
  'lowsrc',
  'manifest',
  'ping',
  'poster',
  'profile',
  'src',
  'srcSet',
  'xmlBase',
])

/** Elements that only show what an address holds, so that it may be part of it. */
const SHOWS_DATA = /^(?:img|image|feImage|source|video|audio|track|input)$/

/** Why a property is left out: it runs code, leads to some, or stands in the way of what is the document's own. */
export type Danger = 'code' | 'address' | 'name'

export function dangerOf(name: string, value: Properties[string], node: Element): Danger | undefined {
  if (PROPERTIES.test(name)) return 'code'
  if (isClobbering(name, value, node.tagName)) return 'name'
  const isParameter = name === 'value' && node.tagName === 'param'
  if (!ADDRESSES.has(name) && !/href$/i.test(name) && !isParameter) return undefined
  const isHarmful = isScriptAddress(value) || (isData(value) && !SHOWS_DATA.test(node.tagName))
  return isHarmful ? 'address' : undefined
}

/** True for text that begins a tag: where it stands in the wrong place, a browser that reads the page anew sees one. */
export function looksLikeTag(value: Properties[string]): boolean {
  return /<[a-z/!?]/i.test(String(value ?? ''))
}

/** Ids that docsgen's own elements have, and variables that its scripts share with others: an id is a variable, too. */
const OWN_IDS = /^(?:docsgen-.*|docsgenChunks|trustedTypes|dataLayer|_paq)$/s
/** What a form answers for by name, and what the scripts of a page ask of elements. */
const FIELDS = /^(?:button|fieldset|img|input|object|output|select|textarea)$/
const MEMBERS =
  /^(?:attributes|closest|contains|dataset|matches|parent(?:Element|Node)|(?:get|has)Attribute|querySelector(?:All)?)$/

/** `<img name="querySelector">` would stand in the way of the document's own property (X-CLOB-1). */
function isClobbering(name: string, value: Properties[string], tagName: string): boolean {
  if (name !== 'id' && name !== 'name') return false
  const text = String(value)
  if (tagName === 'object' || (FIELDS.test(tagName) && MEMBERS.test(text))) return true
  return name === 'id' ? OWN_IDS.test(text) : /^(?:img|form|embed|iframe)$/.test(tagName)
}

/** An address that runs code; browsers drop white space and control characters in schemes. */
function isScriptAddress(value: Properties[string]): boolean {
  return /^(?:java|vb|live)script:/i.test(bareText(value))
}

function isData(value: Properties[string]): boolean {
  return /^(?:data|blob|filesystem):/i.test(bareText(value))
}

function bareText(value: Properties[string]): string {
  // eslint-disable-next-line no-control-regex
  return String(value ?? '').replace(/[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff]+/g, '')
}
