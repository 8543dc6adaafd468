import type { Finding } from '../schema/finding.ts'
import type { PageSummary } from '../schema/page.ts'
import { nearest } from '../lib/nearest.ts'

const DEFAULT = 'Layout'

/** B138: the layout that the frontmatter names if there is one of that name, in kebab or Pascal form. */
export function layoutOf(
  { record: { frontmatter } }: Pick<PageSummary, 'record'>,
  layouts: readonly string[],
): string {
  return findLayout(frontmatter.layout ?? (frontmatter.home ? 'Home' : DEFAULT), layouts) ?? DEFAULT
}

function findLayout(wanted: string, layouts: readonly string[]): string | undefined {
  // The name that VitePress has for it.
  if (wanted === 'doc' && !layouts.includes('Doc')) return DEFAULT
  const pascal = wanted.replace(/(?:^|[-_])(\w)/g, (_match, letter: string) => letter.toUpperCase())
  return layouts.find(name => name === wanted || name === pascal)
}

/** Pages whose frontmatter names a layout that there is not: they are shown in the usual one. */
export function reportUnknownLayouts(
  pages: readonly Pick<PageSummary, 'record' | 'keyPlaces'>[],
  layouts: readonly string[],
): Finding[] {
  return pages.flatMap(({ record, keyPlaces }) => {
    const { layout } = record.frontmatter
    if (layout === undefined || findLayout(layout, layouts)) return []
    const near = nearest(layout, layouts)
    const place = keyPlaces['layout']
    return [
      {
        rule: 'frontmatter/unknown-layout',
        severity: 'warning' as const,
        ...(place ? { place } : {}),
        message: `There is no layout \`${layout}\`; the page is shown in \`${DEFAULT}\`.`,
        hint: `${near ? `Did you mean \`${near}\`?` : `There are ${layouts.map(name => `\`${name}\``).join(', ')}.`} Others are files of \`templates/layouts/\`.`,
      },
    ]
  })
}
