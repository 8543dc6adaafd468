/** Markup shared by formulas and diagrams. */
import type { HtmlTree } from '../schema/plugin.ts'
import { interfaceLanguage } from '../shared/languages.ts'

/** Accessible names, by language of the interface. */
const NAMES = new Map(
  `ar: معادلة/مخطط, bg: Формула/Диаграма, ca: Fórmula/Diagrama, cs: Vzorec/Diagram, da: Formel/Diagram,
  de: Formel/Diagramm, el: Τύπος/Διάγραμμα, es: Fórmula/Diagrama, fa: فرمول/نمودار, fi: Kaava/Kaavio,
  fr: Formule/Diagramme, he: נוסחה/תרשים, hi: सूत्र/आरेख, hu: Képlet/Diagram, id: Rumus/Diagram,
  it: Formula/Diagramma, ja: 数式/図, ko: 수식/다이어그램, nb: Formel/Diagram, nl: Formule/Diagram,
  pl: Wzór/Diagram, pt-BR: Fórmula/Diagrama, pt-PT: Fórmula/Diagrama, ro: Formulă/Diagramă,
  ru: Формула/Диаграмма, sv: Formel/Diagram, th: สูตร/แผนภาพ, tr: Formül/Diyagram, uk: Формула/Діаграма,
  vi: Công thức/Sơ đồ, zh-CN: 公式/图表, zh-TW: 公式/圖表`
    .split(/,\s+/)
    .map(entry => entry.split(': ') as [lang: string, names: string]),
)

/** `lang`: BCP 47. */
export function nameOf(what: 'formula' | 'diagram', lang = 'en') {
  const names = NAMES.get(interfaceLanguage(lang) ?? 'en') ?? 'Formula/Diagram'
  const [formula = '', diagram = ''] = names.split('/')
  return what === 'formula' ? formula : diagram
}

/** Box that can be scrolled by keyboard, too. */
export function scrollBox(tagName: string, name: string, ariaLabel: string, child: HtmlTree): HtmlTree {
  const properties = { className: [name], role: 'group', tabIndex: 0, ariaLabel }
  return { type: 'element', tagName, properties, children: [child] }
}

export function textElement(tagName: string, value: string, properties = {}): HtmlTree {
  return { type: 'element', tagName, properties, children: [{ type: 'text', value }] }
}

/** A tag, or text up to the next one. */
const TOKEN = /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+=(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|[^<]+|</g
const ATTRIBUTE = /(?<![\w:.-])([\w:.-]+)=(?:"([^"]*)"|'([^']*)')/g
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** Requires closed tags and attributes with values. `parse5` would add 200 KB to a plugin. */
export function readMarkup(markup: string): HtmlTree[] {
  const root: HtmlTree[] = []
  const open: HtmlTree[][] = [root]
  for (const [whole, end, name, attributes = '', isEmpty] of markup.matchAll(TOKEN)) {
    const children = open.at(-1) ?? root
    if (name === undefined) children.push({ type: 'text', value: decode(whole) })
    else if (end) open.pop()
    else {
      const properties: Record<string, string> = {}
      for (const [, key = '', double, single = ''] of attributes.matchAll(ATTRIBUTE))
        properties[key] = decode(double ?? single)
      const element = { type: 'element', tagName: name, properties, children: [] }
      children.push(element)
      if (!isEmpty) open.push(element.children)
    }
  }
  return root
}

function decode(text: string) {
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
