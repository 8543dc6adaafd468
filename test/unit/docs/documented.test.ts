import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import * as YAML from 'yaml'
import { OPTIONS } from '../../../docs/plugins/command-line.ts'
import { readTokens, stringsPage, TOKEN_TEXTS } from '../../../docs/plugins/generated-pages.ts'
import { describedKeys, describeKeys, isListedElsewhere, KEYS, textKey } from '../../../docs/plugins/keys.ts'
import { API_TEXTS } from '../../../docs/plugins/programming-interface.ts'
import type { Language, Text } from '../../../docs/plugins/entries.ts'
import { BUILT_IN } from '../../../src/content/components/built-in.ts'
import { COLOR_NAMES } from '../../../src/schema/values.ts'
import { configSchema, stringsSchema } from '../../../src/schema/config.ts'
import { frontmatterSchema } from '../../../src/schema/frontmatter.ts'

import components from '../../../docs/reference/components.json' with { type: 'json' }
import cli from '../../../docs/reference/cli.json' with { type: 'json' }

const root = path.resolve(import.meta.dirname, '../../..')
const docs = path.join(root, 'docs')
const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
const LANGUAGES: readonly Language[] = ['en', 'ja', 'zh']
const folderOf = (language: Language) => (language === 'en' ? '' : `${language}/`)

/** Names without an English text, and texts of nothing. Translations may be missing: English is shown instead. */
function compare(needed: readonly string[], texts: Readonly<Record<string, { en?: string }>>) {
  return {
    missing: needed.filter(name => (texts[name]?.en ?? '').trim() === ''),
    needless: Object.keys(texts).filter(name => !needed.includes(name)),
  }
}
const COMPLETE = { missing: [], needless: [] }

describe.each(Object.entries(KEYS))('keys of the %s', (name, reference) => {
  it('all have a text', () => {
    expect(reference.keys.length).toBeGreaterThan(40)
    const needed = describedKeys(reference).map(key => key.path)
    expect(compare(needed, reference.texts)).toEqual(COMPLETE)
  })

  it('are all in the page', () => {
    const page = read(`docs/content/reference/${name}.md`)
    const fences = [...page.matchAll(/^```reference\n([^`]*)```$/gm)].map(([, words = '']) =>
      words.trim().split(/\s+/),
    )
    const lists = fences.map(([reference = '', ...names]) => describeKeys(reference, names, 'en'))
    const rows = [...lists.join('\n').matchAll(/^### /gm)].length
    const headings = [...page.matchAll(/^## `(\w+)`/gm)].length
    expect(rows + headings).toBe(describedKeys(reference).length - (name === 'frontmatter' ? 1 : 0))
  })

  it('have examples that the schema takes', () => {
    const schema = name === 'frontmatter' ? frontmatterSchema : configSchema
    const wrong = Object.entries(reference.texts).flatMap(([key, { example }]) => {
      if (example === undefined) return []
      const value = name === 'frontmatter' ? YAML.parse(example) : new Function(`return {${example}}`)()
      const result = schema.safeParse(value)
      return result.success ? [] : [`${key}: ${result.error.message}`]
    })
    expect(wrong).toEqual([])
  })
})

it('what is listed elsewhere is there', () => {
  const keys = KEYS['configuration']?.keys.map(({ path }) => path).filter(isListedElsewhere) ?? []
  const names = [...COLOR_NAMES, ...Object.keys(stringsSchema.shape)]
  expect([...new Set(keys.map(key => key.split('.').at(-1)))].toSorted()).toEqual(names.toSorted())
  for (const key of Object.keys(stringsSchema.shape)) expect(stringsPage('en')).toContain(`## \`${key}\` {`)
  expect(textKey('locales.nav.items.items.link')).toBe('theme.nav.link')
})

it('every command has a list of its options, and translations are of options that exist', () => {
  expect(OPTIONS.length).toBeGreaterThan(35)
  const page = read('docs/content/reference/cli.md')
  for (const { command } of OPTIONS) expect(page).toContain(`\`\`\`reference\ncli ${command}\n`)
  const names = OPTIONS.map(({ command, flags }) => `${command} ${flags}`)
  expect(Object.keys(cli).filter(name => !names.includes(name))).toEqual([])
})

it('every custom property of the theme has a text', () => {
  const tokens = readTokens(docs)
  const declared = [...read('templates/styles/tokens.css').matchAll(/^\s+(--[\w-]+):/gm)].map(
    ([, name]) => name,
  )
  expect(tokens.map(({ name }) => name)).toEqual([...new Set(declared)])
  const names = tokens.map(({ name }) => name)
  expect(compare(names, TOKEN_TEXTS)).toEqual(COMPLETE)
})

it('the guide to plugins names every key of a plugin', () => {
  const [, definition = ''] =
    /interface PluginDefinition[^{]*\{([^]*?)^\}/m.exec(read('src/schema/plugin.ts')) ?? []
  const keys = [...definition.matchAll(/^ {2}(\w+)\??:/gm)].map(([, key]) => key)
  expect(keys.length).toBeGreaterThan(10)
  const listed = [...read('docs/content/guide/plugins.md').matchAll(/^\| `(\w+)` /gm)].map(([, key]) => key)
  expect(listed.toSorted()).toEqual(keys.toSorted())
})

describe('the programming interface', () => {
  it('says of every type that the package exports what it is', () => {
    const index = read('src/index.ts')
    const listed = [...index.matchAll(/^export type \{([^}]*)\}/gm)]
      .flatMap(([, list = '']) => list.split(','))
      .map(name => name.trim().replace(/^.* as /, ''))
      .filter(Boolean)
    const all = [...read('src/schema/api.ts').matchAll(/^export (?:interface|type) (\w+)/gm)]
    const names = [...listed, ...all.map(([, name = '']) => name)]
    expect(names.length).toBeGreaterThan(40)
    const types = Object.entries(API_TEXTS).filter(([key]) => !key.includes('.'))
    expect(compare(names, Object.fromEntries(types))).toEqual(COMPLETE)
  })

  it('names every function', () => {
    const exported = /^export (?:async function (?=[a-z])|const )(\w+)/gm
    const names = [...read('src/index.ts').matchAll(exported)].map(([, name = '']) => name)
    expect(names).toContain('build')
    const page = read('docs/content/reference/api.md')
    expect(names.filter(name => !page.includes(`| \`${name}\` `))).toEqual([])
    for (const name of ['SiteOptions', 'BuildOptions', 'CheckOptions', 'DevOptions', 'types'])
      expect(page).toContain(`\`\`\`reference\napi ${name}\n`)
  })

  it('describes every option', () => {
    const interfaces = [
      ...read('src/schema/api.ts').matchAll(/^export interface (\w+Options)[^{]*\{\n([^]*?)^\}/gm),
    ]
    const options = interfaces.flatMap(([, name, body = '']) =>
      [...body.matchAll(/^ {2}(\w+)\??:/gm)].map(([, key]) => `${name}.${key}`),
    )
    expect(options.length).toBeGreaterThan(40)
    expect(Object.keys(API_TEXTS).filter(key => key.includes('.'))).toEqual(options)
  })
})

const COMPONENT_TEXTS: Readonly<Record<string, Text>> = components

it('every component and every attribute has a text', () => {
  const needed = BUILT_IN.flatMap(({ name, props }) => [
    name,
    ...Object.keys(props.shape).map(key => `${name}.${key}`),
  ])
  expect(compare(needed, COMPONENT_TEXTS)).toEqual(COMPLETE)
})

it('every component and every attribute that does something is in the guide', () => {
  const guide = read('docs/content/guide/components.md')
  const missing = BUILT_IN.flatMap(({ name, props }) => {
    const unnamed = Object.keys(props.shape)
      .filter(key => !/has no effect/i.test(COMPONENT_TEXTS[`${name}.${key}`]?.en ?? ''))
      .filter(key => !new RegExp(`\\b${key}=|\`${key}\``).test(guide))
    const isNamed = new RegExp(`:${name}\\b|::: ${name}\\b`).test(guide)
    return [...(isNamed ? [] : [name]), ...unnamed.map(key => `${name}: ${key}`)]
  })
  expect(missing).toEqual([])
})

it('links of texts lead to pages', () => {
  const texts = [...Object.values(KEYS).map(({ texts }) => texts), cli, API_TEXTS].flatMap(list =>
    Object.values<Partial<Record<Language, string>>>(list),
  )
  const links = texts.flatMap(text =>
    LANGUAGES.flatMap(language =>
      [...(text[language] ?? '').matchAll(/\]\(([^)#]+)/g)].map(([, link = '']) => ({ language, link })),
    ),
  )
  const GENERATED = /^(?:components|tokens|strings)\.md$/
  const lost = links.filter(
    ({ language, link }) =>
      !GENERATED.test(link) && !existsSync(path.join(docs, 'content', folderOf(language), 'reference', link)),
  )
  expect(lost).toEqual([])
})
