/** The part of a zod schema that is used here. */
export interface SchemaNode {
  def: {
    type: string
    innerType?: SchemaNode
    getter?: () => SchemaNode
    in?: SchemaNode
    options?: SchemaNode[]
    shape?: Record<string, SchemaNode>
    element?: SchemaNode
    items?: SchemaNode[]
    keyType?: SchemaNode
    valueType?: SchemaNode
    values?: unknown[]
    entries?: Record<string, string>
    defaultValue?: unknown
  }
}

/** A key of the configuration or the frontmatter. */
export interface SchemaKey {
  /** Parts joined by dots. Items of lists and records have the path of the list or record. */
  path: string
  /** As a TypeScript type. */
  type: string
  /** As written in a file, if there is one. */
  default?: string
  isRequired: boolean
}

/** All keys of a zod schema in order, each followed by those below it. */
export function keysOf(schema: unknown): SchemaKey[] {
  const found = new Map<string, SchemaKey>()
  addKeys(schema as SchemaNode, '', found)
  return [...found.values()]
}

/** Levels of a recursive schema that are listed. */
const DEEPEST = 6

function addKeys(schema: SchemaNode, path: string, found: Map<string, SchemaKey>): void {
  if (path.split('.').length > DEEPEST) return
  for (const { def } of alternatives(schema)) {
    const inner = def.element ?? def.valueType
    if (inner) addKeys(inner, path, found)
    for (const [name, value] of Object.entries(def.shape ?? {})) {
      const key = path === '' ? name : `${path}.${name}`
      const known = found.get(key)
      found.set(key, known ? join(known, describeValue(value)) : { path: key, ...describeValue(value) })
      if (known) continue
      addKeys(value, key, found)
    }
  }
}

/** Merges a key that occurs in several variants of an object. */
function join(key: SchemaKey, { type, isRequired }: Omit<SchemaKey, 'path'>): SchemaKey {
  const types = new Set([...key.type.split(' | '), ...type.split(' | ')])
  return { ...key, type: [...types].join(' | '), isRequired: key.isRequired && isRequired }
}

function describeValue(schema: SchemaNode): Omit<SchemaKey, 'path'> {
  const type = [...new Set(alternatives(schema).map(typeOf))].join(' | ')
  const isRequired = !['optional', 'default', 'prefault'].includes(schema.def.type)
  if (schema.def.type !== 'default') return { type, isRequired }
  return { type, isRequired, default: write(schema.def.defaultValue) }
}

/** Unwraps a schema: defaults, lazy schemas, unions. */
function alternatives(schema: SchemaNode): SchemaNode[] {
  const { innerType, getter, options, in: input } = schema.def
  if (options) return options.flatMap(alternatives)
  const inner = innerType ?? getter?.() ?? input
  const below = inner ? alternatives(inner) : [schema]
  return schema.def.type === 'nullable' ? [...below, { def: { type: 'null' } }] : below
}

function typeOf({ def }: SchemaNode): string {
  if (def.values) return def.values.map(write).join(' | ')
  if (def.entries) return Object.values(def.entries).map(write).join(' | ')
  if (def.element) return listOf([...new Set(alternatives(def.element).map(typeOf))])
  if (def.type === 'record') return 'object'
  return def.type
}

function listOf(types: readonly string[]): string {
  return types.length === 1 && !types[0]?.includes('|') ? `${types[0]}[]` : `(${types.join(' | ')})[]`
}

function write(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`
  if (Array.isArray(value)) return `[${value.map(write).join(', ')}]`
  if (value === null || typeof value !== 'object') return String(value)
  const entries = Object.entries(value).map(
    ([key, each]) => `${/^\w+$/.test(key) ? key : `'${key}'`}: ${write(each)}`,
  )
  return entries.length > 0 ? `{ ${entries.join(', ')} }` : '{}'
}
