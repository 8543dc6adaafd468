import * as z from 'zod'
import { headEntry } from '../schema/values.ts'
import type { Finding } from '../schema/finding.ts'
import type { PageHeadTag } from '../schema/page.ts'
import type { PluginPage } from '../schema/plugin-site.ts'
import { type PluginSource, pluginOf } from './evaluate.ts'
import { failureFinding, resultFinding } from './failure.ts'
import { frozen } from './freeze.ts'
import { runPageHook } from './running.ts'

/** What plugins add to the head of a page, in their order. */
export interface AddedHead {
  head: PageHeadTag[]
  findings: Finding[]
}

const tags = z.array(headEntry)

/** Asks plugins what they add to the head of a page. */
export function readHead(page: PluginPage, sources: readonly PluginSource[]): AddedHead {
  const added: AddedHead = { head: [], findings: [] }
  const given = frozen(page)
  const place = { file: page.file, line: 1, column: 1 }
  for (const [index, source] of sources.entries()) {
    const { definition, options } = pluginOf(source)
    try {
      const result: unknown = runPageHook(index, 'head', () => definition.head?.(given, { options }))
      const { data = [], error } = tags.safeParse(result)
      const [issue] = error?.issues ?? []
      if (issue) {
        const problem = `\`${['result', ...issue.path].join('.')}\`: ${issue.message.replace(/^Invalid input: |\.$/g, '')}`
        added.findings.push(resultFinding(source, `head\` on \`${page.file}`, problem, place))
      }
      for (const { tag, attributes } of data) {
        const kept = Object.entries(attributes).filter(([, value]) => value !== false)
        const texts = kept.map(([name, value]) => [name, value === true ? '' : value])
        added.head.push({ tag, attributes: Object.fromEntries(texts) as Record<string, string> })
      }
    } catch (error) {
      added.findings.push(failureFinding(source, `\`head\` ran on \`${page.file}\``, error, place))
    }
  }
  return added
}
