/** Shared by formulas and diagrams: boxes that scroll, and trees of the markup that a library writes. */
import type { HtmlTree } from '../schema/plugin.ts'

/** An element whose content can be scrolled, with a keyboard, too, if it is too wide for a phone. */
export function scrollBox(tagName: string, name: string, child: HtmlTree): HtmlTree {
  return { type: 'element', tagName, properties: { className: [name], tabIndex: 0 }, children: [child] }
}

export function codeOf(value: string): HtmlTree {
  return { type: 'element', tagName: 'code', properties: {}, children: [{ type: 'text', value }] }
}

/** A tag with its attributes, or text up to the next one. */
const TOKEN = /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+=(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|[^<]+|</g
const ATTRIBUTE = /(?<![\w:.-])([\w:.-]+)=(?:"([^"]*)"|'([^']*)')/g
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** The tree of markup that a library wrote: every tag is closed, every attribute has a value. `parse5` adds 200 KB to a plugin. */
export function readMarkup(markup: string): HtmlTree[] {
  const root: HtmlTree[] = []
  const open: HtmlTree[][] = [root]
  for (const [whole, end, name, attributes = '', isEmpty] of markup.matchAll(TOKEN)) {
    const children = open.at(-1) ?? root
    if (name === undefined) children.push({ type: 'text', value: decode(whole) })
    else if (end) open.pop()
    else {
      const properties = Object.fromEntries(
        Array.from(attributes.matchAll(ATTRIBUTE), ([, key, double, single]) => [
          key,
          decode(double ?? single ?? ''),
        ]),
      )
      const element = { type: 'element', tagName: name, properties, children: [] }
      children.push(element)
      if (!isEmpty) open.push(element.children)
    }
  }
  return root
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return ENTITIES[name as string] ?? whole
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(String(hexadecimal), 16))
  })
}

export function elementsOf(trees: readonly HtmlTree[]): HtmlTree[] {
  return trees.flatMap(tree =>
    tree.type === 'element' ? [tree, ...elementsOf(tree.children ?? [])] : elementsOf(tree.children ?? []),
  )
}
