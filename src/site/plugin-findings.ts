import type { Finding } from '../schema/finding.ts'
import type { PageSummary } from '../schema/page.ts'
import { groupBy } from '../shared/findings.ts'
import { plural } from '../lib/text.ts'

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
  const isFailure = ({ rule }: Finding) => rule === 'plugins/failed' || rule === 'templates/failed'
  const failures = groupBy(
    pages.flatMap(({ file, findings }) => findings.filter(isFailure).map(finding => ({ file, finding }))),
    ({ file, finding: { place, message } }) => JSON.stringify([place, message.replaceAll(`\`${file}\``, '')]),
  )
  if (failures.size === 0) return [...pages]
  const firsts = new Map([...failures.values()].map(([first, ...others]) => [first?.finding, others.length]))
  return pages.map(page => {
    const findings = page.findings.flatMap(finding => {
      if (!isFailure(finding)) return [finding]
      const others = firsts.get(finding)
      if (others === undefined) return []
      const more = `\`${page.file}\` and ${plural(others, 'other page')}`
      const message = finding.message.replace(`\`${page.file}\``, file => (others > 0 ? more : file))
      return [{ ...finding, message }]
    })
    return { ...page, findings }
  })
}
