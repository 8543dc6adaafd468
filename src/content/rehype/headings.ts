import type { Element, ElementContent, Root, RootContent } from 'hast'
import type { VFile } from 'vfile'
import { element, text } from '../../lib/html.ts'
import { type Heading, knowsCustomIds } from '../../schema/page.ts'
import { escapeHtml } from '../../shared/escape.ts'
import { contextOf, type FinalForm, finalFormOf, type PageContext } from '../page-context.ts'
import { tocHtml } from '../remark/toc.ts'
import { uniqueSlug } from '../slugs.ts'
import { MARKDOWN_FILE } from '../../shared/addresses.ts'

type HeadingForm = Extract<FinalForm, { kind: 'heading' }>

/**
 * Leaves `rehype-slug` the text that GitHub would make an id of: a badge beside a heading is no part of it, nor is the white
 * space before it. `rehypeFinish` puts the content back.
 */
export function rehypeHeadingText() {
  return (tree: Root, file: VFile): void => {
    const page = contextOf(file)
    if (page.finalForms.some(final => final.kind === 'heading' && final.hasHtml)) visit(tree)

    function visit(parent: Root | Element): void {
      for (const node of parent.children) {
        if (node.type !== 'element') continue
        const final = finalFormOf(page, node.properties)
        if (final?.kind !== 'heading') visit(node)
        else if (final.hasHtml) {
          final.content = node.children
          node.children = [
            text(
              node.children
                .map(child => textIn(child, page))
                .join('')
                .trim(),
            ),
          ]
        }
      }
    }
  }
}

function textIn(node: ElementContent, page: PageContext): string {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return ''
  const final = finalFormOf(page, node.properties)
  if (final?.kind === 'properties' && final.beside) return ''
  return node.children.map(child => textIn(child, page)).join('')
}

type Children = RootContent[] | ElementContent[]

interface Finishing {
  page: PageContext
  outline: Outline
  /** Lists of headings wait until all ids are known. */
  tocs: { children: Children; index: number }[]
}

/**
 * Gives every marked element its final form, in one walk after ids are known: headings get their rendered level and
 * permalink, code and lists their HTML, links and boxes their attributes.
 */
export function rehypeFinish() {
  return (tree: Root, file: VFile): void => {
    const page = contextOf(file)
    const outline = createOutline()
    // What the hero says is the top of a home page: its first section is no title.
    const isUntitled = page.hasHero && page.headings.every(({ depth }) => depth > 1)
    if (isUntitled) outline.next(1)
    const tocs: Finishing['tocs'] = []
    finishChildren(tree.children, { page, outline, tocs })
    for (const { children, index } of tocs) children[index] = { type: 'raw', value: tocHtml(page.headings) }
    if (isUntitled || outline.next(1) === 1)
      tree.children.unshift(fallbackHeading(page), text('\n') as RootContent)
  }
}

function finishChildren(children: Children, finishing: Finishing): void {
  children.forEach((node, index) => {
    if (node.type !== 'element') return
    const final = finalFormOf(finishing.page, node.properties)
    delete node.properties['dataMark']
    if (final?.kind === 'toc') finishing.tocs.push({ children, index })
    else if (final?.kind === 'html') children[index] = { type: 'raw', value: final.html }
    else {
      finishElement(node, final, finishing)
      finishChildren(node.children, finishing)
    }
    // A root within a tree is written as its children.
    if (final?.kind === 'group') children[index] = { type: 'root', children: node.children } as never
  })
}

function finishElement(node: Element, final: FinalForm | undefined, { page, outline }: Finishing): void {
  if ('dataFootnotes' in node.properties) {
    // Notes have a role of their own and need no hidden English heading, which would be one of the page's.
    node.children = node.children.filter(child => child.type !== 'element' || child.tagName !== 'h2')
    node.properties = { className: ['footnotes'], role: 'doc-endnotes' }
  }
  if ('dataFootnoteRef' in node.properties) delete node.properties.ariaDescribedBy
  if (/^h[1-6]$/.test(node.tagName)) {
    node.tagName = `h${outline.next(Number(node.tagName[1]))}`
    if (final?.kind === 'heading') finishHeading(node, final, page)
  }
  if (final?.kind === 'properties') node.properties = final.properties
}

function finishHeading(node: Element, { heading, hasId, content }: HeadingForm, page: PageContext): void {
  const id = String(node.properties.id ?? '')
  if (content) node.children = content
  // `rehype-slug` doesn't know the ids that authors give: theirs stay, and one that was made gives way.
  heading.id = hasId ? id : uniqueSlug(id || 'section', page.ids, 1)
  node.properties.id = heading.id
  if (heading.id === '') delete node.properties.id
  else node.children.push({ type: 'raw', value: permalinkHtml(heading, page) })
}

/**
 * Link of a heading to itself. Its sign comes from the style sheet, so that the heading's text stays the author's. It is
 * for the pointer only: the outline has the same links for everybody.
 */
function permalinkHtml(heading: Heading, page: PageContext): string {
  const label = page.locale.labels.permalink.replace('{title}', () => heading.title)
  return ` <a class="header-anchor" href="#${escapeHtml(heading.id)}" title="${escapeHtml(label)}" aria-hidden="true" tabindex="-1"></a>`
}

/**
 * A page without headings still has one: its title, else its name. That of a hero has the id which VuePress 1 gave it,
 * where ids are those of VuePress.
 */
function fallbackHeading({ source, title, hasHero, options }: PageContext): Element {
  const name = source.relativePath.replace(MARKDOWN_FILE, '').replace(/(?:^|\/)(?:readme|index)$/i, '')
  const words = name
    .slice(name.lastIndexOf('/') + 1)
    .replace(/[-_]+/g, ' ')
    .trim()
  const properties = hasHero && !knowsCustomIds(options.slugs) ? { id: 'main-title' } : {}
  return element('h1', properties, [text(title || words || source.relativePath)])
}

/** Turns source levels into rendered ones, in document order. */
interface Outline {
  /** Rendered level of the next heading, given its level in the source. */
  next(depth: number): number
}

/**
 * Exactly one h1 and no skipped level: the first heading is the h1, every other one stands one level below the nearest
 * earlier heading that the source puts above it, and at least at level 2.
 */
export function createOutline(): Outline {
  const open: { depth: number; level: number }[] = []
  let started = false
  return {
    next(depth) {
      while ((open.at(-1)?.depth ?? 0) >= depth) open.pop()
      const parent = open.at(-1)?.level ?? (started ? 1 : 0)
      const level = Math.min(parent + 1, 6)
      started = true
      open.push({ depth, level })
      return level
    },
  }
}
