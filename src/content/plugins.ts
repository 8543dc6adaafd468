import type { ElementContent } from 'hast'
import type { Code, Root } from 'mdast'
import type { PluggableList, Plugin as UnifiedPlugin, Processor } from 'unified'
import type { VFile } from 'vfile'
import * as z from 'zod'
import type { Fence } from './code/fence.ts'
import type { Component, Render } from './components/component.ts'
import { contextOf, type PageContext, placeAt } from './page-context.ts'
import type { Plugin } from '../plugins/evaluate.ts'
import {
  failureFinding,
  PluginFailure,
  resultFinding,
  frozenCopy,
  findNoJson,
  runPageHook,
} from '../plugins/run.ts'
import type { Finding, Place } from '../schema/finding.ts'
import type { Json } from '../schema/frontmatter.ts'
import type { ParsedPage } from '../schema/page.ts'
import type { FenceHook, HtmlTree, PluginComponent, PluginProblem, TreePlugin } from '../schema/plugin.ts'

/** Nodes that are nothing without their text. */
const TEXTS: ReadonlySet<string> = new Set(['text', 'inlineCode', 'code', 'html', 'raw', 'comment'])

/** What is wrong with a tree that a plugin gave, so that nobody could go on with it; undefined for a whole one. */
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

/** Content that a plugin may put into what it makes, and cannot change. */
interface LentTrees {
  lent: readonly HtmlTree[]
  /** A tree of the plugin as one that others can go on with: lent nodes are the page's own again. */
  takeBack(tree: HtmlTree): ElementContent
}

function lendTrees(content: readonly ElementContent[]): LentTrees {
  const owned = new Map<HtmlTree, ElementContent>()
  const lend = (node: ElementContent): HtmlTree => {
    const { properties, children, ...rest } = node as ElementContent & HtmlTree
    const inner = children && {
      children: Object.freeze(children.map(child => lend(child as ElementContent))),
    }
    const copy = { ...rest, ...inner, ...(properties && { properties: frozenCopy(properties) }) } as HtmlTree
    owned.set(Object.freeze(copy), node)
    return copy
  }
  return { lent: Object.freeze(content.map(lend)), takeBack: tree => wholeTree(tree, owned) }
}

/** A copy with what its type lets a plugin leave out; nodes of `owned` stand for what they are a copy of. */
function wholeTree(tree: HtmlTree, owned?: ReadonlyMap<HtmlTree, ElementContent>): ElementContent {
  const own = owned?.get(tree)
  if (own || tree.type !== 'element') return own ?? ({ ...tree } as ElementContent)
  const { properties, children = [] } = tree
  const inner = children.map(child => wholeTree(child, owned))
  return { ...tree, properties: { ...properties }, children: inner } as ElementContent
}

/** Draws a fence whose language a plugin knows. Undefined leaves it to docsgen: with problems, they are reported. */
export function drawFence(node: Code, fence: Fence, context: PageContext): string | undefined {
  for (const plugin of context.plugins) {
    const { fences = {} } = plugin.markdown
    const hook = Object.hasOwn(fences, fence.lang) ? fences[fence.lang] : undefined
    const html = hook && drawBy(plugin, hook, { node, fence, context })
    if (html !== undefined) return html
  }
  return undefined
}

interface Drawing {
  node: Code
  fence: Fence
  context: PageContext
}

function drawBy(
  plugin: Plugin,
  hook: FenceHook<unknown>,
  { node, fence, context }: Drawing,
): string | undefined {
  const { source, options } = plugin
  const { file } = context.source
  const name = `markdown.fences.${fence.lang}`
  // No id of a heading has a dot.
  const id = `fence.${context.codeBlocks.length}`
  const line = node.position?.start.line ?? 1
  const place = placeAt(context.source, line, node.position?.start.column ?? 1)
  try {
    const result: unknown = runPageHook(context.plugins.indexOf(plugin), 'markdown.fences', () =>
      hook(node.value, fence.meta, { options, file, lang: context.locale.lang, id }),
    )
    const { html, problems, wrong } = readResult(result)
    const broken = typeof html === 'object' ? treeProblem(html) : undefined
    if (broken !== undefined) {
      context.findings.push(resultFinding(source, `${name}\` on \`${file}`, broken, place))
      return undefined
    }
    if (wrong) context.findings.push(resultFinding(source, `${name}\` on \`${file}`, wrong, place))
    context.findings.push(
      ...problems.map((problem): Finding => {
        const at = problem.line === undefined ? place : placeAt(context.source, line + problem.line, 1)
        return toFinding(problem, source.name, { ...at, column: problem.column ?? at.column })
      }),
    )
    return html === undefined || typeof html === 'string' ? html : context.stringify(wholeTree(html))
  } catch (error) {
    context.findings.push(failureFinding(source, `\`${name}\` ran on \`${file}\``, error, place))
    return undefined
  }
}

/** What a fence hook returned, in one form. */
function readResult(result: unknown): {
  html?: string | HtmlTree | undefined
  problems: PluginProblem[]
  wrong?: string
} {
  if (result === undefined || typeof result === 'string') return { html: result, problems: [] }
  const { type, html, problems = [] } = (result ?? {}) as { type?: unknown; html?: never; problems?: unknown }
  if (typeof type === 'string') return { html: result as HtmlTree, problems: [] }
  const isList = Array.isArray(problems) && problems.every(isProblem)
  if (isList && (html !== undefined || problems.length > 0)) return { html, problems }
  return { problems: [], wrong: 'it must be a text, a tree, or `{ html, problems }`' }
}

function isProblem(problem: unknown): problem is PluginProblem {
  return typeof (problem as Partial<PluginProblem> | null)?.message === 'string'
}

/** A problem as a finding of the plugin. */
function toFinding(problem: PluginProblem, name: string, place: Place): Finding {
  const { message, hint, rule = 'content', severity = 'error' } = problem
  return { rule: `${name}/${rule}`, severity, place, message, ...(hint ? { hint } : {}) }
}

/** What plugins have to say of a page, by their names; what goes wrong is added to the findings of the page. */
export function readPageData(page: ParsedPage, plugins: readonly Plugin[]): Record<string, Json> | undefined {
  const active = plugins.filter(({ definition }) => definition.page)
  if (active.length === 0) return undefined
  const { sections, headings, codeBlocks, links, excerpt } = page
  const record = frozenCopy(page.record)
  const text = frozenCopy({ sections, headings, codeBlocks, links, excerpt })
  const data: Record<string, Json> = {}
  for (const plugin of active) {
    const { source, definition, options } = plugin
    try {
      const value = runPageHook(plugins.indexOf(plugin), 'page', () =>
        definition.page?.(record, text, { options }),
      )
      const wrong = value === undefined ? undefined : findNoJson(value)
      if (wrong !== undefined) {
        const problem = `\`data${wrong}\` is nothing that JSON can say`
        page.findings.push(resultFinding(source, `page\` on \`${page.file}`, problem))
      } else if (value !== undefined) data[source.name] = value
    } catch (error) {
      page.findings.push(failureFinding(source, `\`page\` ran on \`${page.file}\``, error))
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
        ...(label === undefined ? {} : { label }),
        render: renderWith(plugin, index, { name, definition }),
      }
    }),
  )
}

interface Named {
  name: string
  definition: PluginComponent<unknown>
}

function renderWith({ source, options }: Plugin, index: number, { name, definition }: Named): Render<object> {
  const hook = `markdown.components.${name}`
  return (props, children, { file, lang, number, html, takeAddresses }) => {
    const { lent, takeBack } = lendTrees(children)
    const result = run()
    if (typeof result === 'string') return [html(takeAddresses(result))]
    const trees = Array.isArray(result) ? (result as unknown[]) : [result]
    const problem = trees.every(isTree)
      ? trees.map(tree => treeProblem(tree)).find(Boolean)
      : 'it must be a text, a tree, or a list of trees'
    if (problem === undefined) return (trees as HtmlTree[]).map(takeBack)
    throw new PluginFailure(resultFinding(source, `${hook}\` on \`${file}`, problem))

    function run(): unknown {
      try {
        const context = { options, file, lang, id: `${name}.${number}` }
        return runPageHook(index, 'markdown.components', () =>
          definition.render(props as Readonly<Record<string, unknown>>, lent, context),
        )
      } catch (error) {
        throw new PluginFailure(failureFinding(source, `\`${hook}\` ran on \`${file}\``, error))
      }
    }
  }
}

function isTree(value: unknown): boolean {
  return typeof (value as Partial<HtmlTree> | null)?.type === 'string'
}

type Transform = (tree: unknown, file: VFile) => unknown

/** Plugins of remark or rehype that plugins bring, in their order: what goes wrong in one is reported as its own. */
export function treePlugins(plugins: readonly Plugin[], kind: 'remark' | 'rehype'): PluggableList {
  return plugins.flatMap((plugin, position) =>
    (plugin.markdown[kind] ?? []).map((entry, index): [UnifiedPlugin<unknown[]>, ...unknown[]] => {
      const [attacher, ...settings] = (typeof entry === 'function' ? [entry] : entry) as [
        TreePlugin,
        ...unknown[],
      ]
      return [guard(plugin, attacher, { position, kind, hook: `markdown.${kind}[${index}]` }), ...settings]
    }),
  )
}

interface Guarding {
  /** Among all plugins that change pages. */
  position: number
  kind: 'remark' | 'rehype'
  /** `markdown.remark[0]`. */
  hook: string
}

function guard(
  plugin: Plugin,
  attacher: TreePlugin,
  { position, kind, hook }: Guarding,
): UnifiedPlugin<unknown[]> {
  const { source } = plugin
  const guarded = <Result>(when: string, run: () => Result): Result => {
    try {
      return runPageHook(position, `markdown.${kind}`, run)
    } catch (error) {
      if (error instanceof PluginFailure) throw error
      throw new PluginFailure(failureFinding(source, when, error))
    }
  }
  return function (this: Processor, ...given) {
    const start = attacher as (this: unknown, ...all: unknown[]) => unknown
    const transform = guarded(`\`${hook}\` was prepared`, () => start.apply(this, given))
    if (typeof transform !== 'function') return undefined
    return (tree, file) => {
      const context = contextOf(file)
      const name = context.source.file
      const before = file.messages.length
      const result = guarded(`\`${hook}\` ran on \`${name}\``, () => (transform as Transform)(tree, file))
      reportMessages(plugin, context, file.messages.slice(before))
      const called = { plugin, hook: `${hook}\` on \`${name}`, isAsync: transform.length > 2 }
      const changed = checkResult(result, called)
      const problem = treeProblem(changed ?? tree)
      if (problem !== undefined) throw new PluginFailure(resultFinding(source, called.hook, problem))
      return changed
    }
  }
}

interface Called {
  plugin: Plugin
  hook: string
  /** It calls back. */
  isAsync: boolean
}

function checkResult(result: unknown, { plugin, hook, isAsync }: Called): Root | undefined {
  if (result === undefined || result === null) {
    if (!isAsync) return undefined
  } else if ((result as Partial<Root>).type === 'root') return result as Root
  const isPromise = isAsync || typeof (result as Partial<Promise<unknown>>).then === 'function'
  const problem = isPromise ? 'it is asynchronous' : 'a tree begins with a node of the type `root`'
  throw new PluginFailure(resultFinding(plugin.source, hook, problem))
}

/** What a plugin has to say of a page: `file.message()`, with `fatal` and `note` as vfile has them. */
function reportMessages({ source }: Plugin, context: PageContext, messages: VFile['messages']): void {
  for (const { reason, ruleId, line, column, fatal, note } of messages) {
    const rule = /^[a-z][a-z0-9-]*$/.test(ruleId ?? '') ? ruleId : 'content'
    const place = placeAt(context.source, line ?? 1, column ?? 1)
    const severity = fatal === true ? 'error' : 'warning'
    const hint = note === undefined ? {} : { hint: note }
    context.findings.push({ rule: `${source.name}/${rule}`, severity, place, message: reason, ...hint })
  }
}
