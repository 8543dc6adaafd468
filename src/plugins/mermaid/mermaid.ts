/** `docsgen/plugins/mermaid`: diagrams in the language of Mermaid, drawn as SVG when the site is built. */
import * as z from 'zod'
import type { HtmlTree, PluginDefinition } from '../../schema/plugin.ts'
import { nameOf } from '../names.ts'
import { readDiagram } from './diagram.ts'
import { drawDiagram } from './drawing.ts'

const options = z.strictObject({
  /** Further languages of fences that are diagrams: `['mmd']`. */
  languages: z.array(z.string().regex(/^[\w-]+$/, 'must be the language of a fence')).default([]),
})

type Options = z.output<typeof options>
type Fences = Record<string, (code: string, info: string, context: Context) => Drawn>
type Drawn = { html: HtmlTree; problems: ReturnType<typeof readDiagram>['problems'] }

interface Context {
  lang: string
  id: string
}

const plugin: PluginDefinition<Options> = {
  name: 'mermaid',
  options,
  styles: ['./mermaid.css'],
  markdown: ({ languages }) => {
    const fences: Fences = {}
    for (const language of ['mermaid', ...languages]) fences[language] = drawFence
    return { fences }
  },
}

export default plugin

function drawFence(code: string, info: string, { lang, id }: Context): Drawn {
  const diagram = readDiagram(code)
  const { problems, source, description = '' } = diagram
  const label = nameOf('diagram', lang)
  const title = diagram.title || /\btitle="([^"]*)"/.exec(info)?.[1] || label
  if (problems.length > 0) return { html: sourceOf(code, label), problems }
  try {
    const svg = drawDiagram(source, { title, description, id })
    if (svg) return { html: boxOf('div', 'mermaid', { label, child: svg }), problems: [] }
    throw new Error('there is nothing in it')
  } catch (error) {
    const { message } = error as Error
    return {
      html: sourceOf(code, label),
      problems: [{ message: `The diagram cannot be drawn: ${message}.`, rule: 'syntax' }],
    }
  }
}

/** What is too wide for a phone is scrolled, with a keyboard, too. */
function boxOf(
  tagName: string,
  name: string,
  { label, child }: { label: string; child: HtmlTree },
): HtmlTree {
  const properties = { className: [name], role: 'group', tabIndex: 0, ariaLabel: label }
  return { type: 'element', tagName, properties, children: [child] }
}

function sourceOf(code: string, label: string): HtmlTree {
  const child = {
    type: 'element',
    tagName: 'code',
    properties: {},
    children: [{ type: 'text', value: code }],
  }
  return boxOf('pre', 'mermaid-source', { label, child })
}
