/** Hooks of the whole site, in a thread of their own and on copies, because they may wait or hang; and heads of pages. */
import * as z from 'zod'
import { headEntry } from '../schema/values.ts'
import type { Finding, Severity } from '../schema/finding.ts'
import type { PageHeadTag } from '../schema/page.ts'
import type {
  GeneratedPage,
  PagesContext,
  PluginFile,
  PluginSite,
  SiteProblem,
  PluginPage,
} from '../schema/plugin.ts'
import {
  failureFinding,
  frozen,
  type Plugin,
  pluginOf,
  PluginFailure,
  type PluginSource,
  resultFinding,
  runPageHook,
} from './run.ts'
import { MARKDOWN_FILE } from '../shared/addresses.ts'

export interface SiteHooks {
  pages: GeneratedPage[]
  checks: SiteProblem[]
  files: PluginFile[]
}

/** Known before the site is joined. */
export type SiteFacts = Pick<PagesContext<unknown>, 'root' | 'contentDir' | 'locales'>

export interface HookCall {
  hook: keyof SiteHooks
  source: PluginSource
  /** Of `checks`. */
  rule?: string
}

export interface HookResult {
  /** Absent where findings tell why. */
  value?: unknown
  /** Files to watch, as the plugin names them. */
  watch: string[]
  findings: Finding[]
}

/** Calls a hook and checks its result. `site` is absent for `pages`, which runs before the site is joined. */
export async function callHook(
  { facts, site }: { facts: SiteFacts; site?: PluginSite },
  { hook, source, rule = '' }: HookCall,
): Promise<HookResult> {
  const name = rule === '' ? hook : `${hook}.${rule}`
  const watch: string[] = []
  const problems: SiteProblem[] = []
  try {
    const { definition, options } = pluginOf(source)
    const given = { ...facts, options, watch: (file: string) => watch.push(file) }
    const report = (problem: SiteProblem) => problems.push(problem)
    const result =
      hook === 'pages'
        ? definition.pages?.({ ...given, report })
        : hook === 'files'
          ? definition.files?.(site as PluginSite, { options })
          : definition.checks?.[rule]?.run(site as PluginSite, { options })
    const value: unknown = await result
    const findings = problems.map(problem => siteFinding(problem, `${source.name}/${hook}`, 'error'))
    if (findings.length > 0) return { watch, findings }
    const problem = resultProblem(results[hook], value)
    return problem === undefined
      ? { value, watch, findings }
      : { watch, findings: [resultFinding(source, name, problem)] }
  } catch (error) {
    return { watch, findings: [failureFinding(source, `\`${name}\` ran`, error)] }
  }
}

export function siteFinding(problem: SiteProblem, rule: string, severity: Severity): Finding {
  const { message, hint, file, line = 1, column = 1 } = problem
  const place = file === undefined ? {} : { place: { file, line, column } }
  return { rule, severity, ...place, message, ...(hint ? { hint } : {}) }
}

/** `` `result[0].path`: must be … `` for a value of the wrong shape. */
function resultProblem(schema: z.ZodType, value: unknown): string | undefined {
  const [issue] = schema.safeParse(value).error?.issues ?? []
  if (!issue) return undefined
  const at = issue.path.map(part => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
  return `\`result${at.join('')}\`: ${issue.message.replace(/^Invalid input: |\.$/g, '')}`
}

// eslint-disable-next-line no-control-regex
const PATH = /^[^/\\\u0000-\u001f]+(?:\/[^/\\\u0000-\u001f]+)*$/
const position = z.number().int().min(1).optional()

const results: Record<keyof SiteHooks, z.ZodType> = {
  pages: z.array(
    z.strictObject({
      path: z
        .string()
        .refine(
          path => PATH.test(path) && MARKDOWN_FILE.test(path),
          'must be the path of a file in the folder of the content that ends in `.md`',
        )
        .refine(
          // Hidden files and partials are no pages.
          path => !path.split('/').some(name => /^[._]/.test(name) || name === 'node_modules'),
          'must have no part that starts with a dot or with `_`',
        ),
      markdown: z.string(),
    }),
  ),
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
    z.strictObject({
      path: z
        .string()
        .regex(PATH, 'must be a path in the output, such as `feed.xml`')
        .refine(path => !path.split('/').some(name => /^\.{1,2}$/.test(name)), 'must not lead elsewhere'),
      content: z.union([z.string(), z.instanceof(Uint8Array)]),
    }),
  ),
}

const tags = z.array(headEntry)

/** Tags that plugins add to the head of a page, in their order. */
export function readHead(
  page: PluginPage,
  sources: readonly PluginSource[],
): { head: PageHeadTag[]; findings: Finding[] } {
  const head: PageHeadTag[] = []
  const findings: Finding[] = []
  const shown = frozen(page)
  const place = { file: page.file, line: 1, column: 1 }
  for (const [index, source] of sources.entries()) {
    const { definition, options } = pluginOf(source)
    const run = () => definition.head?.(shown, { options })
    try {
      const result = runPageHook(index, 'head', run, error =>
        failureFinding(source, `\`head\` ran on \`${page.file}\``, error, place),
      )
      const problem = resultProblem(tags, result)
      if (problem !== undefined)
        findings.push(resultFinding(source, `head\` on \`${page.file}`, problem, place))
      for (const { tag, attributes } of tags.safeParse(result).data ?? []) {
        const given = Object.entries(attributes).filter(([, value]) => value !== false)
        const texts = given.map(([name, value]) => [name, value === true ? '' : String(value)])
        head.push({ tag, attributes: Object.fromEntries(texts) as Record<string, string> })
      }
    } catch (error) {
      if (!(error instanceof PluginFailure)) throw error
      findings.push(error.finding)
    }
  }
  return { head, findings }
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
