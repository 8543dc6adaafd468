import type * as z from 'zod'

/** When the script of an island starts: at once, or, after the first interaction, in view or when the browser is idle. */
export type IslandTime = 'load' | 'visible' | 'idle'

export const ISLAND_TIMES: readonly IslandTime[] = ['load', 'visible', 'idle']

/** What a component of `templates/markdown/` is rendered with in addition to its attributes. */
export interface SiteComponentContext {
  lang: string
  /** A name that nothing else on the page has. */
  id: string
  /** Element around the children of an island, which its script leaves as they are; undefined where it has none. */
  children: 'div' | 'span' | undefined
}

/** A component of `templates/markdown/`, as it is bundled for rendering. */
export interface SiteComponent {
  props?: z.ZodObject
  client?: IslandTime
  /** Renders it as HTML that has `CHILDREN` where its children are. */
  render(props: Readonly<Record<string, unknown>>, context: SiteComponentContext): string
}

/** By name of their files, `LinkList`. */
export type SiteComponents = Readonly<Record<string, SiteComponent>>

/** What `templates/markdown/` is called among the plugins, whose way its components take to the threads. */
export const OWN_COMPONENTS = 'own components'

/** Stands in the HTML of a component for its children. React lets no text of an author become one. */
export const CHILDREN = '<docsgen-children></docsgen-children>'

/** What an island is called among the parts of its pages, see `PageSummary.parts`. */
export function islandPart(name: string): string {
  return `island ${name}`
}

export interface IslandData {
  name: string
  id: string
  props: Record<string, unknown>
}

/**
 * What a component in `templates/markdown/` is given: its attributes as its schema gives them, the language of the page and
 * what stands in it. `MarkdownComponentProps<typeof props>`.
 */
export type MarkdownComponentProps<Schema extends z.ZodType = z.ZodObject<Record<never, never>>> =
  z.output<Schema> & {
    lang: string
    /** What stands in it, rendered; undefined where there is nothing. A component shows it once at most. */
    children?: import('react').ReactNode
  }
