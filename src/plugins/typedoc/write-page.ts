import { hasPage, isModule, linkTo, membersOf } from './page-places.ts'
import { Kind, type Parameter, type Project, type Reflection, type Signature } from './reflection.ts'
import type { Texts } from './texts.ts'
import {
  code,
  codeBlock,
  commentText,
  partsText,
  type Standing,
  summaryLine,
  tagLine,
  typeLine,
} from './markdown-text.ts'
import { indexText, signatureText, typeParametersText, typeText } from './write-type.ts'

/** Which kinds stand under which heading, in this order. */
const GROUPS: [title: keyof Texts, ...kinds: number[]][] = [
  ['modules', Kind.module],
  ['namespaces', Kind.namespace],
  ['classes', Kind.class],
  ['interfaces', Kind.interface],
  ['types', Kind.alias],
  ['functions', Kind.function],
  ['variables', Kind.variable],
  ['enums', Kind.enum],
  ['references', Kind.reference],
  ['constructors', Kind.constructor],
  ['properties', Kind.property],
  ['accessors', Kind.accessor],
  ['methods', Kind.method],
  ['members', Kind.member],
]

/** Markdown of a page: the list of a module, or what a reflection is. */
export function writePage(reflection: Reflection, standing: Standing, title = reflection.name): string {
  const blocks = isModule(reflection) ? moduleBlocks(reflection, standing) : ownBlocks(reflection, standing)
  const heading = `# ${title.replace(/[\\`*_{}[\]<>#|$&]/g, '\\$&')}`
  return `${[heading, ...blocks].join('\n\n')}\n`
}

function moduleBlocks(reflection: Reflection, standing: Standing): string[] {
  const { readme = [] } = reflection as Partial<Project>
  const text = partsText(readme, standing)
    .replace(/^\s*# [^\n]*\n/, '')
    .trim()
  const lists = GROUPS.flatMap(([title, ...kinds]) => {
    const members = (reflection.children ?? []).filter(({ kind }) => kinds.includes(kind))
    if (members.length === 0) return []
    return [
      `## ${standing.texts[title]} {#${title}}`,
      members.map(each => listItem(each, standing)).join('\n'),
    ]
  })
  return [...commentText(reflection.comment, standing), ...(text === '' ? [] : [text]), ...lists]
}

function listItem(reflection: Reflection, standing: Standing): string {
  const { id, name, target, comment, signatures } = reflection
  const place = standing.places.get(target ?? id)
  const named = place ? `[${code(name)}](${linkTo(place, standing.file)})` : code(name)
  const summary = summaryLine(comment ?? signatures?.[0]?.comment, standing)
  return `- ${named}${summary === '' ? '' : `: ${summary}`}`
}

/** A class, interface, type, function, variable or enumeration. */
function ownBlocks(reflection: Reflection, standing: Standing): string[] {
  const { signatures, comment, typeParameters } = reflection
  if (signatures)
    return [
      ...signatures.flatMap(each => signatureBlocks(each, standing)),
      ...sourceLine(reflection, standing),
    ]
  return [
    codeBlock(declarationText(reflection)),
    ...commentText(comment, standing),
    ...parameterList(typeParameters, standing, 'typeParameters'),
    ...baseLines(reflection, standing),
    ...sourceLine(reflection, standing),
    ...(reflection.indexSignatures ?? []).map(each => codeBlock(indexText(each))),
    ...memberBlocks(membersOf(reflection), standing),
  ]
}

function memberBlocks(members: readonly Reflection[], standing: Standing): string[] {
  return GROUPS.flatMap(([title, ...kinds]) => {
    const own = members.filter(({ kind }) => kinds.includes(kind))
    if (own.length === 0) return []
    return [`## ${standing.texts[title]} {#${title}}`, ...own.flatMap(each => oneMember(each, standing))]
  })
}

function oneMember(member: Reflection, standing: Standing): string[] {
  const { id, name, signatures, getSignature, setSignature, comment, inheritedFrom } = member
  const anchor = standing.places.get(id)?.anchor
  const heading = `### ${code(name)}${anchor === undefined ? '' : ` {#${anchor}}`}`
  const all = signatures ?? [getSignature, setSignature].flatMap(each => each ?? [])
  const from = inheritedFrom ? [`${standing.texts.inherited} ${typeLine(inheritedFrom, standing)}.`] : []
  if (all.length > 0) return [heading, ...all.flatMap(each => signatureBlocks(each, standing)), ...from]
  const fallback = member.defaultValue ?? tagLine(comment, '@defaultValue', standing)
  const value = fallback === '' || fallback === '...' ? [] : [`${standing.texts.default}: ${code(fallback)}`]
  const line = typeLine(member.type, standing)
  // The block above says the same; here are the links.
  const types = line.includes('](') ? [line] : []
  return [
    heading,
    codeBlock(propertyText(member)),
    ...types,
    ...commentText(comment, standing),
    ...value,
    ...from,
  ]
}

/** Words before the name in a signature, by its kind. */
const PREFIXES: Record<number, string> = { 16_384: 'new ', 524_288: 'get ', 1_048_576: 'set ' }

function signatureBlocks(signature: Signature, standing: Standing): string[] {
  const { comment, parameters, typeParameters, type, name } = signature
  const returned = tagLine(comment, '@returns', standing)
  const isSilent = type?.type === 'intrinsic' && type['name'] === 'void' && returned === ''
  const { texts } = standing
  const result = `**${texts.returns}** ${typeLine(type, standing)}${returned === '' ? '' : `: ${returned}`}`
  return [
    codeBlock((PREFIXES[signature.kind] ?? '') + signatureText(signature, name)),
    ...commentText(comment, standing),
    ...parameterList(typeParameters, standing, 'typeParameters'),
    ...parameterList(parameters, standing, 'parameters'),
    ...(isSilent || !type ? [] : [result]),
  ]
}

function parameterList(
  parameters: readonly Parameter[] = [],
  standing: Standing,
  title: 'parameters' | 'typeParameters',
): string[] {
  if (parameters.length === 0) return []
  const items = parameters.map(({ name, type, flags, defaultValue, comment }) => {
    const kind = type ? ` ${typeLine(type, standing)}` : ''
    const value = defaultValue === undefined ? '' : ` = ${code(defaultValue)}`
    const note = flags['isOptional'] ? ` (${standing.texts.optional})` : ''
    const text = summaryLine(comment, standing)
    const shown = flags['isRest'] ? `...${name}` : name
    return `- **${code(shown)}**${kind}${value}${note}${text === '' ? '' : `: ${text}`}`
  })
  return [`**${standing.texts[title]}**`, items.join('\n')]
}

function baseLines({ extendedTypes = [], implementedTypes = [] }: Reflection, standing: Standing): string[] {
  const { texts } = standing
  const line = (title: string, types: typeof extendedTypes) =>
    types.length === 0 ? [] : [`**${title}** ${types.map(type => typeLine(type, standing)).join(', ')}`]
  return [...line(texts.extends, extendedTypes), ...line(texts.implements, implementedTypes)]
}

function sourceLine({ sources = [], signatures }: Reflection, { texts }: Standing): string[] {
  const [source] =
    sources.length > 0 ? sources : ((signatures?.[0]?.['sources'] as typeof sources | undefined) ?? [])
  if (!source) return []
  const name = code(`${source.fileName}:${source.line}`)
  return [`${texts.source} ${source.url === undefined ? name : `[${name}](${source.url})`}`]
}

/** The first line of a declaration, as its author could have written it. */
function declarationText(reflection: Reflection): string {
  const { kind, name, flags, typeParameters, type, extendedTypes = [], implementedTypes = [] } = reflection
  const own = `${name}${typeParametersText(typeParameters)}`
  const list = (word: string, types: typeof extendedTypes) =>
    types.length === 0 ? '' : ` ${word} ${types.map(each => typeText(each)).join(', ')}`
  const bases = list('extends', extendedTypes) + list('implements', implementedTypes)
  if (kind === Kind.class) return `${flags['isAbstract'] ? 'abstract ' : ''}class ${own}${bases}`
  if (kind === Kind.interface) return `interface ${own}${bases}`
  if (kind === Kind.enum) return `enum ${own}`
  if (kind === Kind.alias) return `type ${own} = ${typeText(type)}`
  return `${flags['isConst'] ? 'const' : 'let'} ${own}: ${typeText(type)}`
}

function propertyText({ name, flags, type, kind, defaultValue }: Reflection): string {
  if (kind === Kind.member) return `${name} = ${defaultValue ?? typeText(type)}`
  const words = ['isProtected', 'isStatic', 'isAbstract', 'isReadonly'].filter(flag => flags[flag])
  const prefix = words.map(flag => `${flag.slice(2).toLowerCase()} `).join('')
  return `${prefix}${name}${flags['isOptional'] ? '?' : ''}: ${typeText(type)}`
}

/** Every reflection that has a page, outermost first. */
export function pagesOf(reflection: Reflection): Reflection[] {
  return [reflection, ...(reflection.children ?? []).filter(hasPage).flatMap(pagesOf)]
}
