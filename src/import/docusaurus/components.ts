import { box, code, content, link, tabs } from '../common/mdx/common-components.ts'
import { textOf } from '../common/mdx/html-element.ts'
import type { ConvertElement } from '../common/mdx/page.ts'

/** Names of admonitions that are others here. */
export const ADMONITIONS: Readonly<Record<string, string>> = { success: 'tip', secondary: 'info' }

const nothing: ConvertElement = () => ({ text: '' })

const themedImage: ConvertElement = ({ tag, ...element }) => {
  const alt = textOf({ tag, ...element }, 'alt') ?? ''
  const sources = tag.attributes.get('sources')
  const light =
    typeof sources === 'object' ? /light\s*:[^'"]{0,40}['"]([^'"]+)['"]/.exec(sources.code)?.[1] : undefined
  return light === undefined ? undefined : { text: `![${alt}](${light})` }
}

/** Components of the classic theme that have a counterpart. */
export const COMPONENTS: Readonly<Record<string, ConvertElement>> = {
  Tabs: tabs('groupId'),
  Admonition: box('note', ADMONITIONS),
  CodeBlock: code('language'),
  Link: link('to'),
  Translate: content,
  Head: nothing,
  TOCInline: nothing,
  ThemedImage: themedImage,
}
