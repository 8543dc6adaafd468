import type { Finding } from '../schema/finding.ts'
import type { PageSummary } from '../schema/page.ts'

/** Findings that name who makes the page that they are in, where that is a plugin: there is no file to look into. */
export function nameMakers(findings: readonly Finding[], pages: readonly PageSummary[]): Finding[] {
  const makers = new Map(pages.flatMap(({ file, plugin }) => (plugin === undefined ? [] : [[file, plugin]])))
  if (makers.size === 0) return [...findings]
  return findings.map(finding => {
    const maker = finding.place && makers.get(finding.place.file)
    if (maker === undefined) return finding
    const note = `The plugin \`${maker}\` makes this page`
    const isSaid = finding.message.startsWith(note) || finding.hint?.startsWith(note)
    return isSaid ? finding : { ...finding, hint: [`${note}.`, finding.hint].join(' ').trim() }
  })
}

/** A plugin or a component of the site that fails in the same way on many pages is one finding: the pages, without those findings but one. */
export function foldFailures<Page extends PageSummary>(pages: readonly Page[]): Page[] {
  const counts = new Map<string, number>()
  const isFailure = ({ rule }: Finding) => rule === 'plugins/failed' || rule === 'templates/failed'
  const keyOf = ({ place, message }: Finding, { file }: PageSummary) =>
    JSON.stringify([place, message.replaceAll(`\`${file}\``, '')])
  for (const page of pages)
    for (const finding of page.findings.filter(isFailure))
      counts.set(keyOf(finding, page), (counts.get(keyOf(finding, page)) ?? 0) + 1)
  if (counts.size === 0) return [...pages]
  const reported = new Set<string>()
  return pages.map(page => {
    const findings = page.findings.flatMap(finding => {
      const key = keyOf(finding, page)
      if (!isFailure(finding)) return [finding]
      if (reported.has(key)) return []
      reported.add(key)
      const others = (counts.get(key) ?? 1) - 1
      if (others === 0) return [finding]
      const more = `\`${page.file}\` and ${others} other ${others > 1 ? 'pages' : 'page'}`
      return [{ ...finding, message: finding.message.replace(`\`${page.file}\``, () => more) }]
    })
    return { ...page, findings }
  })
}
