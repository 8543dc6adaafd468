import { fenceAround } from '../../content/includes.ts'
import { type ConvertElement, dedent, literal } from './mdx.ts'

/** With more colons than those within. */
export function container(name: string, opening: string, content: string) {
  const within = content.match(/^[ \t]*:{3,}/gm) ?? []
  const colons = ':'.repeat(Math.max(3, ...within.map(run => run.trimStart().length + 1)))
  return `${colons} ${name}${opening}\n\n${content}\n\n${colons}`
}

export function attributes(given: Record<string, string | undefined>) {
  const parts = Object.entries(given).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}="${value.replaceAll('"', "'")}"`],
  )
  return parts.length > 0 ? `{${parts.join(' ')}}` : ''
}

/** `sync`: attribute that synchronizes tabs. */
export function tabs(sync: string): ConvertElement {
  return element => {
    // `values={[{ label: 'npm', value: 'npm' }]}`.
    const given = element.attributes.get('values')
    const pick = (entry: string, key: string) =>
      new RegExp(`\\b${key}\\s*:\\s*['"]([^'"]+)['"]`).exec(entry)?.[1]
    const entries = typeof given === 'object' ? given.code.split('}') : []
    const labels = new Map(entries.map(entry => [pick(entry, 'value'), pick(entry, 'label')]))
    const items = element.children.filter(({ name }) => name === 'TabItem')
    if (items.length === 0) return undefined
    const panels = items.map(item => {
      const value = item.text('value') ?? ''
      return container('tab', ` ${item.text('label') ?? labels.get(value) ?? value}`, dedent(item.render()))
    })
    const opening = attributes({ sync: element.text(sync)?.replace(/\s+/g, '-') })
    return { block: container('tabs', opening, panels.join('\n\n')) }
  }
}

/** `names`: kinds that have another name here. */
export function box(names: Record<string, string> = {}): ConvertElement {
  return ({ text, render }) => {
    const [type, title] = [text('type') ?? 'note', text('title')]
    return { block: container(names[type] ?? type, title ? `[${title}]` : '', dedent(render())) }
  }
}

export function code(language: string): ConvertElement {
  return element => {
    const [, expression] = /^\{([^]*)\}$/.exec(element.source.trim()) ?? []
    const child = expression === undefined ? dedent(element.source) : literal(expression)
    const text = element.text('code') ?? (element.children.length > 0 ? undefined : child)
    if (!text) return undefined
    const title = element.text('title')
    const lines = element.attributes.has('showLineNumbers') ? ' showLineNumbers' : ''
    const info = `${element.text(language) ?? ''}${title ? ` title="${title}"` : ''}${lines}`
    const marks = fenceAround(text)
    return { block: `${marks}${info}\n${text.replace(/^\n/, '').trimEnd()}\n${marks}` }
  }
}

/** `name`: attribute with the address. */
export function link(name: string): ConvertElement {
  return ({ address, render }) => {
    const url = address(name)
    return url === undefined ? undefined : { text: `[${render().trim()}](${url})` }
  }
}

export const content: ConvertElement = ({ render }) => {
  const inner = render()
  return inner.includes('\n') ? { block: dedent(inner) } : { text: inner }
}

export function around(name: string): ConvertElement {
  return element => ({ block: container(name, '', dedent(element.render())) })
}
