/**
 * What sites and plugins tell the compiler: which keys pages have in the frontmatter besides docsgen's own, and what
 * `page` hooks give. `declare global { namespace Docsgen { interface Frontmatter { since?: string } } }`.
 */
declare global {
  // eslint-disable-next-line typescript/no-namespace
  namespace Docsgen {
    /** Keys of the frontmatter that plugins add. */
    interface Frontmatter {}
    /** Data of plugins by their names. */
    interface PageData {}
  }
}

export type AddedFrontmatter = Docsgen.Frontmatter

/** What plugins have to say of a page, by their names: those that a site declares are of its types. */
export type PluginData = Partial<Docsgen.PageData> & Record<string, unknown>
