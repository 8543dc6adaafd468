import type { ElementContent } from 'hast'
import type * as z from 'zod'
import { nearest } from '../../lib/text.ts'
import type { LinkKind } from '../../schema/page.ts'

/** Where a component is written: in a line (`:name[…]`), as a block (`::name[…]`), around blocks (`:::name … :::`). */
export type ComponentKind = 'inline' | 'block' | 'container'

/** What is wrong with a component, or with one of its attributes. */
export interface Problem {
  message: string
  hint?: string | undefined
  attribute?: string | undefined
  /** `markdown/attribute` by default. */
  rule?: string
}

/** What a component is rendered with besides its properties. */
export interface Tools {
  /** How it is written here. */
  kind: ComponentKind
  lang: string
  /** Source file of the page. */
  file: string
  /** What the interface says in the language of the page. */
  texts: Readonly<Record<string, string>>
  /** A number for ids: how many of the component the page has so far, this one included. */
  number: number
  /**
   * Notes an address that is given as an attribute, so that it is checked, copied and put in its place; undefined, with a
   * finding, where it must not be rendered.
   */
  address(attribute: string, url: string, kind: LinkKind): { address: string; isForeign: boolean } | undefined
  /** Reports a mistake of the author at the component, or at one of its attributes. */
  report(problem: Problem): void
  /** Notes for search what it says besides its content and its attributes. */
  say(text: string): void
  /** HTML that is not looked at again. */
  html(code: string): ElementContent
  /**
   * Notes the addresses in HTML that docsgen did not make, so that they are checked and what they name is copied. Returns it
   * with those of the site as they will be. `isKept`: it is not what is shown, they stay as they are written.
   */
  takeAddresses(html: string, isKept?: boolean): string
  /** Nodes that stand together, without anything around or between them. */
  group(nodes: ElementContent[]): ElementContent
  /** The drawing of a name; undefined where there is none, with a finding if an author gave it by an attribute. */
  icon(name: string, attribute?: string): ElementContent | undefined
}

/** What a component becomes: its own elements around the children that it was given. */
export type Render<Props> = (props: Props, children: ElementContent[], tools: Tools) => ElementContent[]

/** A component that Markdown may use; the reference is made from `about` and the texts of its schema. */
export interface Component<Props extends z.ZodObject = z.ZodObject> {
  /** Small letters and hyphens. Written as an element it is in Pascal case: `<LinkCard>`. */
  name: string
  /** What it is, in a sentence. */
  about: string
  kinds: readonly ComponentKind[]
  /** A `z.strictObject`; text is made a number or a truth value where that is asked for. */
  props: Props
  /** The attribute that the text in square brackets stands for, where that is not the content. */
  label?: keyof z.output<Props> & string
  /** Attributes that readers see, in search and where translations are compared. */
  texts?: readonly (keyof z.output<Props> & string)[]
  /** Components that it must stand in, directly. */
  within?: readonly string[]
  /** The only components that may stand in it, directly. */
  holds?: readonly string[]
  /** Of one in a line: its content is part of a heading's title and id. */
  isText?: boolean
  /** It says more than is written: `Tools.say`. */
  says?: true
  /** Whoever makes its elements knows nothing of `Tools`: their addresses are noted where they are found. */
  isForeign?: true
  /** What its pages load, see `PageSummary.parts`: the style sheet of components by default. */
  parts?: readonly string[]
  render: Render<z.output<Props>>
}

/** A component with the type of its properties. */
export function defineComponent<Props extends z.ZodObject>(component: Component<Props>): Component {
  return component as unknown as Component
}

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
