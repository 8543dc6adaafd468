/** Hooks of plugins that run on a page: fences, components, data, and plugins of remark and rehype. */
import type { ElementContent } from 'hast'
import type { Code, Root } from 'mdast'
import type { PluggableList, Plugin as UnifiedPlugin, Processor } from 'unified'
import type { VFile } from 'vfile'
import * as z from 'zod'
import type { Fence } from './code/fence.ts'
import type { Component, Render } from './components/component.ts'
import { contextOf, type PageContext, placeAt, placeOf } from './page-context.ts'
import {
  failureFinding,
  findNoJson,
  frozen,
  type Plugin,
  PluginFailure,
  resultFinding,
  runPageHook,
} from '../plugins/run.ts'
import type { Finding } from '../schema/finding.ts'
import type { Json } from '../schema/frontmatter.ts'
import type { ParsedPage } from '../schema/page.ts'
import type { HtmlTree, PluginComponent, PluginProblem, TreePlugin } from '../schema/plugin.ts'

/** Nodes that have a text. */
const TEXTS: ReadonlySet<string> = new Set(['text', 'inlineCode', 'code', 'html', 'raw', 'comment'])

/** Returns why nobody could go on with the tree of a plugin; undefined for a whole one. */
function treeProblem(node: unknown, around = new Set<unknown>()): string | undefined {
  const { type, value, tagName, children } = (node ?? {}) as Partial<Record<keyof HtmlTree, unknown>>
  if (typeof type !== 'string') return 'a node of the tree has no `type`'
  if (around.has(node)) return `a node \`${type}\` stands in itself`
  if (TEXTS.has(type) && typeof value !== 'string') return `\`value\` of a node \`${type}\` must be a text`
  if (type === 'element' && typeof tagName !== 'string') return 'an element has no `tagName`'
  if (children === undefined) return undefined
  if (!Array.isArray(children)) return `\`children\` of a node \`${type}\` must be a list`
  around.add(node)
  for (const child of children) {
    const problem = treeProblem(child, around)
    if (problem !== undefined) return problem
  }
  around.delete(node)
  return undefined
}

/** A copy of content that a plugin cannot change but may put into its tree; `owned` notes the nodes of the page. */
function lend(node: ElementContent, owned: Map<HtmlTree, ElementContent>): HtmlTree {
  const { properties, children, ...rest } = node as ElementContent & HtmlTree
  const copy: HtmlTree = Object.freeze({
    ...rest,
    ...(properties && { properties: frozen(structuredClone(properties)) }),
    ...(children && { children: frozen(children.map(child => lend(child as ElementContent, owned))) }),
  })
  owned.set(copy, node)
  return copy
}

/** The tree with what its type lets a plugin leave out; copies are the nodes of the page again. */
function wholeTree(tree: HtmlTree, owned?: ReadonlyMap<HtmlTree, ElementContent>): ElementContent {
  const own = owned?.get(tree)
  if (own || tree.type !== 'element') return own ?? (tree as ElementContent)
  const children = (tree.children ?? []).map(child => wholeTree(child, owned))
  return { ...tree, properties: { ...tree.properties }, children } as ElementContent
}

/** Draws a fence whose language a plugin knows. Undefined leaves it to docsgen; problems are reported either way. */
export function drawFence(node: Code, fence: Fence, context: PageContext): string | undefined {
  for (const plugin of context.plugins) {
    const html = drawWith(plugin, node, fence, context)
    if (html !== undefined) return html
  }
  return undefined
}

function drawWith(plugin: Plugin, node: Code, fence: Fence, context: PageContext): string | undefined {
  const { source, options, markdown } = plugin
  const { fences = {} } = markdown
  const hook = Object.hasOwn(fences, fence.lang) ? fences[fence.lang] : undefined
  if (!hook) return undefined
  const { findings } = context
  const { file } = context.source
  const name = `markdown.fences.${fence.lang}`
  // No id of a heading has a dot.
  const id = `fence.${context.codeBlocks.length}`
  const place = placeOf(context, node)
  try {
    const result: unknown = runPageHook(context.plugins.indexOf(plugin), 'markdown.fences', () =>
      hook(node.value, fence.meta, { options, file, lang: context.locale.lang, id }),
    )
    const { html, problems, wrong } = readResult(result)
    if (wrong !== undefined) {
      findings.push(resultFinding(source, `${name}\` on \`${file}`, wrong, place))
      return undefined
    }
    for (const { message, hint, rule = 'content', severity = 'error', line, column } of problems) {
      const first = node.position?.start.line ?? 1
      const at = line === undefined ? place : placeAt(context.source, first + line, 1)
      const located = { ...at, column: column ?? at.column }
      const id = `${source.name}/${rule}`
      findings.push({ rule: id, severity, place: located, message, ...(hint && { hint }) })
    }
    return html === undefined || typeof html === 'string' ? html : context.stringify(wholeTree(html))
  } catch (error) {
    findings.push(failureFinding(source, `\`${name}\` ran on \`${file}\``, error, place))
    return undefined
  }
}

interface FenceOutcome {
  html?: string | HtmlTree | undefined
  problems: PluginProblem[]
  wrong?: string | undefined
}

/** The result of a fence hook in one form. */
function readResult(result: unknown): FenceOutcome {
  if (result === undefined || typeof result === 'string') return { html: result, problems: [] }
  const { type, html, problems = [] } = (result ?? {}) as { type?: unknown; html?: never; problems?: unknown }
  if (typeof type === 'string') return { html: result as HtmlTree, problems: [], wrong: treeProblem(result) }
  const isList =
    Array.isArray(problems) &&
    problems.every(each => typeof (each as Partial<PluginProblem> | null)?.message === 'string')
  if (!isList || (html === undefined && problems.length === 0))
    return { problems: [], wrong: 'it must be a text, a tree, or `{ html, problems }`' }
  return { html, problems, wrong: typeof html === 'object' ? treeProblem(html) : undefined }
}

/** Data of plugins for a page, by their names; what goes wrong is added to the findings of the page. */
export function readPageData(page: ParsedPage, plugins: readonly Plugin[]): Record<string, Json> | undefined {
  if (!plugins.some(({ definition }) => definition.page)) return undefined
  const { sections, headings, codeBlocks, links, excerpt, file } = page
  const record = frozen(structuredClone(page.record))
  const text = frozen(structuredClone({ sections, headings, codeBlocks, links, excerpt }))
  const data: Record<string, Json> = {}
  for (const [index, { source, definition, options }] of plugins.entries()) {
    try {
      const value = runPageHook(index, 'page', () => definition.page?.(record, text, { options }))
      const at = value === undefined ? undefined : findNoJson(value)
      if (at !== undefined) {
        const problem = `\`data${at}\` is nothing that JSON can say`
        page.findings.push(resultFinding(source, `page\` on \`${file}`, problem))
      } else if (value !== undefined) data[source.name] = value
    } catch (error) {
      page.findings.push(failureFinding(source, `\`page\` ran on \`${file}\``, error))
    }
  }
  return Object.keys(data).length > 0 ? data : undefined
}

/** The components of plugins; no two have one name. */
export function pluginComponents(plugins: readonly Plugin[]): Component[] {
  return plugins.flatMap((plugin, index) =>
    Object.entries(plugin.markdown.components ?? {}).map(([name, definition]): Component => {
      const { kinds, props = z.strictObject({}), label, texts = [] } = definition
      return {
        name,
        about: '',
        kinds,
        props,
        texts,
        isForeign: true,
        parts: [],
        ...(label !== undefined && { label }),
        render: renderWith(plugin, index, { name, definition }),
      }
    }),
  )
}

function renderWith(
  { source, options }: Plugin,
  index: number,
  { name, definition }: { name: string; definition: PluginComponent<unknown> },
): Render<object> {
  const hook = `markdown.components.${name}`
  return (props, children, { file, lang, number, html, takeAddresses }) => {
    const context = { options, file, lang, id: `${name}.${number}` }
    const given = props as Readonly<Record<string, unknown>>
    const owned = new Map<HtmlTree, ElementContent>()
    const lent = frozen(children.map(child => lend(child, owned)))
    const result: unknown = guarded(source, `\`${hook}\` ran on \`${file}\``, () =>
      runPageHook(index, 'markdown.components', () => definition.render(given, lent, context)),
    )
    if (typeof result === 'string') return [html(takeAddresses(result))]
    const trees = (Array.isArray(result) ? result : [result]) as HtmlTree[]
    const problem = trees.every(tree => typeof (tree as HtmlTree | null | undefined)?.type === 'string')
      ? trees.map(tree => treeProblem(tree)).find(Boolean)
      : 'it must be a text, a tree, or a list of trees'
    if (problem !== undefined)
      throw new PluginFailure(resultFinding(source, `${hook}\` on \`${file}`, problem))
    return trees.map(tree => wholeTree(tree, owned))
  }
}

/** Runs code of a plugin. @throws PluginFailure */
function guarded<Result>(source: Plugin['source'], when: string, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    if (error instanceof PluginFailure) throw error
    throw new PluginFailure(failureFinding(source, when, error))
  }
}

type Attacher = (this: unknown, ...settings: unknown[]) => unknown
type Transform = (tree: unknown, file: VFile) => unknown

/** Plugins of remark or rehype, in their order: what goes wrong in one is reported as its own. */
export function treePlugins(plugins: readonly Plugin[], kind: 'remark' | 'rehype'): PluggableList {
  return plugins.flatMap((plugin, position) =>
    (plugin.markdown[kind] ?? []).map((entry, index): [UnifiedPlugin<unknown[]>, ...unknown[]] => {
      const [attacher, ...settings] = (typeof entry === 'function' ? [entry] : entry) as [
        TreePlugin,
        ...unknown[],
      ]
      const run = (when: string, hook: () => unknown) =>
        guarded(plugin.source, when, () => runPageHook(position, `markdown.${kind}`, hook))
      return [guardAttacher(plugin, attacher as Attacher, `markdown.${kind}[${index}]`, run), ...settings]
    }),
  )
}

function guardAttacher(
  { source }: Plugin,
  attacher: Attacher,
  hook: string,
  run: (when: string, hook: () => unknown) => unknown,
): UnifiedPlugin<unknown[]> {
  return function (this: Processor, ...settings) {
    const transform = run(`\`${hook}\` was prepared`, () => attacher.apply(this, settings))
    if (typeof transform !== 'function') return undefined
    return (tree, file) => {
      const context = contextOf(file)
      const name = context.source.file
      const before = file.messages.length
      const result = run(`\`${hook}\` ran on \`${name}\``, () => (transform as Transform)(tree, file))
      context.findings.push(...file.messages.slice(before).map(each => toFinding(each, source.name, context)))
      const isNothing = result === undefined || result === null
      const { type, then } = (result ?? {}) as { type?: unknown; then?: unknown }
      const problem =
        // A function of three parameters calls back.
        typeof then === 'function' || (transform.length > 2 && type !== 'root')
          ? 'it is asynchronous'
          : !isNothing && type !== 'root'
            ? 'a tree begins with a node of the type `root`'
            : treeProblem(result ?? tree)
      if (problem !== undefined)
        throw new PluginFailure(resultFinding(source, `${hook}\` on \`${name}`, problem))
      return isNothing ? undefined : (result as Root)
    }
  }
}

/** A message of a plugin: `file.message()`, with `fatal` and `note` as vfile has them. */
function toFinding(message: VFile['messages'][number], plugin: string, { source }: PageContext): Finding {
  const { reason, ruleId, line, column, fatal, note } = message
  const rule = /^[a-z][a-z0-9-]*$/.test(ruleId ?? '') ? ruleId : 'content'
  return {
    rule: `${plugin}/${rule}`,
    severity: fatal === true ? 'error' : 'warning',
    place: placeAt(source, line ?? 1, column ?? 1),
    message: reason,
    ...(note !== undefined && { hint: note }),
  }
}
