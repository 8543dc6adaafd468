import type { JsxElement, JsxNode } from './jsx-tree.ts'

/** What the parts of an MDX page are converted with. */
export interface PageHost {
  /** The generator's components by name. */
  components: Readonly<Record<string, ConvertElement>>
  /** True for text that is MDX; else it is Markdown with HTML. */
  isMdx: boolean
  /** Where an address leads here; undefined where it stays as it is. */
  address(url: string, kind: 'link' | 'image'): string | undefined
  /** The page that an import of a file stands for, relative to the new page; undefined for what is none. */
  partial(file: string): string | undefined
  /** Says what is left out or different; `line` is one of the body, 1-based. */
  differs(what: string, line: number): void
}

/** A component in Markdown; undefined where it has to stay what it is. */
export type ConvertElement = (element: JsxElement, context: ElementContext) => Converted | undefined

/** Blocks stand alone, other text in its line. */
export type Converted = { block: string } | { text: string }

export interface ElementContext extends PageHost {
  /** The body, and the names that it imports → what from. */
  body: string
  imports: ReadonlyMap<string, string>
  /** Children in Markdown. */
  render(nodes: readonly JsxNode[]): string
  lineAt(index: number): number
}
