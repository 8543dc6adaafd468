/** Hooks that run on a page: fences, components, data, and plugins of remark and rehype. */
import type { ElementContent } from 'hast'
import type { Code, Root } from 'mdast'
import type { PluggableList, Plugin as UnifiedPlugin, Processor } from 'unified'
import type { VFile } from 'vfile'
import * as z from 'zod'
import { failureFinding, findNoJson, frozen, type Plugin } from '../plugins/run.ts'
import { PluginFailure, resultFinding, runPageHook } from '../plugins/run.ts'
import type { Place } from '../schema/finding.ts'
import type { Json } from '../schema/frontmatter.ts'
import type { ParsedPage } from '../schema/page.ts'
import type { HtmlTree, PluginProblem, TreePlugin } from '../schema/plugin.ts'
import type { Component } from './components/component.ts'
import { createTreeWatch, noteUses } from './made-uses.ts'
import { contextOf, type PageContext } from './page-context.ts'

const TEXTS = new Set(['text', 'inlineCode', 'code', 'html', 'raw', 'comment'])

function treeProblem(node: unknown, around = new Set<unknown>()): string | undefined {
  const { type, value, tagName, children } = (node ?? {}) as Partial<Record<keyof HtmlTree, unknown>>
  if (typeof type !== 'string') return 'a node of the tree has no `type`'
  if (around.has(node)) return `a node \`${type}\` contains itself`
  if (TEXTS.has(type) && typeof value !== 'string')
    return `\`value\` of the \`${type}\` node must be a string`
  if (type === 'element' && typeof tagName !== 'string') return 'an element has no `tagName`'
  if (children === undefined) return undefined
  if (!Array.isArray(children)) return `\`children\` of the \`${type}\` node must be a list`
  around.add(node)
  const problem = Array.from(children, child => treeProblem(child, around)).find(Boolean)
  around.delete(node)
  return problem
}

/** A copy that a plugin can't change but may put into its tree; `owned`: copy → original. */
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

/** Adds what plugins may leave out; copies are the nodes of the page again. */
function wholeTree(tree: HtmlTree, owned?: ReadonlyMap<HtmlTree, ElementContent>): ElementContent {
  const own = owned?.get(tree)
  if (own || tree.type !== 'element') return own ?? (tree as ElementContent)
  const children = (tree.children ?? []).map(child => wholeTree(child, owned))
  return { ...tree, properties: { ...tree.properties }, children } as ElementContent
}

/** `run` throws the finding for an error of the hook, `wrong` the one for an invalid result. */
function guard({ source }: Plugin, index: number, hook: string, on: { file: string; place?: Place }) {
  const { file, place } = on
  const failed = (error: unknown) => failureFinding(source, `\`${hook}\` ran on \`${file}\``, error, place)
  return {
    run: <Result>(call: () => Result) => runPageHook(index, call, failed),
    wrong: (problem: string): never => {
      throw new PluginFailure(resultFinding(source, `${hook}\` on \`${file}`, problem, place))
    },
  }
}

/** Lets plugins draw a fence; undefined leaves it to docsgen. */
export function drawFence(node: Code, { lang, meta }: { lang: string; meta: string }, page: PageContext) {
  const { file } = page.source
  for (const [index, plugin] of page.plugins.entries()) {
    const { source, options, markdown } = plugin
    const { fences = {} } = markdown
    const hook = Object.hasOwn(fences, lang) ? fences[lang] : undefined
    if (!hook) continue
    const place = page.placeOf(node)
    const { run, wrong } = guard(plugin, index, `markdown.fences.${lang}`, { file, place })
    const context = { options, file, lang: page.locale.lang, id: `fence.${page.codeBlocks.length}` }
    try {
      const result: unknown = run(() => hook(node.value, meta, context))
      if (result === undefined) continue
      const isHtml = typeof result === 'string' || typeof (result as HtmlTree | null)?.type === 'string'
      const { html, problems = [] } = (isHtml ? { html: result } : (result ?? {})) as {
        html?: string | HtmlTree
        problems?: PluginProblem[]
      }
      const isList = Array.isArray(problems) && problems.every(each => typeof each?.message === 'string')
      if (!isList || (html === undefined && problems.length === 0))
        return wrong('it must be a string, a tree, or `{ html, problems }`')
      const wrongTree = html === undefined || typeof html === 'string' ? undefined : treeProblem(html)
      if (wrongTree !== undefined) return wrong(wrongTree)
      for (const { rule = 'content', line, column, message, hint, severity = 'error' } of problems) {
        const first = node.position?.start.line ?? 1
        const at = line === undefined ? place : page.placeAt(first + line, 1)
        const problem = { rule: `${source.name}/${rule}`, severity, message, hint }
        page.report({ ...at, column: column ?? at.column }, problem)
      }
      if (html === undefined) continue
      const drawn = typeof html === 'string' ? html : page.stringify(wholeTree(html))
      noteUses(page, `the plugin \`${source.name}\``, drawn, place)
      return drawn
    } catch (error) {
      noteFailure(page, error)
    }
  }
  return undefined
}

function noteFailure({ findings }: Pick<ParsedPage, 'findings'>, error: unknown) {
  if (!(error instanceof PluginFailure)) throw error
  findings.push(error.finding)
}

export function readPageData(page: ParsedPage, plugins: readonly Plugin[]): Record<string, Json> | undefined {
  if (!plugins.some(({ definition }) => definition.page)) return undefined
  const { sections, headings, codeBlocks, links, excerpt, file } = page
  const record = frozen(structuredClone(page.record))
  const text = frozen(structuredClone({ sections, headings, codeBlocks, links, excerpt }))
  const data: Record<string, Json> = {}
  for (const [index, plugin] of plugins.entries()) {
    const { source, definition, options } = plugin
    const { run, wrong } = guard(plugin, index, 'page', { file })
    try {
      const value = run(() => definition.page?.(record, text, { options }))
      if (value === undefined) continue
      const at = findNoJson(value)
      if (at !== undefined) wrong(`\`data${at}\` can't be represented in JSON`)
      data[source.name] = value
    } catch (error) {
      noteFailure(page, error)
    }
  }
  return Object.keys(data).length > 0 ? data : undefined
}

export function pluginComponents(plugins: readonly Plugin[]): Component[] {
  return plugins.flatMap((plugin, index) =>
    Object.entries(plugin.markdown.components ?? {}).map(([name, definition]): Component => {
      const { kinds, props = z.strictObject({}), label, texts = [] } = definition
      return {
        name,
        kinds,
        props,
        texts,
        isForeign: true,
        parts: [],
        ...(label !== undefined && { label }),
        render(given, children, { file, lang, number, html, takeAddresses, noteUses }) {
          const { run, wrong } = guard(plugin, index, `markdown.components.${name}`, { file })
          const context = { options: plugin.options, file, lang, id: `${name}.${number}` }
          const owned = new Map<HtmlTree, ElementContent>()
          const lent = frozen(children.map(child => lend(child, owned)))
          const result: unknown = run(() => definition.render(given, lent, context))
          const maker = `the plugin \`${plugin.source.name}\``
          if (typeof result === 'string') {
            noteUses(maker, result)
            return [html(takeAddresses(result))]
          }
          const trees = (Array.isArray(result) ? result : [result]) as HtmlTree[]
          if (!trees.every(tree => typeof (tree as HtmlTree | null | undefined)?.type === 'string'))
            return wrong('it must be a string, a tree, or a list of trees')
          const problem = trees.map(tree => treeProblem(tree)).find(Boolean)
          if (problem !== undefined) return wrong(problem)
          noteUses(maker, trees)
          return trees.map(tree => wholeTree(tree, owned))
        },
      }
    }),
  )
}

type Attacher = (this: unknown, ...settings: unknown[]) => unknown
type Transform = (tree: unknown, file: VFile) => unknown

export function treePlugins(plugins: readonly Plugin[], kind: 'remark' | 'rehype'): PluggableList {
  return plugins.flatMap((plugin, position) =>
    (plugin.markdown[kind] ?? []).map((entry, index): [UnifiedPlugin<unknown[]>, ...unknown[]] => {
      const [attacher, ...settings] = [entry].flat() as [TreePlugin, ...unknown[]]
      const { source } = plugin
      const hook = `markdown.${kind}[${index}]`
      const guarded: UnifiedPlugin<unknown[]> = function (this: Processor, ...given) {
        const attach = () => (attacher as Attacher).apply(this, given)
        const transform = runPageHook(position, attach, error =>
          failureFinding(source, `\`${hook}\` was prepared`, error),
        )
        if (typeof transform !== 'function') return undefined
        return (tree, file) => {
          const page = contextOf(file)
          const { run, wrong } = guard(plugin, position, hook, page.source)
          const before = file.messages.length
          const watch = (page.watches[kind] ??= createTreeWatch(page, tree as HtmlTree))
          const result = run(() => (transform as Transform)(tree, file))
          for (const message of file.messages.slice(before)) reportMessage(message, source.name, page)
          const { type, then } = (result ?? {}) as { type?: unknown; then?: unknown }
          // A function of three parameters calls back.
          if (typeof then === 'function' || (transform.length > 2 && type !== 'root'))
            return wrong('it is asynchronous')
          const changed = (result ?? tree) as HtmlTree
          if (changed.type !== 'root') return wrong('the outermost node of a tree must be of type `root`')
          const problem = treeProblem(changed)
          if (problem !== undefined) return wrong(problem)
          watch(`the plugin \`${source.name}\``, changed)
          return changed as Root
        }
      }
      return [guarded, ...settings]
    }),
  )
}

function reportMessage(message: VFile['messages'][number], plugin: string, page: PageContext) {
  const { reason, ruleId, line, column, fatal, note } = message
  const name = /^[a-z][a-z0-9-]*$/.test(ruleId ?? '') ? ruleId : 'content'
  const rule = `${plugin}/${name}`
  const severity = fatal === true ? 'error' : 'warning'
  page.report(page.placeAt(line ?? 1, column ?? 1), { rule, severity, message: reason, hint: note })
}
