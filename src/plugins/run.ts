/** Runs a plugin in a thread. Hooks of the whole site have their own and work on copies: they may wait or hang. */
import * as z from 'zod'
import { sitePath } from '../lib/files.ts'
import { describeValue } from '../lib/text.ts'
import { bundleName, evaluateBundle, mappedBy, placesIn, readThrown } from '../lib/site-code.ts'
import type { Finding, Place, Severity } from '../schema/finding.ts'
import type { PageHeadTag } from '../schema/page.ts'
import type {
  GeneratedPage,
  MarkdownHooks,
  PagesContext,
  PluginDefinition,
  PluginFile,
  PluginPage,
  PluginSite,
  SiteComponent,
  SiteProblem,
} from '../schema/plugin.ts'
import { headEntry } from '../schema/values.ts'
import { MARKDOWN_FILE } from '../shared/addresses.ts'

/** Bundled plugin: every thread evaluates it for itself. */
export interface PluginSource {
  name: string
  options: Record<string, unknown>
  /** Hash of code, name and options: part of every key that the plugin can influence. */
  hash: string
  code: string
  /** Its source map; sources are relative to `root`. */
  map: string
  file: string
  root: string
}

/** Evaluated plugin. `options`: as its schema returns them. */
export interface Plugin {
  source: PluginSource
  definition: PluginDefinition
  options: unknown
  markdown: MarkdownHooks
  /** Components of `templates/markdown/` by file name, `LinkList`: threads receive them like a plugin. */
  own?: Readonly<Record<string, SiteComponent>>
}

const evaluated = new Map<string, Plugin>()
const MAX_EVALUATED = 50

/** Evaluates a plugin once in this thread. `value`: the default export of its bundle, if that is known. */
export function pluginOf(source: PluginSource, value?: unknown): Plugin {
  // An old version has the same code in another folder.
  const key = `${source.hash} ${source.root}`
  const plugin = evaluated.get(key) ?? toPlugin(source, value ?? evaluateBundle(source).default)
  evaluated.set(key, plugin)
  for (const oldest of evaluated.keys()) if (evaluated.size > MAX_EVALUATED) evaluated.delete(oldest)
  return plugin
}

function toPlugin(source: PluginSource, value: unknown) {
  const definition = value as PluginDefinition & Pick<Plugin, 'own'>
  const options = definition.options?.parse(source.options) ?? {}
  const { markdown: hooks = {}, own } = definition
  const markdown = typeof hooks === 'function' ? hooks(options) : hooks
  return { source, definition, options, markdown, ...(own && { own }) }
}

export function changesPages({ definition }: Plugin) {
  return Boolean(definition.markdown ?? definition.frontmatter ?? definition.page)
}

/** Receives 1 + the index of a plugin whose hook begins, and 0 when it ends, so that one that hangs can be named. */
const watcher = { note: (_plugin: number): void => undefined }

export function noteHooks(note: (plugin: number) => void) {
  watcher.note = note
}

/** `index`: among those that change pages. @throws PluginFailure with what `thrown` makes of an error */
export function runPageHook<Result>(index: number, run: () => Result, thrown: (error: unknown) => Finding) {
  watcher.note(index + 1)
  try {
    return run()
  } catch (error) {
    throw error instanceof PluginFailure ? error : new PluginFailure(thrown(error))
  } finally {
    watcher.note(0)
  }
}

export class PluginFailure extends Error {
  readonly finding: Finding

  constructor(finding: Finding) {
    super(finding.message)
    this.finding = finding
  }
}

/** `rule`: `definition` for `plugins/definition`. */
export function pluginError(rule: string, problem: Omit<Finding, 'rule' | 'severity'>): Finding {
  return { rule: `plugins/${rule}`, severity: 'error', ...problem }
}

/** `place`: if the error has none. `when`: `` `page` ran on `content/a.md` ``. */
export function failureFinding(source: PluginSource, when: string, error: unknown, place?: Place): Finding {
  const { reason, stack } = readThrown(error)
  const message = `The plugin \`${source.name}\` failed when ${when}: ${reason.replace(/\.?$/, '.')}`
  const isFrozen = /read only|not extensible|Cannot (?:delete|redefine|assign to)/.test(reason)
  const hint = isFrozen ? "Plugins can't modify their arguments. Change a copy instead." : undefined
  return pluginError('failed', { message, hint, place: originOf(source, stack) ?? place })
}

export function resultFinding({ name }: PluginSource, hook: string, problem: string, place?: Place): Finding {
  const message = `The plugin \`${name}\` returned an invalid value from \`${hook}\`: ${problem}.`
  return pluginError('result', { message, place })
}

/** Place of the innermost call in a file of the site, else in any file of the bundle. */
export function originOf({ hash, map, root }: PluginSource, stack: string) {
  const findOrigin = mappedBy(map, root)
  const inBundle = placesIn(stack).filter(({ file }) => file === bundleName(hash))
  const origins = inBundle.flatMap(place => findOrigin(place) ?? [])
  const origin = origins.find(({ file }) => !/[\\/]node_modules[\\/]/.test(file)) ?? origins[0]
  return origin && { ...origin, file: sitePath(root, origin.file) }
}

/** Freezes the value itself, deeply. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const inner of Object.values(value)) frozen(inner as unknown)
  return value
}

/** Path to what JSON can't hold: `.tags[0]`, empty for the value itself. */
export function findNoJson(value: unknown, at = ''): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : at
  if (typeof value !== 'object') return at
  const prototype: unknown = Object.getPrototypeOf(value)
  if (!Array.isArray(value) && prototype !== null && prototype !== Object.prototype) return at
  for (const [key, item] of Object.entries(value)) {
    // JSON leaves such a key out.
    if (item === undefined && !Array.isArray(value)) continue
    const found = findNoJson(item, Array.isArray(value) ? `${at}[${key}]` : `${at}.${key}`)
    if (found !== undefined) return found
  }
}

export interface SiteHooks {
  pages: GeneratedPage[]
  checks: SiteProblem[]
  files: PluginFile[]
}

export type SiteFacts = Pick<PagesContext<unknown>, 'root' | 'contentDir' | 'locales'>

export interface HookCall {
  hook: keyof SiteHooks
  source: PluginSource
  rule?: string
}

export interface HookResult {
  value?: unknown
  watch: string[]
  findings: Finding[]
}

/** `site`: not for `pages`, which runs before the site is joined. */
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
    const value: unknown = await {
      pages: () => definition.pages?.({ ...given, report }),
      files: () => definition.files?.(site as PluginSite, { options }),
      checks: () => definition.checks?.[rule]?.run(site as PluginSite, { options }),
    }[hook]()
    const findings = problems.map(problem => siteFinding(problem, `${source.name}/${hook}`, 'error'))
    if (findings.length > 0) return { watch, findings }
    const problem = resultProblem(results[hook], value)
    if (problem === undefined) return { value, watch, findings }
    return { watch, findings: [resultFinding(source, name, problem)] }
  } catch (error) {
    return { watch, findings: [failureFinding(source, `\`${name}\` ran`, error)] }
  }
}

export function siteFinding(problem: SiteProblem, rule: string, severity: Severity): Finding {
  const { message, hint, file, line = 1, column = 1 } = problem
  return { rule, severity, place: file === undefined ? undefined : { file, line, column }, message, hint }
}

/** `` `result[0].path` must be … `` */
function resultProblem(schema: z.ZodType, value: unknown) {
  const [issue] = schema.safeParse(value).error?.issues ?? []
  if (!issue) return
  const at = issue.path.map(part => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
  return describeValue(`\`result${at.join('')}\``, issue.message).slice(0, -1)
}

// eslint-disable-next-line no-control-regex
const PATH = /^[^/\\\u0000-\u001f]+(?:\/[^/\\\u0000-\u001f]+)*$/
const isPagePath = (path: string) => PATH.test(path) && MARKDOWN_FILE.test(path)
const isScanned = (path: string) => !/(?:^|\/)(?:[._]|node_modules(?:\/|$))/.test(path)
const isInside = (path: string) => !path.split('/').some(name => name === '.' || name === '..')
const text = z.string().optional()
const position = z.number().int().min(1).optional()

const results: Record<keyof SiteHooks, z.ZodType> = {
  pages: z.array(
    z.strictObject({
      path: z
        .string()
        .refine(isPagePath, 'must be the path of a `.md` file in the content folder')
        .refine(isScanned, 'must not contain names that start with `.` or `_`'),
      markdown: z.string(),
    }),
  ),
  checks: z.array(
    z.strictObject({ message: z.string(), hint: text, file: text, line: position, column: position }),
  ),
  files: z.array(
    z.strictObject({
      path: z
        .string()
        .regex(PATH, 'must be a path in the output, such as `feed.xml`')
        .refine(isInside, 'must stay inside the output folder'),
      content: z.union([z.string(), z.instanceof(Uint8Array)]),
    }),
  ),
}

const tags = z.array(headEntry)

export function readHead(page: PluginPage, sources: readonly PluginSource[]) {
  const head: PageHeadTag[] = []
  const findings: Finding[] = []
  const shown = frozen(page)
  const place = { file: page.file, line: 1, column: 1 }
  for (const [index, source] of sources.entries()) {
    const { definition, options } = pluginOf(source)
    const run = () => definition.head?.(shown, { options })
    const when = `\`head\` ran on \`${page.file}\``
    try {
      const result = runPageHook(index, run, error => failureFinding(source, when, error, place))
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

/** By name of the plugin; undefined if no plugin has texts. */
export function textsOf(plugins: readonly Plugin[], lang: string) {
  const texts = plugins.flatMap(({ definition: { name, strings } }) => {
    if (!strings) return []
    const [first = {}] = Object.values(strings)
    const primary = lang.split('-')[0] ?? lang
    return [[name, { ...first, ...strings[primary], ...strings[lang] }] as const]
  })
  return texts.length > 0 ? Object.fromEntries(texts) : undefined
}
