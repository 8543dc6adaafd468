import type { Root as HtmlRoot } from 'hast'
import type { Root } from 'mdast'
import type { Options as MarkdownOptions } from 'mdast-util-from-markdown'
import { type Plugin as UnifiedPlugin, type Processor, unified } from 'unified'
import type { VFile } from 'vfile'
import type { Plugin } from '../plugins/evaluate.ts'
import { failureFinding, PluginFailure, resultFinding } from '../plugins/failure.ts'
import { runPageHook } from '../plugins/running.ts'
import type { TreePlugin, TreePluginEntry } from '../schema/plugin.ts'
import { type PageContext, placeAt } from './page-context.ts'
import { treeProblem } from './plugin-trees.ts'

type Kind = 'remark' | 'rehype'
type Transform = (tree: unknown, file: VFile) => unknown

/** Plugins of remark or rehype: what they add to the syntax, and how they change a tree. */
export interface TreePlugins {
  syntax: Required<Pick<MarkdownOptions, 'extensions' | 'mdastExtensions'>>
  /** Returns the tree as it is afterwards. Throws `PluginFailure`. */
  run<Tree extends Root | HtmlRoot>(tree: Tree, context: PageContext, body: string): Tree
}

/** Prepares what plugins bring of one kind, in their order; undefined where there is nothing. Throws `PluginFailure`. */
export function createTreePlugins(plugins: readonly Plugin[], kind: Kind): TreePlugins | undefined {
  const entries = plugins.flatMap((plugin, position) =>
    (plugin.markdown[kind] ?? []).map((entry, index) => ({
      plugin,
      position,
      kind,
      entry,
      hook: `markdown.${kind}[${index}]`,
    })),
  )
  if (entries.length === 0) return undefined
  const processor = unified()
  for (const each of entries) attach(processor, each)
  processor.freeze()
  return {
    syntax: {
      extensions: listIn(processor, 'micromarkExtensions'),
      mdastExtensions: listIn(processor, 'fromMarkdownExtensions'),
    },
    run(tree, context, body) {
      const { source } = context
      const file = { path: source.file, value: body, data: {}, messages: [] as VFile['messages'] }
      const frontmatter = structuredClone(context.frontmatter)
      const { lang } = context.locale
      return processor.runSync(tree, { ...file, data: { page: context, frontmatter, lang } }) as typeof tree
    },
  }
}

interface Entry {
  plugin: Plugin
  /** Among all plugins that change pages. */
  position: number
  kind: Kind
  entry: TreePluginEntry
  /** `markdown.remark[0]`. */
  hook: string
}

/** Puts a plugin into the processor, so that what goes wrong in it is known as its own. */
function attach(processor: Processor, { plugin, position, kind, entry, hook }: Entry): void {
  const [attacher, ...settings] = (typeof entry === 'function' ? [entry] : entry) as [
    TreePlugin,
    ...unknown[],
  ]
  const { source } = plugin
  const guard = <Result>(when: string, run: () => Result): Result => {
    try {
      return runPageHook(position, `markdown.${kind}`, run)
    } catch (error) {
      if (error instanceof PluginFailure) throw error
      throw new PluginFailure(failureFinding(source, when, error))
    }
  }
  const guarded: UnifiedPlugin<unknown[]> = function (this: Processor, ...given) {
    const start = attacher as (this: unknown, ...all: unknown[]) => unknown
    const transform = guard(`\`${hook}\` was prepared`, () => start.apply(this, given))
    if (typeof transform !== 'function') return undefined
    return (tree, file) => {
      const context = (file.data as { page?: PageContext }).page
      const name = context?.source.file ?? file.path
      const before = file.messages.length
      const result = guard(`\`${hook}\` ran on \`${name}\``, () => (transform as Transform)(tree, file))
      if (context) report(plugin, context, file.messages.slice(before))
      const called = { plugin, hook: `${hook}\` on \`${name}`, isAsync: transform.length > 2 }
      const changed = checkResult(result, called)
      const problem = treeProblem(changed ?? tree)
      if (problem !== undefined) throw new PluginFailure(resultFinding(source, called.hook, problem))
      return changed
    }
  }
  processor.use(guarded, ...settings)
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
function report({ source }: Plugin, context: PageContext, messages: VFile['messages']): void {
  for (const { reason, ruleId, line, column, fatal, note } of messages) {
    const rule = /^[a-z][a-z0-9-]*$/.test(ruleId ?? '') ? ruleId : 'content'
    const place = placeAt(context.source, line ?? 1, column ?? 1)
    const severity = fatal === true ? 'error' : 'warning'
    const hint = note === undefined ? {} : { hint: note }
    context.findings.push({ rule: `${source.name}/${rule}`, severity, place, message: reason, ...hint })
  }
}

function listIn(processor: Processor, name: string): never[] {
  const list = (processor.data() as Record<string, unknown>)[name]
  return Array.isArray(list) ? (list as never[]) : []
}
