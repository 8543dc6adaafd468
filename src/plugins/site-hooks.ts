/**
 * Hooks that look at the whole site run in a thread of their own, on copies: they may wait for something, may take longer
 * than a page, and are ended with the thread where they do not come to an end.
 */
import * as z from 'zod'
import type { Finding } from '../schema/finding.ts'
import type {
  GeneratedPage,
  PagesContext,
  PluginFile,
  PluginSite,
  SiteProblem,
} from '../schema/plugin-site.ts'
import { type Plugin, type PluginSource, pluginOf } from './evaluate.ts'
import { failureFinding, resultFinding, siteFinding } from './failure.ts'

/** What the hooks give, by name. */
export interface SiteHooks {
  pages: GeneratedPage[]
  checks: SiteProblem[]
  files: PluginFile[]
}

/** What hooks are told before the site is put together: plain data. */
export type SiteFacts = Pick<PagesContext<unknown>, 'root' | 'contentDir' | 'locales'>

export interface HookCall {
  hook: keyof SiteHooks
  source: PluginSource
  /** Of `checks`. */
  rule?: string
}

/** What came of a call. */
export interface HookResult {
  /** Absent where findings say why. */
  value?: unknown
  /** Files to watch, as the plugin names them. */
  watch: string[]
  findings: Finding[]
}

/** What hooks are called with: facts alone before the pages are known. */
export interface HookContext {
  facts: SiteFacts
  site?: PluginSite
}

/** Calls a hook and checks what it returns. */
export async function callHook(context: HookContext, call: HookCall): Promise<HookResult> {
  const { hook, source, rule } = call
  const name = rule === undefined ? hook : `${hook}.${rule}`
  const watch: string[] = []
  const problems: SiteProblem[] = []
  try {
    const value: unknown = await run(pluginOf(source), call, { ...context, watch, problems })
    const findings = problems.map(problem => siteFinding(problem, `${source.name}/${hook}`, 'error'))
    if (findings.length > 0) return { watch, findings }
    const { error } = results[hook].safeParse(value)
    const [issue] = error?.issues ?? []
    if (!issue) return { value, watch, findings: [] }
    const at = issue.path.map(part => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
    const problem = `\`result${at}\`: ${issue.message.replace(/^Invalid input: |\.$/g, '')}`
    return { watch, findings: [resultFinding(source, name, problem)] }
  } catch (error) {
    return { watch, findings: [failureFinding(source, `\`${name}\` ran`, error)] }
  }
}

function run(
  { definition, options }: Plugin,
  { hook, rule = '' }: HookCall,
  { facts, site, watch, problems }: HookContext & { watch: string[]; problems: SiteProblem[] },
): unknown {
  const report = (problem: SiteProblem) => problems.push(problem)
  if (hook === 'pages')
    return definition.pages?.({ ...facts, options, report, watch: file => watch.push(file) })
  if (!site) throw new Error(`The hook ${hook} needs the site.`)
  if (hook === 'files') return definition.files?.(site, { options })
  return definition.checks?.[rule]?.run(site, { options })
}

const pagePath = z
  .string()
  .regex(
    // eslint-disable-next-line no-control-regex
    /^[^/\\\u0000-\u001f]+(?:\/[^/\\\u0000-\u001f]+)*\.md$/i,
    'must be the path of a file in the folder of the content that ends in `.md`',
  )
  .refine(
    // As names of files: hidden ones and parts are no pages.
    path => !path.split('/').some(name => /^[._]/.test(name) || name === 'node_modules'),
    'must have no part that starts with a dot or with `_`',
  )

const filePath = z
  .string()
  .regex(
    // eslint-disable-next-line no-control-regex
    /^[^/\\\u0000-\u001f]+(?:\/[^/\\\u0000-\u001f]+)*$/,
    'must be a path in the output, such as `feed.xml`',
  )
  .refine(path => !path.split('/').some(name => /^\.{1,2}$/.test(name)), 'must not lead elsewhere')

const position = z.number().int().min(1).optional()

const results: Record<keyof SiteHooks, z.ZodType> = {
  pages: z.array(z.strictObject({ path: pagePath, markdown: z.string() })),
  checks: z.array(
    z.strictObject({
      message: z.string(),
      hint: z.string().optional(),
      file: z.string().optional(),
      line: position,
      column: position,
    }),
  ),
  files: z.array(
    z.strictObject({ path: filePath, content: z.union([z.string(), z.instanceof(Uint8Array)]) }),
  ),
}
