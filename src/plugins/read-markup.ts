import type { HtmlTree } from '../schema/plugin.ts'

/** A tag with its attributes, or text up to the next one. */
const TOKEN = /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+=(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|[^<]+|</g
const ATTRIBUTE = /(?<![\w:.-])([\w:.-]+)=(?:"([^"]*)"|'([^']*)')/g
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** The tree of markup that a library wrote: every tag is closed, every attribute has a value. */
export function readMarkup(markup: string): HtmlTree[] {
  const root: HtmlTree[] = []
  const open: HtmlTree[][] = [root]
  for (const [whole, end, name, attributes, isEmpty] of markup.matchAll(TOKEN)) {
    const children = open.at(-1) ?? root
    if (name === undefined) children.push({ type: 'text', value: decode(whole) })
    else if (end) open.pop()
    else {
      const element = { type: 'element', tagName: name, properties: readAttributes(attributes), children: [] }
      children.push(element)
      if (!isEmpty) open.push(element.children)
    }
  }
  return root
}

function readAttributes(text = ''): Record<string, string> {
  const all = [...text.matchAll(ATTRIBUTE)]
  return Object.fromEntries(all.map(([, name, double, single]) => [name, decode(double ?? single ?? '')]))
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return ENTITIES[name as string] ?? whole
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(String(hexadecimal), 16))
  })
}

/** Every element of a tree, outermost first. */
export function elementsOf(trees: readonly HtmlTree[]): HtmlTree[] {
  return trees.flatMap(tree =>
    tree.type === 'element' ? [tree, ...elementsOf(tree.children ?? [])] : elementsOf(tree.children ?? []),
  )
}
