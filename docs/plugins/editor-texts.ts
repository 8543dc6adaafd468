import { en } from '../../templates/strings/en.ts'
import { configSchema, stringsSchema } from '../../src/schema/config.ts'
import { frontmatterSchema } from '../../src/schema/frontmatter.ts'
import { PLURAL_FORM, TOKEN_TEXTS } from './generated-pages.ts'
import { describedKeys, KEYS, textKey } from './keys.ts'
import type { SchemaNode } from './schema-keys.ts'
import { fail } from './entries.ts'

/** Of the frontmatter what templates receive. */
const SCHEMAS: Record<string, unknown> = {
  configuration: configSchema,
  frontmatter: frontmatterSchema.omit({ source: true, meta: true, redirectFrom: true }),
}

/**
 * What a reference is about as a type of TypeScript, with the text of every key: editors show nothing of what stands in a
 * schema, because the types that zod infers leave comments behind.
 */
export function writeType(name: string): string {
  const texts = editorTexts(name)
  const schema = SCHEMAS[name] as SchemaNode
  return objectType(schema.def.shape ?? {}, { texts, path: '', indent: '' })
}

interface Place {
  texts: Readonly<Record<string, string>>
  /** Of the keys around. */
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
  // What names itself has a name: the only ones are entries of a sidebar, and data of plugins.
  if (type === 'lazy')
    return place.path.includes('sidebar') ? "import('./values.ts').SidebarEntry" : 'z.core.util.JSONType'
  return fail(`There is no type for a schema of the kind \`${type}\`, at \`${place.path}\`.`)
}

function unique(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

function comment(text: string, indent: string): string[] {
  const lines = text.replaceAll('*/', '*\\/').split('\n')
  return [`${indent}/**`, ...lines.map(line => `${indent} * ${line}`.trimEnd()), `${indent} */`]
}

/** What editors show of every key of a reference, by its path: text, default, example. */
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

/** Colours have the texts of custom properties, interface texts those of English. */
function textElsewhere(path: string): string {
  const name = path.slice(path.lastIndexOf('.') + 1)
  const token = TOKEN_TEXTS[`--${name}`]
  if (token) return token.en
  if (!(name in stringsSchema.shape)) return fail(`Nothing is said of \`${path}\`.`)
  const string = Object.entries(en).find(([key]) => key === name)
  return string ? `In English “${string[1]}”` : PLURAL_FORM.en
}

/** Without what is no text in an editor: links. */
function plain(text: string): string {
  return text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`.replace(/\.\.$/, '.')
}
