import { BUILT_IN } from '../../src/content/components/built-in.ts'
import type { Component, ComponentKind } from '../../src/content/components/component.ts'
import texts from '../reference/components.json' with { type: 'json' }
import { type GeneratedText, writePage } from './generated-pages.ts'
import { factsOf } from './keys.ts'
import { keysOf } from './schema-keys.ts'
import { code, fail, idOf, type Language, say, type Text, writeEntries } from './entries.ts'

/** Texts of components (`badge`) and their attributes (`badge.type`). */
const TEXTS: Readonly<Record<string, Text>> = texts

const COMPONENTS: GeneratedText = {
  title: { en: 'Components reference', ja: 'コンポーネントのリファレンス', zh: '组件参考' },
  description: {
    en: 'Every component of docsgen with its attributes, their types and defaults.',
    ja: 'docsgen のすべてのコンポーネントと、その属性、型、既定値。',
    zh: 'docsgen 的每个组件及其属性、类型和默认值。',
  },
  intro: {
    en: "All components and their attributes. For examples, see [Components](../guide/components.md). docsgen warns you about attributes that aren't listed here ([`markdown/attribute`](rules.md#markdown-attribute)).",
    ja: 'すべてのコンポーネントとその属性の一覧です。例は「[コンポーネント](../guide/components.md)」を参照してください。ここにない属性には警告が出ます（[`markdown/attribute`](rules.md#markdown-attribute)）。',
    zh: '组件的写法和示例参见[组件](../guide/components.md)。使用这里没有列出的属性时，docsgen 会发出警告（[`markdown/attribute`](rules.md#markdown-attribute)）。',
  },
}

const LABEL: Text = {
  en: ' Can be written in square brackets.',
  ja: '角括弧の中にも書けます。',
  zh: '可以写在方括号中。',
}
const WITHIN: Text = { en: 'Inside ', ja: '使える場所：', zh: '位于：' }

/** Syntax of a component, by its kind. */
const FORMS: Readonly<Record<ComponentKind, (name: string) => string>> = {
  inline: name => `:${name}[…]`,
  block: name => `::${name}[…]`,
  container: name => `::: ${name}`,
}

/** Writes the page that lists all components. */
export function componentsPage(language: Language): string {
  const sections = BUILT_IN.map(component => describeComponent(component, language))
  return writePage(COMPONENTS, sections, language)
}

function describeComponent({ name, kinds, props, label, within }: Component, language: Language): string {
  const describe = (key: string) =>
    say(TEXTS[key] ?? fail(`\`docs/reference/components.json\` has no text for \`${key}\`.`), language)
  const forms = kinds.map(kind => code(FORMS[kind](name))).join(' · ')
  const place = within ? [`${say(WITHIN, language)}${within.map(code).join(', ')}`] : []
  const entries = keysOf(props).map(key => {
    const inBrackets = key.path === label ? say(LABEL, language) : ''
    const text = describe(`${name}.${key.path}`) + inBrackets
    return { id: idOf(name, key.path), name: key.path, facts: factsOf(key, undefined, language), text }
  })
  const list = entries.length > 0 ? [writeEntries(entries)] : []
  const about = [describe(name), [forms, ...place].join(' · '), ...list]
  return [`## ${code(name)} {#${name}}`, ...about].join('\n\n')
}
