import type { UserConfig } from '../../schema/config.ts'
import type { Note } from '../common/notes.ts'
import { list, text, values, type Values } from '../common/values.ts'

interface MarkdownContext {
  source: string
  note: Note
  /** How many pages open a container of a name. */
  pagesWith: (container: string) => number
}

/** Plugins of the parser whose work docsgen does by itself. */
const BUILT_IN =
  /^(?:markdown-it-(?:footnote|task-lists|anchor|emoji|attrs)|vitepress-plugin-(?:group-icons|tabs))$/
/** Plugins that come with docsgen, by what they are for. */
const OWN: readonly [RegExp, string][] = [
  [/mermaid/, 'docsgen/plugins/mermaid'],
  [/math|katex/, 'docsgen/plugins/math'],
]
/** Settings that are taken over, or mean nothing here. */
const KNOWN = new Set(
  'lineNumbers math anchor config preConfig container codeCopyButton codeCopyButtonTitle toc headers image attrs gfmAlerts externalLinks emoji codeTransformers theme cache component frontmatter sfc linkify html typographer breaks quotes highlight languageLabel shikiSetup'.split(
    ' ',
  ),
)

/** Settings of `markdown`, and the plugins that do what those of VitePress did. */
export function translateMarkdown(
  markdown: Values,
  { source, note, pagesWith }: MarkdownContext,
): Pick<UserConfig, 'markdown' | 'plugins'> {
  if (values(markdown['anchor'])['slugify'] !== undefined)
    note(
      '`markdown.anchor.slugify` makes ids of its own: headings may get other ids, and links to them may break.',
    )
  const brace = text(values(markdown['attrs'])['leftDelimiter'])
  if (brace !== undefined && brace !== '{' && brace !== '%{')
    note(
      `\`markdown.attrs.leftDelimiter: ${JSON.stringify(brace)}\`: ids of headings are written \`{#id}\` or \`%{#id}%\`.`,
    )
  for (const key of Object.keys(markdown)
    .filter(name => !KNOWN.has(name))
    .toSorted())
    note(`\`markdown.${key}\` has no counterpart.`)
  const plugins = new Set<string>()
  if (isOn(markdown['math'])) plugins.add('docsgen/plugins/math')
  for (const use of usesOf(markdown)) {
    const name = text(use['plugin']) ?? ''
    const own = OWN.find(([pattern]) => pattern.test(name))?.[1]
    if (own) plugins.add(own)
    else if (!BUILT_IN.test(name)) note(`The Markdown plugin \`${name}\` has no counterpart.`)
  }
  return {
    markdown: {
      slugs: 'vitepress',
      includeRoot: source,
      ...(markdown['lineNumbers'] === true ? { lineNumbers: true } : {}),
      ...(pagesWith('raw') > 0 ? { containers: { raw: { kind: 'v-pre' as const } } } : {}),
    },
    ...(plugins.size > 0 ? { plugins: [...plugins] } : {}),
  }
}

function isOn(value: unknown): boolean {
  return value !== undefined && value !== false
}

/** Plugins that the parser is given by a function. */
function usesOf(markdown: Values): Values[] {
  return [markdown['preConfig'], markdown['config']]
    .flatMap(extend => list(values(extend)['$use']))
    .map(values)
}
