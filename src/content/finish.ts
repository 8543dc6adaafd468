import { knowsCustomIds } from '../schema/slugs.ts'
import type { Element, ElementContent, Root, RootContent } from 'hast'
import { element } from '../lib/hast.ts'
import { type Final, finalOf, type PageContext } from './page-context.ts'
import { createOutline, type Outline, permalinkHtml } from './plugins/headings.ts'
import { uniqueSlug } from './slug.ts'
import { tocHtml } from './plugins/toc.ts'

type Children = RootContent[] | ElementContent[]

/**
 * Gives every marked element its final form, in one walk after ids are known: headings get their rendered level and
 * permalink, code and lists their HTML, links and boxes their attributes.
 */
export function finishTree(tree: Root, context: PageContext): void {
  const outline = createOutline()
  // What the hero says is the top of a home page: its first section is no title.
  const isUntitled = context.hasHero && context.headings.every(({ depth }) => depth > 1)
  if (isUntitled) outline.next(1)
  const tocs: { children: Children; index: number }[] = []
  finishChildren(tree.children, { context, outline, tocs })
  for (const { children, index } of tocs) children[index] = { type: 'raw', value: tocHtml(context.headings) }
  if (isUntitled || outline.next(1) === 1)
    tree.children.unshift(fallbackHeading(context), { type: 'text', value: '\n' })
}

interface Finishing {
  context: PageContext
  outline: Outline
  /** Lists of headings wait until all ids are known. */
  tocs: { children: Children; index: number }[]
}

function finishChildren(children: Children, finishing: Finishing): void {
  children.forEach((node, index) => {
    if (node.type !== 'element') return
    const html = finishElement(node, finishing)
    if (html === TOC) finishing.tocs.push({ children, index })
    else if (html !== undefined && html !== GROUP) children[index] = { type: 'raw', value: html }
    else finishChildren(node.children, finishing)
    if (html === GROUP) children[index] = { type: 'root', children: node.children } as never
  })
}

type HeadingFinal = Extract<Final, { kind: 'heading' }>

const TOC = '\0toc'
const GROUP = '\0group'

/** Changes an element in place; returns HTML to put in its stead. */
function finishElement(node: Element, { context, outline }: Finishing): string | undefined {
  const final = finalOf(context, node.properties)
  delete node.properties['dataMark']
  if ('dataFootnotes' in node.properties) finishFootnotes(node)
  if ('dataFootnoteRef' in node.properties) delete node.properties.ariaDescribedBy
  if (/^h[1-6]$/.test(node.tagName)) {
    node.tagName = `h${outline.next(Number(node.tagName[1]))}`
    if (final?.kind === 'heading') finishHeading(node, final, context)
  }
  if (final?.kind === 'properties') node.properties = final.properties
  if (final?.kind === 'toc') return TOC
  if (final?.kind === 'group') return GROUP
  return final?.kind === 'html' ? final.html : undefined
}

/** Notes have a role of their own and need no hidden English heading, which would be one of the page's. */
function finishFootnotes(section: Element): void {
  section.children = section.children.filter(child => child.type !== 'element' || child.tagName !== 'h2')
  section.properties = { className: ['footnotes'], role: 'doc-endnotes' }
}

function finishHeading(node: Element, { heading, hasId }: HeadingFinal, context: PageContext): void {
  const id = String(node.properties.id ?? '')
  // `slugHeadings` does not know the ids that authors give: theirs stay, and one that was made gives way.
  heading.id = hasId ? id : uniqueSlug(id || 'section', context.ids, 1)
  node.properties.id = heading.id
  if (heading.id === '') delete node.properties.id
  else node.children.push({ type: 'raw', value: permalinkHtml(heading, context) })
}

/**
 * A page without headings still has one: its title, else its name. That of a hero has the id which VuePress 1 gave it,
 * where ids are those of VuePress.
 */
function fallbackHeading({ source, title, hasHero, options }: PageContext): Element {
  const name = source.relativePath.replace(/\.md$/i, '').replace(/(?:^|\/)(?:readme|index)$/i, '')
  const words = name
    .slice(name.lastIndexOf('/') + 1)
    .replace(/[-_]+/g, ' ')
    .trim()
  const properties = hasHero && !knowsCustomIds(options.slugs) ? { id: 'main-title' } : {}
  return element('h1', properties, [{ type: 'text', value: title || words || source.relativePath }])
}
