import * as z from 'zod'
import { headEntry } from '../schema/values.ts'
import type { Finding } from '../schema/finding.ts'
import type { PageHeadTag } from '../schema/page.ts'
import type {
  GeneratedPage,
  PagesContext,
  PluginFile,
  PluginSite,
  SiteProblem,
  PluginPage,
} from '../schema/plugin.ts'
import { type Plugin, type PluginSource, pluginOf } from './evaluate.ts'
import { failureFinding, resultFinding, siteFinding, frozen, runPageHook } from './run.ts'

/**
 * Hooks that look at the whole site run in a thread of their own, on copies: they may wait for something, may take longer
 * than a page, and are ended with the thread where they do not come to an end.
 */

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
interface HookContext {
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

/** Texts of plugins for a language, by their names; undefined where no plugin has any. */
export function textsOf(
  plugins: readonly Plugin[],
  lang: string,
): Record<string, Record<string, string>> | undefined {
  const texts = plugins.flatMap(({ definition: { name, strings } }) => {
    if (!strings) return []
    const [first = {}] = Object.values(strings)
    const primary = lang.split('-')[0] ?? lang
    return [[name, { ...first, ...strings[primary], ...strings[lang] }] as const]
  })
  return texts.length > 0 ? Object.fromEntries(texts) : undefined
}
