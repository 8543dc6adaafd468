import { dedent } from './blocks.ts'
import type { JsxElement } from './jsx-tree.ts'
import type { Converted, ElementContext } from './page.ts'
import type { JsxTag, JsxValue } from './scan-jsx.ts'

const RENAMED: Readonly<Record<string, string>> = { className: 'class', htmlFor: 'for', tabIndex: 'tabindex' }
/** What code may be around an address: `useBaseUrl('/a.png')`, `require('./a.png').default`. */
const ADDRESS_CALL = /^(?:useBaseUrl|require)\(\s*['"]([^'"]+)['"]\s*\)(?:\.default)?$/
/** Elements that hold blocks: Markdown in one of them is parsed in a paragraph of its own. */
const BLOCK =
  /^(?:article|aside|blockquote|center|dd|details|div|dl|dt|figcaption|figure|footer|header|li|main|nav|ol|section|table|tbody|td|tfoot|th|thead|tr|ul)$/

/** An element of HTML in JSX, as HTML around Markdown. */
export function htmlElement(element: JsxElement, context: ElementContext): Converted {
  const { tag, children } = element
  const open = openTag(tag, context)
  if (tag.isWhole) return { text: open }
  if (tag.name === 'style' || tag.name === 'script') {
    context.differs(`\`<${tag.name}>\` is left out`, context.lineAt(tag.start))
    return { text: '' }
  }
  const close = `</${tag.name}>`
  const inner = context.render(children)
  const isBlock = BLOCK.test(tag.name) && standsAlone(element, context.body)
  if (!isBlock || (!inner.includes('\n') && !/[`*_[\]]/.test(inner)))
    return { text: `${open}${inner}${close}` }
  return { block: `${open}\n\n${dedent(inner)}\n\n${close}` }
}

/** True for an element that begins its line. */
export function standsAlone({ start }: JsxElement, body: string): boolean {
  return body.slice(body.lastIndexOf('\n', start - 1) + 1, start).trim() === ''
}

/** The start tag with attributes that HTML has. */
export function openTag(tag: JsxTag, context: ElementContext): string {
  const kept = [...tag.attributes].flatMap(([name, value]) => attribute(name, value, tag, context) ?? [])
  return `<${[tag.name, ...kept].join(' ')}${tag.isWhole ? ' /' : ''}>`
}

function attribute(name: string, value: JsxValue, tag: JsxTag, context: ElementContext): string | undefined {
  const key = RENAMED[name] ?? name
  if (value === true) return key
  const text = typeof value === 'string' ? value : readCode(value.code, context)
  if (text !== undefined) return `${key}="${text.replaceAll('"', '&quot;')}"`
  if (name !== 'key')
    context.differs(`Attributes with code (\`${name}={…}\`) are left out`, context.lineAt(tag.start))
  return undefined
}

/** What an attribute's code comes to, where it is a number or an address. */
function readCode(code: string, { imports }: ElementContext): string | undefined {
  if (/^\d+(?:\.\d+)?$/.test(code)) return code
  const called = ADDRESS_CALL.exec(code)?.[1]
  if (called !== undefined) return called
  const imported = imports.get(code) ?? imports.get(code.replace(/\.src$/, ''))
  return imported !== undefined && /\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(imported) ? imported : undefined
}

/** The text of an attribute; undefined where it is code, or not there. */
export function textOf({ tag }: JsxElement, name: string, context?: ElementContext): string | undefined {
  const value = tag.attributes.get(name)
  if (typeof value === 'string') return value
  return typeof value === 'object' && context ? readCode(value.code, context) : undefined
}
