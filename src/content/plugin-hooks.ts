import type { Code } from 'mdast'
import { type Plugin } from '../plugins/evaluate.ts'
import { failureFinding, resultFinding } from '../plugins/failure.ts'
import { frozenCopy } from '../plugins/freeze.ts'
import { findNoJson } from '../plugins/json.ts'
import { runPageHook } from '../plugins/running.ts'
import type { Finding, Place } from '../schema/finding.ts'
import type { ParsedPage } from '../schema/page.ts'
import type { Json } from '../schema/json.ts'
import type { FenceHook, HtmlTree, PluginProblem } from '../schema/plugin.ts'
import { type PageContext, placeAt } from './page-context.ts'
import { treeProblem, wholeTree } from './plugin-trees.ts'
import type { Fence } from './plugins/fence-info.ts'

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
  const line = context.offset + (node.position?.start.line ?? 1)
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
