import { readFileSync } from 'node:fs'
import path from 'node:path'
import { SAME, type Strings, type TextName } from '../../src/schema/strings.ts'
import { stringsSchema } from '../../src/schema/config.ts'
import { en } from '../../templates/strings/en.ts'
import { ja } from '../../templates/strings/ja.ts'
import { zh } from '../../templates/strings/zh.ts'
import { code, fail, idOf, type Language, say, type Text, writeEntries } from './entries.ts'

import tokens from '../reference/tokens.json' with { type: 'json' }

/** Path of the style sheet with the custom properties, relative to `docs/`. */
export const TOKENS_FILE = '../templates/styles/tokens.css'

/** Descriptions of custom properties, by name. */
export const TOKEN_TEXTS: Readonly<Record<string, Text>> = tokens

/** Custom properties of the theme with their values in the light and dark schemes. */
export function readTokens(root: string): { name: string; light: string; dark: string | undefined }[] {
  const css = readFileSync(path.join(root, TOKENS_FILE), 'utf8')
  const declared = (text: string) =>
    new Map(
      [...text.matchAll(/^\s+(--[\w-]+):\s*([^;]+);/gm)].map(([, name = '', value = '']) => [
        name,
        value.replace(/\s+/g, ' '),
      ]),
    )
  const [plain = ''] = css.split('[lang]')
  const [, colors = ''] = css.split('color-scheme: light;')
  const [light = '', dark = ''] = colors.split('color-scheme: dark;')
  const darkValues = declared(dark)
  return [...declared(plain), ...declared(light)].map(([name, value]) => ({
    name,
    light: value,
    dark: darkValues.get(name),
  }))
}

export interface GeneratedText {
  title: Text
  description: Text
  intro: Text
}

const TOKENS: GeneratedText = {
  title: { en: 'Design tokens', ja: 'デザイントークン', zh: '设计令牌' },
  description: {
    en: 'Sizes, fonts and colors of the theme, as CSS custom properties.',
    ja: 'CSS カスタムプロパティで表した、テーマのサイズ、フォント、色。',
    zh: '主题的尺寸、字体和颜色，都是 CSS 自定义属性。',
  },
  intro: {
    en: 'The theme uses CSS custom properties for its sizes, fonts and colors. Change colors and fonts with [`theme.colors` and `theme.fonts`](../guide/theme.md#colors-and-fonts), and everything else in `templates/styles/site.css`.',
    ja: 'テーマのサイズ、フォント、色には、CSS カスタムプロパティを使っています。色とフォントは [`theme.colors` と `theme.fonts`](../guide/theme.md#colors-and-fonts) で、それ以外は `templates/styles/site.css` で変更します。',
    zh: '主题的尺寸、字体和颜色由 CSS 自定义属性定义。颜色和字体用 [`theme.colors` 和 `theme.fonts`](../guide/theme.md#colors-and-fonts) 修改，其他令牌在 `templates/styles/site.css` 中修改。',
  },
}

const LIGHT: Text = { en: 'light', ja: 'ライト', zh: '浅色' }
const DARK: Text = { en: 'dark', ja: 'ダーク', zh: '深色' }
const SIZES: Text = { en: 'Sizes and fonts', ja: 'サイズとフォント', zh: '尺寸与字体' }
const COLORS: Text = { en: 'Colors', ja: '色', zh: '颜色' }

/** Writes the page that lists all custom properties. */
export function tokensPage(root: string, language: Language): string {
  const tokens = readTokens(root).map(({ name, light, dark }) => {
    const text = TOKEN_TEXTS[name] ?? fail(`\`docs/reference/tokens.json\` has no text for \`${name}\`.`)
    const isColor = dark !== undefined
    const values = isColor
      ? `${say(LIGHT, language)} ${code(light)} · ${say(DARK, language)} ${code(dark)}`
      : code(light)
    return { id: idOf(name), name, facts: values, text: say(text, language), isColor }
  })
  const list = (areColors: boolean) => writeEntries(tokens.filter(({ isColor }) => isColor === areColors))
  const sections = [
    `## ${say(SIZES, language)} {#sizes-and-fonts}\n\n${list(false)}`,
    `## ${say(COLORS, language)} {#colours}\n\n${list(true)}`,
  ]
  return writePage(TOKENS, sections, language)
}

const STRINGS: GeneratedText = {
  title: { en: 'UI strings', ja: 'UI の文言', zh: '界面文本' },
  description: {
    en: 'All texts of the interface with their keys.',
    ja: 'インターフェイスのすべての文言と、そのキー。',
    zh: '界面的所有文本，以及用来修改它们的键。',
  },
  intro: {
    en: 'To change any of these texts, set [`strings`](../guide/languages.md#interface-texts) for a language. Placeholders in braces are replaced.',
    ja: 'これらの文言は、言語の [`strings`](../guide/languages.md#interface-texts) で変更できます。波括弧のプレースホルダーには値が入ります。',
    zh: '以下文本都可以在相应语言的 [`strings`](../guide/languages.md#interface-texts) 中修改。花括号中的占位符会替换为实际的值。',
  },
}

const STRINGS_OF: Readonly<Record<Language, Partial<Strings>>> = { en, ja, zh }
/** Description of a plural form that exists neither in English nor in the language of the page. */
export const PLURAL_FORM: Text = {
  en: '`searchResults` in a plural form that English does not have, as named by `Intl.PluralRules`.',
  ja: '検索結果の件数（`searchResults`）の複数形です。`Intl.PluralRules` の区分のうち、日本語では使われないものです。',
  zh: '与 `searchResults` 含义相同，用于中文没有的复数形式（名称与 `Intl.PluralRules` 一致）。',
}

/** Writes the page that lists all UI strings, in the language of the page. */
export function stringsPage(language: Language): string {
  const same = new Map<string, TextName>(SAME)
  const strings: Partial<Strings> = STRINGS_OF[language]
  const textOf = (key: keyof Strings): string | undefined =>
    strings[key] ?? strings[same.get(key) ?? key] ?? (en as Partial<Strings>)[key]
  const names = Object.keys(stringsSchema.shape) as (keyof Strings)[]
  const entries = names.map(key => ({
    id: idOf(key),
    name: key,
    text: textOf(key) ?? say(PLURAL_FORM, language),
  }))
  return writePage(STRINGS, [writeEntries(entries, 2)], language, false)
}

/** Writes a page in Markdown. The id of its title is the English one in every language. */
export function writePage(
  { title, description, intro }: GeneratedText,
  sections: string[],
  language: Language,
  outline: 2 | false = 2,
): string {
  const id = title.en.toLowerCase().replaceAll(' ', '-')
  return `---
description: '${say(description, language).replaceAll("'", "''")}'
outline: ${outline}
---

# ${say(title, language)} {#${id}}

${say(intro, language)}

${sections.join('\n\n')}
`
}
