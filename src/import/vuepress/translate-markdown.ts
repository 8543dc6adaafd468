import type { Note } from '../common/notes.ts'
import { list, text, values } from '../common/values.ts'

/** Plugins of the parser whose work docsgen does by itself. */
const BUILT_IN = new Set([
  'markdown-it-footnote',
  'markdown-it-task-lists',
  'markdown-it-anchor',
  'markdown-it-emoji',
])

/** Settings of `markdown`: line numbers, the folder that includes start from, notes on the rest. */
export function translateMarkdown(
  markdown: unknown,
  note: Note,
): { lineNumbers?: true; includeRoot?: string } {
  const { lineNumbers, slugify, extendMarkdown, config, plugins, ...rest } = values(markdown)
  if (slugify !== undefined) {
    note('`markdown.slugify` makes ids of its own: headings may get other ids, and links to them may break.')
  }
  for (const key of Object.keys(rest).toSorted()) note(`\`markdown.${key}\` has no counterpart.`)
  const extended = values(extendMarkdown ?? config)
  if (extended['$function']) note('`markdown.extendMarkdown` could not be read.')
  const result: { lineNumbers?: true; includeRoot?: string } = lineNumbers === true ? { lineNumbers } : {}
  const named = list(plugins).map(entry => {
    const [plugin, options] = Array.isArray(entry) ? (entry as unknown[]) : [entry]
    const name = text(plugin) ?? text(values(plugin)['$function']) ?? 'of the site itself'
    return { plugin: name.replace(/^(?!markdown-it-|@)/, 'markdown-it-'), options }
  })
  for (const use of [...named, ...list(extended['$use']).map(values)]) {
    const plugin = text(use.plugin) ?? ''
    if (BUILT_IN.has(plugin)) continue
    if (plugin !== 'markdown-it-include') note(`The Markdown plugin \`${plugin}\` has no counterpart.`)
    else result.includeRoot = text(use.options) ?? text(values(use.options)['root']) ?? '.'
  }
  return result
}
