/**
 * Hooks that look at the whole site run in a thread of their own, on copies: they may wait for something, may take longer
 * than a page, and are ended with the thread where they do not come to an end.
 */
import * as z from 'zod'
import type { Finding } from '../schema/finding.ts'
import type { GeneratedPage, PagesContext } from '../schema/plugin-site.ts'
import { type Plugin, type PluginSource, pluginOf } from './evaluate.ts'
import { failureFinding, resultFinding } from './failure.ts'

/** Names of the hooks. */
export type SiteHook = 'pages'

/** What they are told of the site: plain data. */
export type SiteFacts = Pick<PagesContext<unknown>, 'root' | 'contentDir' | 'locales'>

export interface HookCall {
  hook: SiteHook
  source: PluginSource
}

/** What came of a call. */
export interface HookResult {
  /** Absent where findings say why. */
  value?: unknown
  /** Files to watch, as the plugin names them. */
  watch: string[]
  findings: Finding[]
}

/** Calls a hook and checks what it returns. */
export async function callHook(facts: SiteFacts, { hook, source }: HookCall): Promise<HookResult> {
  const watch: string[] = []
  try {
    const value: unknown = await run(pluginOf(source), { ...facts, watch: file => watch.push(file) })
    const { error } = results[hook].safeParse(value)
    const [issue] = error?.issues ?? []
    if (!issue) return { value, watch, findings: [] }
    const at = issue.path.map(part => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
    const problem = `\`result${at}\`: ${issue.message.replace(/^Invalid input: |\.$/g, '')}`
    return { watch, findings: [resultFinding(source, hook, problem)] }
  } catch (error) {
    return { watch, findings: [failureFinding(source, `\`${hook}\` ran`, error)] }
  }
}

function run(
  { definition, options }: Plugin,
  context: Omit<PagesContext<unknown>, 'options'>,
): Promise<readonly GeneratedPage[]> | readonly GeneratedPage[] | undefined {
  return definition.pages?.({ ...context, options })
}

const pagePath = z
  .string()
  .regex(
    /^[^/\\]+(?:\/[^/\\]+)*\.md$/i,
    'must be the path of a file in the folder of the content that ends in `.md`',
  )
  .refine(
    // As names of files: hidden ones and parts are no pages.
    path => !path.split('/').some(name => /^[._]/.test(name) || name === 'node_modules'),
    'must have no part that starts with a dot or with `_`',
  )

const results: Record<SiteHook, z.ZodType> = {
  pages: z.array(z.strictObject({ path: pagePath, markdown: z.string() })),
}
