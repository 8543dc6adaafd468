import type { Parameter, Signature, SomeType } from './reflection.ts'

/** A piece of a type; `target` is the id of the reflection that it names. */
export interface TypePiece {
  text: string
  target?: number
}

type Pieces = (TypePiece | string)[]

/** Nested more deeply than this, a type is an ellipsis. */
const MAX_DEPTH = 12

/** A type as TypeScript writes it, in pieces. */
export function writeType(type: SomeType | undefined, depth = 0): Pieces {
  if (!type) return ['unknown']
  const writer = Object.hasOwn(WRITERS, type.type) ? WRITERS[type.type] : undefined
  if (!writer || depth > MAX_DEPTH) return [typeof type['name'] === 'string' ? type['name'] : '…']
  return writer({ ...type, name: String(type['name'] ?? '…') } as never, inner => writeType(inner, depth + 1))
}

/** The same as one text. */
export function typeText(type: SomeType | undefined): string {
  return writeType(type)
    .map(piece => (typeof piece === 'string' ? piece : piece.text))
    .join('')
}

type Write = (type: SomeType | undefined) => Pieces
type Writer = (type: Fields, write: Write) => Pieces

/** What types of the different forms consist of; each has some of it. */
interface Fields {
  value: unknown
  name: string
  head: string
  operator: string
  parameter: string
  isOptional?: boolean
  asserts?: boolean
  readonlyModifier?: '+' | '-'
  optionalModifier?: '+' | '-'
  elementType: SomeType
  element: SomeType
  target: never
  queryType: SomeType
  objectType: SomeType
  indexType: SomeType
  targetType?: SomeType
  checkType: SomeType
  extendsType: SomeType
  trueType: SomeType
  falseType: SomeType
  parameterType: SomeType
  templateType: SomeType
  types?: SomeType[]
  elements?: SomeType[]
  typeArguments?: SomeType[]
  tail?: [SomeType, string][]
  declaration?: Declared
}

function joined(types: readonly SomeType[] = [], write: Write, separator = ', '): Pieces {
  return types.flatMap((type, index) => (index === 0 ? write(type) : [separator, ...write(type)]))
}

/** In brackets where it would be read otherwise. */
function grouped(type: SomeType | undefined, write: Write): Pieces {
  const isGroup = ['union', 'intersection', 'conditional', 'reflection', 'typeOperator', 'query'].includes(
    type?.type ?? '',
  )
  return isGroup ? ['(', ...write(type), ')'] : write(type)
}

const WRITERS: Record<string, Writer> = {
  literal: ({ value }) => [JSON.stringify(value) ?? 'undefined'],
  array: ({ elementType }, write) => [...grouped(elementType, write), '[]'],
  union: ({ types }, write) => joined(types, write, ' | '),
  intersection: ({ types }, write) => joined(types, write, ' & '),
  tuple: ({ elements }, write) => ['[', ...joined(elements, write), ']'],
  namedTupleMember: ({ name, isOptional, element }, write) => [
    name,
    isOptional ? '?: ' : ': ',
    ...write(element),
  ],
  optional: ({ elementType }, write) => [...write(elementType), '?'],
  rest: ({ elementType }, write) => ['...', ...write(elementType)],
  typeOperator: ({ operator, target }, write) => [`${operator} `, ...write(target)],
  query: ({ queryType }, write) => ['typeof ', ...write(queryType)],
  indexedAccess: ({ objectType, indexType }, write) => [...write(objectType), '[', ...write(indexType), ']'],
  predicate: ({ name, asserts, targetType }, write) => [
    asserts ? 'asserts ' : '',
    name,
    ...(targetType ? [' is ', ...write(targetType)] : []),
  ],
  conditional: ({ checkType, extendsType, trueType, falseType }, write) => [
    ...write(checkType),
    ' extends ',
    ...write(extendsType),
    ' ? ',
    ...write(trueType),
    ' : ',
    ...write(falseType),
  ],
  mapped: ({ parameter, parameterType, templateType, readonlyModifier, optionalModifier }, write) => [
    `{ ${modifier(readonlyModifier, 'readonly ')}[${parameter} in `,
    ...write(parameterType),
    `]${modifier(optionalModifier, '?')}: `,
    ...write(templateType),
    ' }',
  ],
  inferred: ({ name }) => ['infer ', name],
  templateLiteral: ({ head, tail }, write) => [
    `\`${head}`,
    ...(tail ?? []).flatMap(([type, text]) => ['${', ...write(type), `}${text}`]),
    '`',
  ],
  reference: ({ name, target, typeArguments }, write) => [
    typeof target === 'number' ? { text: name, target: Number(target) } : name,
    ...(typeArguments ? ['<', ...joined(typeArguments, write), '>'] : []),
  ],
  reflection: ({ declaration }, write) => writeDeclaration(declaration, write),
}

interface Declared {
  signatures?: Signature[]
  indexSignatures?: Signature[]
  children?: { name: string; flags?: Record<string, unknown>; type?: SomeType; signatures?: Signature[] }[]
}

/** `(a: string) => void`, `{ a: string }` */
function writeDeclaration(
  { signatures = [], indexSignatures = [], children = [] }: Declared = {},
  write: Write,
): Pieces {
  const [signature] = signatures
  if (signature && children.length === 0)
    return ['(', ...parameterPieces(signature.parameters ?? [], write), ') => ', ...write(signature.type)]
  const members = children.map(({ name, flags = {}, type, signatures: [own] = [] }): Pieces => {
    const given = type ?? (own && ({ type: 'reflection', declaration: { signatures: [own] } } as never))
    return [`${name}${flags['isOptional'] ? '?' : ''}: `, ...write(given)]
  })
  const indexes = indexSignatures.map((each): Pieces => {
    return ['[', ...parameterPieces(each.parameters ?? [], write), ']: ', ...write(each.type)]
  })
  const all = [...indexes, ...members]
  if (all.length === 0) return ['{}']
  return ['{ ', ...all.flatMap((pieces, index) => (index === 0 ? pieces : ['; ', ...pieces])), ' }']
}

function parameterPieces(parameters: readonly Parameter[], write: Write): Pieces {
  return parameters.flatMap(({ name, flags = {}, type, defaultValue }, index): Pieces => {
    const isOptional = flags['isOptional'] === true || defaultValue !== undefined
    const start = `${index > 0 ? ', ' : ''}${flags['isRest'] ? '...' : ''}${name}${isOptional ? '?' : ''}: `
    return [start, ...write(type)]
  })
}

/** `?`, `-?` */
function modifier(sign: '+' | '-' | undefined, text: string): string {
  if (sign === undefined) return ''
  return sign === '-' ? `-${text}` : text
}

/** `[key: string]: unknown` */
export function indexText({ parameters, type }: Signature): string {
  const given = parameters.map(each => `${each.name}: ${typeText(each.type)}`)
  return `[${given.join(', ')}]: ${typeText(type)}`
}

/** `mount<T>(target: string): void`, as it is declared. */
export function signatureText({ parameters, typeParameters, type }: Signature, name: string): string {
  const given = parameterPieces(parameters, each => writeType(each))
  const text = given.map(piece => (typeof piece === 'string' ? piece : piece.text)).join('')
  return `${name}${typeParametersText(typeParameters)}(${text})${type ? `: ${typeText(type)}` : ''}`
}

/** `<T extends string = 'a'>` */
export function typeParametersText(parameters: readonly Parameter[] = []): string {
  if (parameters.length === 0) return ''
  const all = parameters.map(({ name, type, default: fallback }) => {
    return `${name}${type ? ` extends ${typeText(type)}` : ''}${fallback ? ` = ${typeText(fallback)}` : ''}`
  })
  return `<${all.join(', ')}>`
}
