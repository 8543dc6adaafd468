import type { ElementContent, Properties } from 'hast'
import type { Html, Node, Root } from 'mdast'
import type { VFile } from 'vfile'
import type { Components } from './components/built-in.ts'
import type { ElementTable } from './elements.ts'
import type { TakenIds } from './slugs.ts'
import type { Finding, Place } from '../schema/finding.ts'
import type {
  CodeBlock,
  Container,
  Heading,
  Link,
  ParseLocale,
  ParseOptions,
  SourceFile,
} from '../schema/page.ts'
import type { Frontmatter } from '../schema/frontmatter.ts'
import type { Plugin } from '../plugins/run.ts'
import type { HtmlTree } from '../schema/plugin.ts'

/** What the transforms of one page share: what they read, and what they collect in document order. */
export interface PageContext {
  source: SourceFile
  options: ParseOptions
  locale: ParseLocale
  frontmatter: Frontmatter
  /** In the order of the configuration. */
  plugins: readonly Plugin[]
  /** HTML of a tree that a plugin made. */
  stringify(tree: HtmlTree): string
  /** The body as Markdown, once it is transformed. */
  tree: Root
  /** Title of the page, empty when it has none. */
  title: string
  /** True for a home page whose layout shows a name above the content. */
  hasHero: boolean
  components: Components
  /** What the name of an element means, of those that are components. */
  meaningOf: ElementTable
  /** All names that open a container. */
  containerNames: ReadonlySet<string>
  headings: Heading[]
  /** What became of each heading that was rendered. */
  headingOf: Map<Node, Heading>
  links: Link[]
  codeBlocks: CodeBlock[]
  containers: Container[]
  /** How many of a component the page has so far. */
  used: Map<string, number>
  /** What they say in addition to what is written, by lines of the body. */
  said: { line: number; text: string }[]
  /** What the document loads for them. */
  parts: Set<string>
  findings: Finding[]
  /** Ids given out so far. */
  ids: TakenIds
  /** What marked elements become at the end, see `mark`. */
  finalForms: FinalForm[]
  /** Accessible names given out so far, so that no two regions of a page share one. */
  labels: Map<string, number>
  elements: ElementState
  /** Lines of colons still to come that end something: what has no name, or what was ended by something else. */
  endsToCome: number
}

/** What a page has of elements written as HTML so far. */
interface ElementState {
  /** Number of open elements by name. */
  open: Map<string, number>
  /** What was reported: file and name. */
  reported: Set<string>
  /** Names of all end tags in the body, once they were asked for. */
  ends?: Set<string>
}

/** The final form of an element: other properties, HTML or what is in it in its place, or a heading of the page. `beside`: what it says is no part of a heading's id. */
export type FinalForm =
  | { kind: 'properties'; properties: Properties; beside?: boolean }
  | { kind: 'html'; html: string }
  | { kind: 'heading'; heading: Heading; hasId: boolean; hasHtml: boolean; content?: ElementContent[] }
  | { kind: 'toc' }
  | { kind: 'group' }

/**
 * Property that marks an element for its final form. Raw HTML and its sanitiser run in between; the NUL in the value
 * cannot be written in Markdown or HTML, so no author can forge a mark.
 */
export function mark(context: PageContext, final: FinalForm): Properties {
  context.finalForms.push(final)
  return { dataMark: `\0${context.finalForms.length - 1}` }
}

/** The final form that an element is marked for. */
export function finalFormOf(context: PageContext, properties: Properties): FinalForm | undefined {
  const { dataMark } = properties
  if (typeof dataMark !== 'string' || !dataMark.startsWith('\0')) return undefined
  return context.finalForms[Number(dataMark.slice(1))]
}

/** The context that travels with the file through unified. */
export function contextOf(file: VFile | undefined): PageContext {
  return file?.data['page'] as PageContext
}

/** Location of a node in the file that it was written in. */
export function placeOf(context: PageContext, node: Node): Place {
  const start = node.position?.start ?? { line: 1, column: 1 }
  return placeAt(context.source, start.line, start.column)
}

/** Where a line of the body comes from. */
export function placeAt(source: SourceFile, line: number, column: number): Place {
  const { origins, file } = source
  let low = 0
  let high = origins.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((origins[middle]?.from ?? 0) <= line) low = middle
    else high = middle - 1
  }
  const origin = origins[low]
  return origin
    ? { file: origin.file, line: origin.line + line - origin.from, column }
    : { file, line, column }
}

/** The label, numbered from its second use on a page. */
export function uniqueLabel(context: PageContext, label: string): string {
  const uses = (context.labels.get(label) ?? 0) + 1
  context.labels.set(label, uses)
  return uses === 1 ? label : `${label} ${uses}`
}

/** Gives the place for the part of a node's text at an index: where that stands in the file. Indices only grow. */
export function createPlacer(node: Html, context: PageContext): (index: number) => Place {
  const { start } = node.position ?? {}
  if (!start) return () => placeOf(context, node)
  const state = { line: 0, lineStart: 0, lineEnd: node.value.indexOf('\n'), column: start.column }
  return index => {
    while (state.lineEnd !== -1 && state.lineEnd < index) {
      state.line += 1
      state.lineStart = state.lineEnd + 1
      state.lineEnd = node.value.indexOf('\n', state.lineStart)
      state.column = 0
    }
    const line = start.line + state.line
    state.column ||= 1 + marginOf(node.value.slice(state.lineStart, state.lineStart + 200), context, line)
    return placeAt(context.source, line, state.column + index - state.lineStart)
  }
}

/** Further lines of HTML in a list or a quotation have lost what stands in front of them. */
function marginOf(html: string, { source }: PageContext, line: number): number {
  const text = /.*/y.exec(html)?.[0] ?? ''
  return Math.max(0, linesOf(source)[line - 1]?.indexOf(text) ?? 0)
}

const lines = new WeakMap<SourceFile, string[]>()

/** The lines of a body. */
function linesOf(source: SourceFile): string[] {
  const known = lines.get(source) ?? source.body.split('\n')
  lines.set(source, known)
  return known
}

/** Where a text first stands in a line of the body. */
export function placeInLine({ source }: PageContext, line: number, text: string): Place {
  const column = linesOf(source)[line - 1]?.indexOf(text.trimEnd()) ?? 0
  return placeAt(source, line, Math.max(0, column) + 1)
}
