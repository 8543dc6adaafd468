import * as z from 'zod'
import type { Component, Render } from './components/component.ts'
import type { Plugin } from '../plugins/evaluate.ts'
import { failureFinding, PluginFailure, resultFinding } from '../plugins/failure.ts'
import { runPageHook } from '../plugins/running.ts'
import type { HtmlTree, PluginComponent } from '../schema/plugin.ts'
import { lendTrees, treeProblem } from './plugin-trees.ts'

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
