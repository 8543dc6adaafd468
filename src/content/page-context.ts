import type { ElementContent, Properties } from 'hast'
import type { FootnoteDefinition, Heading as HeadingNode, Html, Node, Root } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import type { VFile } from 'vfile'
import type { Plugin } from '../plugins/run.ts'
import type { Finding, Place, Severity } from '../schema/finding.ts'
import type { Frontmatter } from '../schema/frontmatter.ts'
import type { Heading, ParsedPage, ParseOptions, SourceFile } from '../schema/page.ts'
import type { HtmlTree } from '../schema/plugin.ts'
import type { Components } from './components/built-in.ts'
import type { ElementTable } from './elements.ts'

export interface SiteContext {
  components: Components
  meaningOf: ElementTable
  containerNames: ReadonlySet<string>
  plugins: readonly Plugin[]
  stringify(tree: HtmlTree): string
}

/** What the transforms of a page share: input, and results in document order. */
export type PageContext = ReturnType<typeof createPageContext>

export interface PageInput {
  source: SourceFile
  options: ParseOptions
  site: SiteContext
  read: { frontmatter: Frontmatter; findings: readonly Finding[] }
  title?: string
}

export function createPageContext({ source, options, site, read, title = '' }: PageInput) {
  const locale = options.locales[source.locale] ?? Object.values(options.locales)[0]
  if (!locale) throw new Error('ParseOptions.locales is empty')
  const { frontmatter, findings } = read
  const { home, layout, heroText } = frontmatter
  let lines: string[] | undefined
  const linesOf = () => (lines ??= source.body.split('\n'))
  const columnOf = (line: number, text: string) => Math.max(0, linesOf()[line - 1]?.indexOf(text) ?? 0) + 1
  const labels = new Map<string, number>()
  const finalForms: FinalForm[] = []
  return {
    ...site,
    source,
    options,
    locale,
    frontmatter,
    tree: { type: 'root', children: [] } as Root,
    title,
    titleHeading: undefined as HeadingNode | undefined,
    /** True if the layout shows a name above the content. */
    hasHero: home === true && heroText !== null && (layout ?? 'Home') === 'Home',
    headings: [] as ParsedPage['headings'],
    links: [] as ParsedPage['links'],
    codeBlocks: [] as ParsedPage['codeBlocks'],
    containers: [] as ParsedPage['containers'],
    used: new Map<string, number>(),
    /** Text that components add to what is written, by lines of the body. */
    extraTexts: [] as { line: number; text: string }[],
    parts: new Set<string>(),
    /** Levels of the last heading, and of the last one in the page's own text. `top`: that text had one of level 1. */
    levels: { all: 0, own: 0, top: false },
    notes: [] as FootnoteDefinition[],
    /** Identifiers of notes that the text refers to. */
    usedNotes: [] as readonly string[],
    definitions: undefined as State['definitionById'] | undefined,
    findings: [...findings],
    made: [] as NonNullable<ParsedPage['made']>,
    watches: {} as Partial<Record<'remark' | 'rehype', (maker: string, tree: HtmlTree) => void>>,
    ids: new Map<string, number>(),
    finalForms,
    /** Open elements of raw HTML, by name. */
    openElements: new Map<string, number>(),
    /** File and name. */
    reportedElements: new Set<string>(),
    /** Names of the body's end tags, once needed. */
    endTags: undefined as Set<string> | undefined,
    markedTags: [] as MarkedTag[],
    /** Lines of colons still to come that end what has no name, or what something else has ended. */
    pendingEnds: 0,

    report(at: Place | Node, problem: Problem): void {
      report(this, 'type' in at ? this.placeOf(at) : at, problem)
    },
    placeAt: (line: number, column: number) => placeAt(source, line, column),
    placeOf: ({ position }: Node) => placeAt(source, position?.start.line ?? 1, position?.start.column ?? 1),
    placeInLine: (line: number, text: string) => placeAt(source, line, columnOf(line, text.trimEnd())),
    writtenLines: ({ position }: Node) =>
      position ? linesOf().slice(position.start.line - 1, position.end.line) : [],
    /** Accessible name, numbered from its second use on a page. */
    uniqueLabel(label: string): string {
      const uses = (labels.get(label) ?? 0) + 1
      labels.set(label, uses)
      return uses === 1 ? label : `${label} ${uses}`
    },
    /** Because of the NUL, no author can forge a mark. */
    mark: (final: FinalForm): Properties => ({ dataMark: `\0${finalForms.push(final) - 1}` }),
    finalFormOf: ({ dataMark }: Properties): FinalForm | undefined =>
      typeof dataMark === 'string' && dataMark.startsWith('\0')
        ? finalForms[Number(dataMark.slice(1))]
        : undefined,
    /** Returns a function from an index in the node's text to its place in the file. Indices must only grow. */
    createPlacer({ value, position }: Html): (index: number) => Place {
      const { line, column } = position?.start ?? { line: 1, column: 1 }
      const rows = value.split('\n')
      let row = 0
      let start = 0
      return index => {
        for (; row < rows.length - 1 && index > start + rows[row]!.length; row += 1)
          start += rows[row]!.length + 1
        // In a list or a quotation, further lines have lost the characters in front of them.
        const first = row === 0 ? column : columnOf(line + row, rows[row]!.slice(0, 200))
        return placeAt(source, line + row, first + index - start)
      }
    },
  }
}

export interface MarkedTag {
  name: string
  place: Place
  attributes: Map<string, Place>
}

/** `beside`: its text isn't part of a heading's id. `text`: what `rehype-slug` makes the id of, if not the content. */
export type FinalForm =
  | { kind: 'properties'; properties: Properties; beside?: boolean }
  | { kind: 'html'; html: string }
  | {
      kind: 'heading'
      heading: Heading
      hasId: boolean
      text: string | undefined
      content?: ElementContent[]
    }
  | { kind: 'toc' }
  | { kind: 'group' }

export function contextOf(holder: State | VFile | undefined): PageContext {
  const file = holder && 'options' in holder ? holder.options.file : holder
  return file?.data['page'] as PageContext
}

export type Problem = Pick<Finding, 'rule' | 'message'> & { hint?: string | undefined; severity?: Severity }

export function report(page: { findings: Finding[] }, place: Place, { hint, ...problem }: Problem) {
  page.findings.push({ severity: 'warning', place, ...problem, ...(hint && { hint }) })
}

export function placeAt({ origins, file }: SourceFile, line: number, column: number) {
  const origin = origins.findLast(({ from }) => from <= line) ?? { file, from: 1, line: 1 }
  return { file: origin.file, line: origin.line + line - origin.from, column }
}
