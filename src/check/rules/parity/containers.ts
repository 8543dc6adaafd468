import type { SiteConfig } from '../../../schema/config.ts'
import type { Container, PageSummary } from '../../../schema/page.ts'
import { defineRule, type Problem, startOf } from '../rule.ts'
import { listPairs, type TranslatedPage } from './pairs.ts'

/** Tips, warnings and details that a translation lost or added. */
export const containers = defineRule(
  {
    id: 'parity/containers',
    severity: 'warning',
    description: 'Containers (tip, warning, …) of a translation differ from the source in number.',
  },
  site => listPairs(site).flatMap(pair => compareContainers(pair, site.config)),
)

/** One problem per page, naming each kind that differs. */
function compareContainers({ source, page }: TranslatedPage, config: SiteConfig): Problem[] {
  const wanted = countKinds(source, config)
  const found = countKinds(page, config)
  const kinds = [...new Set([...wanted.keys(), ...found.keys()])].toSorted()
  const differing = kinds.filter(kind => wanted.get(kind) !== found.get(kind))
  if (differing.length === 0) return []
  const parts = differing.map(kind => {
    const lines = linesOf(kind, source, config)
    const there = lines.length > 0 ? ` (line ${lines.join(', ')})` : ''
    return `${found.get(kind) ?? 0} × \`${kind}\` instead of ${wanted.get(kind) ?? 0}${there}`
  })
  const first = ownContainers(page).find(container => differing.includes(kindOf(container, config)))
  return [
    {
      place: first?.place ?? startOf(page),
      message: `The containers differ from \`${source.file}\`: ${parts.join(', ')}.`,
    },
  ]
}

function linesOf(kind: string, page: PageSummary, config: SiteConfig): number[] {
  return ownContainers(page)
    .filter(container => kindOf(container, config) === kind)
    .map(container => container.place.line)
}

function countKinds(page: PageSummary, config: SiteConfig): Map<string, number> {
  const counts = new Map<string, number>()
  for (const container of ownContainers(page)) {
    const kind = kindOf(container, config)
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return counts
}

function ownContainers(page: PageSummary): Container[] {
  return page.containers.filter(container => container.own)
}

/** A translated keyword counts as the kind it stands for. */
function kindOf({ name }: Container, config: SiteConfig): string {
  return config.markdown.containers[name]?.kind ?? name
}
