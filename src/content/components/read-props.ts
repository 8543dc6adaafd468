import type * as z from 'zod'
import { nearest } from '../../lib/nearest.ts'
import type { Component, Problem } from './component.ts'

/** Attributes as they are written; a bare name is `true`. */
export type GivenProps = Readonly<Record<string, string | true>>

/** The properties that a component is rendered with. Wrong attributes are left out; undefined if it cannot do without. */
export function readProps(
  { props, name }: Component,
  given: GivenProps,
): { props: Record<string, unknown> | undefined; problems: Problem[] } {
  const { shape } = props
  const known = Object.keys(shape)
  const problems: Problem[] = []
  const values: Record<string, unknown> = {}
  for (const [attribute, written] of Object.entries(given)) {
    const schema = Object.hasOwn(shape, attribute) ? (shape[attribute] as z.ZodType) : undefined
    if (!schema) {
      problems.push({ attribute, ...unknownAttribute(attribute, name, known) })
      continue
    }
    const value = convert(written, schema)
    if (schema.safeParse(value).success) values[attribute] = value
    else
      problems.push({
        attribute,
        message: `\`${attribute}\` of \`${name}\` cannot be ${show(written)}.`,
        hint: wanted(schema),
      })
  }
  const missing = known.filter(
    key => !(key in values) && !(shape[key] as z.ZodType).safeParse(undefined).success,
  )
  const absent = missing.filter(key => !Object.hasOwn(given, key))
  for (const key of absent)
    problems.push({ message: `\`${name}\` lacks \`${key}\`.`, hint: `Add \`${key}="…"\`.` })
  const read = missing.length === 0 ? props.safeParse(values) : undefined
  // What attributes say of each other.
  for (const { message } of read?.error?.issues ?? [])
    problems.push({
      message: `The attributes of \`${name}\` do not go together: ${message.replace(/\.?$/, '.')}`,
    })
  return { props: read?.data, problems }
}

function unknownAttribute(attribute: string, name: string, known: readonly string[]) {
  const message = `\`${attribute}\` is no attribute of \`${name}\`; it is left out.`
  const bare = attribute.replace(/^(?::|v-bind:)/, '')
  if (bare !== attribute && known.includes(bare))
    return { message, hint: `Nothing is evaluated: write \`${bare}="…"\` with the text itself.` }
  const near = nearest(attribute, known)
  const list = known.map(key => `\`${key}\``).join(', ')
  const all = known.length > 0 ? `It has ${list}.` : 'It has none.'
  return { message, hint: near ? `Did you mean \`${near}\`?` : all }
}

function show(written: string | true): string {
  return written === true ? 'without a value' : JSON.stringify(written).replace(/^"|"$/g, '`')
}

/** Text as the schema wants it. */
function convert(written: string | true, schema: z.ZodType): unknown {
  const type = innermost(schema).def.type
  if (type === 'boolean' && (written === true || written === '' || written === 'true')) return true
  if (type === 'boolean' && written === 'false') return false
  if (type === 'number' && written !== true && written.trim() !== '') return Number(written)
  return written
}

interface Defined {
  def: { type: string; innerType?: Defined; entries?: Record<string, string> }
}

/** The type within `optional` and `default`. */
function innermost(schema: z.ZodType): Defined {
  let inner = schema as unknown as Defined
  while (inner.def.innerType) inner = inner.def.innerType
  return inner
}

function wanted(schema: z.ZodType): string {
  const { type, entries } = innermost(schema).def
  if (entries)
    return `Write one of ${Object.keys(entries)
      .map(key => `\`${key}\``)
      .join(', ')}.`
  if (type === 'boolean') return 'Write its name alone, or `true` or `false`.'
  return type === 'number' ? 'Write a number.' : 'Write a text in quotes.'
}
