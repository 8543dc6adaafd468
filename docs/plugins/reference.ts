import { definePlugin } from 'docsgen'
import type { Root, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { LIMITS } from '../../src/schema/limits.ts'
import { describeOptions } from './command-line.ts'
import { stringsPage, TOKENS_FILE, tokensPage } from './generated-pages.ts'
import { componentsPage } from './components-page.ts'
import { describeKeys } from './keys.ts'
import { describeApi } from './programming-interface.ts'
import { fail, type Language } from './entries.ts'

/**
 * Creates the reference of docsgen from its source and the descriptions in `docs/reference`. Components, custom properties
 * and UI strings get their own pages. In other pages, a code block with the language `reference` becomes a list: its first
 * word is the name of the reference, and the others are the entries to list.
 */
export default definePlugin({
  name: 'reference',
  markdown: { remark: [putLists] },
  pages({ root, locales, watch }) {
    watch(TOKENS_FILE)
    return locales.flatMap(({ path }) => {
      const folder = `${path.slice(1)}reference`
      const language = (path.slice(1, -1) || 'en') as Language
      return [
        { path: `${folder}/components.md`, markdown: componentsPage(language) },
        { path: `${folder}/tokens.md`, markdown: tokensPage(root, language) },
        { path: `${folder}/strings.md`, markdown: stringsPage(language) },
      ]
    })
  },
})

function putLists() {
  return (tree: Root, file: { path: string }): void => {
    const language = languageOf(file.path)
    putLimits(tree)
    tree.children = tree.children.flatMap(node => {
      if (node.type !== 'code' || node.lang !== 'reference') return [node]
      return parse(listOf(node.value.split(/\s+/), language), node)
    })
  }
}

/** Replaces placeholders such as `%pageSeconds%` by the limits in the source. */
function putLimits(node: { value?: unknown; type: string; children?: unknown[] }): void {
  if (node.type === 'text')
    node.value = String(node.value).replace(/%([a-z]+[A-Z]\w+)%/g, (_name, key: string) =>
      String(LIMITS[key as keyof typeof LIMITS] ?? fail(`There is no limit \`${key}\`.`)),
    )
  for (const child of node.children ?? []) putLimits(child as typeof node)
}

function listOf([reference = '', ...names]: string[], language: Language): string {
  if (reference === 'cli') return describeOptions(names[0] ?? '', language)
  if (reference === 'api') return describeApi(names[0] ?? '', language)
  return describeKeys(reference, names, language)
}

/** Parses a text into nodes whose position is that of the code block. */
function parse(text: string, { position }: RootContent): RootContent[] {
  const { children } = fromMarkdown(text)
  const place = (node: { position?: unknown; children?: object[] }): void => {
    node.position = position
    node.children?.forEach(place)
  }
  children.forEach(place)
  return children
}

function languageOf(file: string): Language {
  return (/^content\/(ja|zh)\//.exec(file)?.[1] ?? 'en') as Language
}
