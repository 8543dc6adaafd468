import {
  attributes,
  container,
  dedent,
  fence,
  textOf,
  type ConvertElement,
  type ElementContext,
} from './convert.ts'
import type { JsxElement } from './jsx.ts'

/** Tabs, whose items are `TabItem`. `sync` names the attribute by which tabs follow each other. */
export function tabs(sync: string): ConvertElement {
  return (element, context) => {
    const names = readValues(element)
    const items = element.children.filter(child => child.kind === 'element' && child.tag.name === 'TabItem')
    if (items.length === 0) return undefined
    const panels = (items as JsxElement[]).map(item => {
      const value = textOf(item, 'value') ?? ''
      const label = textOf(item, 'label') ?? names.get(value) ?? value
      return container('tab', ` ${label}`, dedent(context.render(item.children)))
    })
    const choice = textOf(element, sync)
    const opening = choice === undefined ? '' : attributes({ sync: choice.replace(/\s+/g, '-') })
    return { block: container('tabs', opening, panels.join('\n\n')) }
  }
}

/** `values={[{ label: 'npm', value: 'npm' }]}`: value → label. */
function readValues({ tag }: JsxElement): Map<string, string> {
  const given = tag.attributes.get('values')
  const names = new Map<string, string>()
  if (typeof given !== 'object') return names
  for (const entry of given.code.split('}')) {
    const pick = (key: string) => new RegExp(`\\b${key}\\s*:\\s*['"]([^'"]+)['"]`).exec(entry)?.[1]
    const [value, label] = [pick('value'), pick('label')]
    if (value !== undefined && label !== undefined) names.set(value, label)
  }
  return names
}

/** A box with a title; `names` are those whose kind has another name here. */
export function box(standard: string, names: Readonly<Record<string, string>> = {}): ConvertElement {
  return (element, context) => {
    const type = textOf(element, 'type') ?? standard
    const title = textOf(element, 'title')
    const inner = dedent(context.render(element.children))
    return { block: container(names[type] ?? type, title ? `[${title}]` : '', inner) }
  }
}

/** Code that is given by an attribute or a child, where it is a text. */
export function code(language: string): ConvertElement {
  return (element, context) => {
    const text = codeOf(element, context)
    if (text === undefined) return undefined
    const title = textOf(element, 'title')
    const lines = element.tag.attributes.has('showLineNumbers') ? ' showLineNumbers' : ''
    const info = `${textOf(element, language) ?? ''}${title ? ` title="${title}"` : ''}${lines}`
    return { block: fence(text, info) }
  }
}

function codeOf(element: JsxElement, { body }: ElementContext): string | undefined {
  const given = element.tag.attributes.get('code')
  if (typeof given === 'string') return given
  const [child, ...rest] = element.children.filter(
    node => node.kind !== 'text' || body.slice(node.start, node.end).trim() !== '',
  )
  if (!child || rest.length > 0 || child.kind === 'element') return undefined
  if (child.kind === 'text') return dedent(body.slice(child.start, child.end))
  // The code may hold what the mask of code hid.
  const written = body.slice(child.start + 1, child.end - 1).trim()
  const literal = /^`([^`$\\]*)`$|^'([^'\\]*)'$|^"([^"\\]*)"$/.exec(written)
  return literal ? (literal[1] ?? literal[2] ?? literal[3]) : undefined
}

/** A link, whose address is the attribute `href`. */
export function link(href: string): ConvertElement {
  return (element, context) => {
    const url = textOf(element, href, context)
    return url === undefined ? undefined : { text: `[${context.render(element.children).trim()}](${url})` }
  }
}

/** What stands within, without what is around it. */
export const content: ConvertElement = (element, context) => {
  const inner = context.render(element.children)
  return inner.includes('\n') ? { block: dedent(inner) } : { text: inner }
}
