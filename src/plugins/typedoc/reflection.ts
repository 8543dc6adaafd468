/** TypeDoc's JSON (schema 2, of TypeDoc 0.26 and later), as far as pages are made of it. */
import * as z from 'zod'

/** What a reflection is, by its number in TypeDoc. */
export const Kind = {
  project: 1,
  module: 2,
  namespace: 4,
  enum: 8,
  member: 16,
  variable: 32,
  function: 64,
  class: 128,
  interface: 256,
  constructor: 512,
  property: 1024,
  method: 2048,
  accessor: 262_144,
  alias: 2_097_152,
  reference: 4_194_304,
} as const

const part = z.looseObject({
  kind: z.string(),
  text: z.string(),
  tag: z.string().optional(),
  target: z.unknown().optional(),
})

const comment = z.looseObject({
  summary: z.array(part).default([]),
  blockTags: z
    .array(z.looseObject({ tag: z.string(), name: z.string().optional(), content: z.array(part) }))
    .default([]),
})

/** A type: `type` says of which form it is, the other keys depend on it. `declaration`: of an object or function. */
export interface SomeType {
  [key: string]: unknown
  type: string
  declaration?: Reflection | undefined
}

const someType: z.ZodType<SomeType> = z.lazy(() =>
  z.looseObject({ type: z.string(), declaration: reflection.optional() }),
)

const flags = z.record(z.string(), z.unknown()).default({})

const parameter = z.looseObject({
  name: z.string(),
  flags,
  type: someType.optional(),
  default: someType.optional(),
  defaultValue: z.string().optional(),
  comment: comment.optional(),
})

const signature = z.looseObject({
  id: z.number(),
  name: z.string(),
  kind: z.number(),
  flags,
  comment: comment.optional(),
  parameters: z.array(parameter).default([]),
  typeParameters: z.array(parameter).optional(),
  type: someType.optional(),
})

const source = z.looseObject({ fileName: z.string(), line: z.number(), url: z.string().optional() })

const own = z.looseObject({
  id: z.number(),
  name: z.string(),
  kind: z.number(),
  flags,
  comment: comment.optional(),
  type: someType.optional(),
  defaultValue: z.string().optional(),
  signatures: z.array(signature).optional(),
  getSignature: signature.optional(),
  setSignature: signature.optional(),
  indexSignatures: z.array(signature).optional(),
  typeParameters: z.array(parameter).optional(),
  extendedTypes: z.array(someType).optional(),
  implementedTypes: z.array(someType).optional(),
  inheritedFrom: someType.optional(),
  target: z.number().optional(),
  sources: z.array(source).optional(),
})

export interface Reflection extends z.output<typeof own> {
  children?: Reflection[] | undefined
}
export type Signature = z.output<typeof signature>
export type Parameter = z.output<typeof parameter>
export type Comment = z.output<typeof comment>
export type Part = z.output<typeof part>

const reflection: z.ZodType<Reflection> = z.lazy(() =>
  own.extend({ children: z.array(reflection).optional() }),
)

/** The whole of it. */
export const projectSchema = own.extend({
  schemaVersion: z.string(),
  children: z.array(reflection).default([]),
  readme: z.array(part).optional(),
})

export type Project = z.output<typeof projectSchema>
