import type * as z from 'zod'
import { configSchema } from '../schema/config.ts'

/** What is read of a schema of zod. */
interface SchemaNode {
  def: {
    type: string
    innerType?: SchemaNode
    getter?: () => SchemaNode
    options?: SchemaNode[]
    shape?: Record<string, SchemaNode>
    element?: SchemaNode
    valueType?: SchemaNode
    values?: unknown[]
    entries?: Record<string, string>
  }
  meta?(): z.core.GlobalMeta | undefined
}

/** Names of keys that the configuration may have at `path`; none where they are free. */
export function keysAt(path: readonly PropertyKey[]): string[] {
  const keys = schemasAt(path).flatMap(({ def }) => Object.keys(def.shape ?? {}))
  return [...new Set(keys)]
}

/** The forms that the value at `path` may have, in words and code. */
export function formsAt(path: readonly PropertyKey[]): string[] {
  return [...new Set(schemasAt(path).flatMap(formsOf))]
}

/** The schemas of which a value at `path` has to meet one. */
function schemasAt(path: readonly PropertyKey[]): SchemaNode[] {
  let schemas = alternatives(configSchema as unknown as SchemaNode)
  for (const part of path) schemas = schemas.flatMap(schema => childrenOf(schema, part))
  return schemas
}

function childrenOf({ def }: SchemaNode, part: PropertyKey): SchemaNode[] {
  const child = typeof part === 'number' ? def.element : (def.shape?.[String(part)] ?? def.valueType)
  return child ? alternatives(child) : []
}

/** A schema without what is around it: defaults, laziness, unions. */
function alternatives(schema: SchemaNode): SchemaNode[] {
  const { innerType, getter, options } = schema.def
  if (options) return options.flatMap(alternatives)
  const inner = innerType ?? getter?.()
  return inner ? alternatives(inner) : [schema]
}

const KINDS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  boolean: '`true` or `false`',
  array: 'a list',
  record: 'an object',
}

function formsOf(schema: SchemaNode): string[] {
  const { type, values, entries, shape } = schema.def
  const told = schema.meta?.()?.['form']
  if (typeof told === 'string') return [told]
  if (values) return values.map(code)
  if (entries) return Object.values(entries).map(code)
  if (shape) return [`\`${formOfObject(shape)}\``]
  return [KINDS[type] ?? type]
}

/** The keys that tell an object from others: those that it needs; where it needs none, all. */
function formOfObject(shape: Record<string, SchemaNode>): string {
  const names = Object.keys(shape)
  const needed = names.filter(
    name => !['optional', 'default', 'prefault'].includes(shape[name]?.def.type ?? ''),
  )
  const shown = (needed.length > 0 ? needed : names).map(name => {
    const [literal] = shape[name]?.def.values ?? []
    return typeof literal === 'string' ? `${name}: '${literal}'` : name
  })
  return `{ ${[...shown, ...(shown.length < names.length ? ['…'] : [])].join(', ')} }`
}

function code(value: unknown): string {
  return typeof value === 'string' ? `\`'${value}'\`` : `\`${String(value)}\``
}
