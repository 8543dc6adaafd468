import * as z from 'zod'
import { en } from '../../templates/strings/en.ts'
import { configSchema, glossarySchema, stringsSchema } from '../../src/schema/config.ts'
import { frontmatterSchema } from '../../src/schema/frontmatter.ts'
import { PLURAL_FORM, TOKEN_TEXTS } from './generated-pages.ts'
import { describedKeys, KEYS, textKey } from './keys.ts'
import type { SchemaNode } from './schema-keys.ts'
import { fail } from './entries.ts'

/** Frontmatter without the keys that templates don't receive. */
const SCHEMAS: Record<string, unknown> = {
  configuration: configSchema,
  frontmatter: frontmatterSchema.omit({ source: true, meta: true, redirectFrom: true }),
}

/**
 * Writes a schema as a TypeScript type with the description of every key. The types that zod infers have no comments, so
 * editors couldn't show the descriptions.
 */
export function writeType(name: string): string {
  const texts = editorTexts(name)
  const schema = SCHEMAS[name] as SchemaNode
  return objectType(schema.def.shape ?? {}, { texts, path: '', indent: '' })
}

/** JSON schemas by file name. `path`: the key of the reference that contains their keys. */
const FILES: Record<string, { schema: z.ZodType; reference: string; path: string }> = {
  configuration: { schema: configSchema, reference: 'configuration', path: '' },
  frontmatter: { schema: frontmatterSchema, reference: 'frontmatter', path: '' },
  glossary: { schema: glossarySchema, reference: 'configuration', path: 'check.glossary' },
}

/** JSON schemas for editors, by file name, with the description of every key. */
export function writeSchemas(): Record<string, string> {
  const files = Object.entries(FILES).map(([name, { schema, reference, path }]) => {
    // Editors support this version best.
    const json = z.toJSONSchema(schema, { io: 'input', target: 'draft-7', unrepresentable: 'any' })
    describe(json as JsonSchema, path, editorTexts(reference))
    return [name, JSON.stringify(json)]
  })
  return Object.fromEntries(files) as Record<string, string>
}

interface JsonSchema {
  description?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema | JsonSchema[]
  additionalProperties?: JsonSchema | boolean
  anyOf?: JsonSchema[]
}

/** Adds descriptions to a schema. Items of lists and records use the path of the list or record. */
function describe(schema: JsonSchema, path: string, texts: Readonly<Record<string, string>>): void {
  const { properties = {}, items = [], additionalProperties, anyOf = [] } = schema
  for (const [name, value] of Object.entries(properties)) {
    const key = path === '' ? name : `${path}.${name}`
    const text = texts[key]?.split('\n\n@')[0]
    if (text !== undefined) value.description = text
    describe(value, key, texts)
  }
  const others = typeof additionalProperties === 'object' ? [additionalProperties] : []
  for (const other of [...[items].flat(), ...anyOf, ...others]) describe(other, path, texts)
}

interface Place {
  texts: Readonly<Record<string, string>>
  /** Path and indentation of the surrounding object. */
  path: string
  indent: string
}

function objectType(shape: Record<string, SchemaNode>, { texts, path, indent }: Place): string {
  const inner = `${indent}    `
  const members = Object.entries(shape).flatMap(([name, value]) => {
    const key = path === '' ? name : `${path}.${name}`
    const isOptional = ['optional', 'default', 'prefault'].includes(value.def.type)
    const type = typeOf(value, { texts, path: key, indent: inner })
    const written = /^\w+$/.test(name) ? name : `'${name}'`
    const said = texts[key]
    return [
      ...(said === undefined ? [] : comment(said, inner)),
      `${inner}${written}${isOptional ? '?' : ''}: ${type}${isOptional ? ' | undefined' : ''};`,
    ]
  })
  return ['{', ...members, `${indent}}`].join('\n')
}

const PLAIN = new Set(['string', 'number', 'boolean', 'null'])

function typeOf(schema: SchemaNode, place: Place): string {
  const { def } = schema
  const { type } = def
  if (PLAIN.has(type)) return type
  if (def.shape) return objectType(def.shape, place)
  if (def.options) return unique(def.options.map(option => typeOf(option, place)))
  if (def.values) return unique(def.values.map(value => JSON.stringify(value)))
  if (def.entries) return unique(Object.values(def.entries).map(value => JSON.stringify(value)))
  if (def.element) return `(${typeOf(def.element, place)})[]`
  if (def.items) return `[${def.items.map(item => typeOf(item, place)).join(', ')}]`
  if (type === 'record') return `Record<string, ${def.valueType ? typeOf(def.valueType, place) : 'unknown'}>`
  if (type === 'nullable' && def.innerType) return `${typeOf(def.innerType, place)} | null`
  if (def.innerType) return typeOf(def.innerType, place)
  // Recursive types need a name: sidebar entries and the data of plugins.
  if (type === 'lazy')
    return place.path.includes('sidebar') ? "import('./values.ts').SidebarEntry" : 'z.core.util.JSONType'
  return fail(`No TypeScript type is known for a schema of the kind \`${type}\`, at \`${place.path}\`.`)
}

function unique(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

function comment(text: string, indent: string): string[] {
  const lines = text.replaceAll('*/', '*\\/').split('\n')
  return [`${indent}/**`, ...lines.map(line => `${indent} * ${line}`.trimEnd()), `${indent} */`]
}

/** What editors show for each key of a reference, by path: description, default and example. */
function editorTexts(name: string): Record<string, string> {
  const reference = KEYS[name] ?? fail(`There is no reference \`${name}\`.`)
  const described = new Map(describedKeys(reference).map(key => [key.path, key]))
  const texts = reference.keys.map(({ path }): [string, string] => {
    const key = described.get(textKey(path))
    const text = key && reference.texts[key.path]
    if (!text) return [path, sentence(textElsewhere(path))]
    const value = text.default ? plain(text.default.en) : key.default
    return [
      path,
      [
        sentence(plain(text.en)),
        ...(value === undefined ? [] : ['', `@default ${value}`]),
        ...(text.example === undefined ? [] : ['', '@example', text.example]),
      ].join('\n'),
    ]
  })
  return Object.fromEntries(texts)
}

/** Colors use the descriptions of custom properties, and UI strings the English string. */
function textElsewhere(path: string): string {
  const name = path.slice(path.lastIndexOf('.') + 1)
  const token = TOKEN_TEXTS[`--${name}`]
  if (token) return token.en
  if (!(name in stringsSchema.shape)) return fail(`\`${path}\` has no description.`)
  const string = Object.entries(en).find(([key]) => key === name)
  return string ? `In English “${string[1]}”` : PLURAL_FORM.en
}

/** Replaces links by their text, because editors would show the Markdown. */
function plain(text: string): string {
  return text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`.replace(/\.\.$/, '.')
}
