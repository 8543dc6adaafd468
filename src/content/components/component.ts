import type { ElementContent } from 'hast'
import type { RootContent } from 'mdast'
import type * as z from 'zod'
import { nearest } from '../../lib/text.ts'
import type { LinkKind } from '../../schema/page.ts'
import type { HtmlTree } from '../../schema/plugin.ts'

/** In a line (`:name[…]`), as a block (`::name[…]`), around blocks (`:::name … :::`). */
export type ComponentKind = 'inline' | 'block' | 'container'

export interface Problem {
  message: string
  hint?: string | undefined
  attribute?: string | undefined
  rule?: string
}

export interface Tools {
  kind: ComponentKind
  lang: string
  file: string
  texts: Readonly<Record<string, string>>
  /** For ids: 1 for the first of its name in the page. */
  number: number
  /** Notes a link in an attribute; undefined, with a finding, if it must not be rendered. */
  address(name: string, kind: LinkKind, url?: string): { address: string; isForeign: boolean } | undefined
  report(problem: Problem): void
  /** Adds the text of HTML to that of the page. */
  say(html: string): void
  html(code: string): ElementContent
  /** Notes addresses as links of the page; those in the site become placeholders, unless `isKept`. */
  takeAddresses(html: string, isKept?: boolean): string
  /** Notes what the site's policy may block. `maker`: a plugin or component, for the message. */
  noteUses(maker: string, made: string | readonly HtmlTree[]): void
  group(nodes: ElementContent[]): ElementContent
  /** `attribute`: where to report an unknown name. */
  icon(name: string, attribute?: string): ElementContent | undefined
}

interface PlainTools {
  value(name: string): string
  children(): RootContent[]
  /** Address in the Markdown copy; undefined if it must not be rendered. */
  address(url: string, kind: LinkKind): string | undefined
}

/** Component for Markdown. Its documentation is in `docs/reference/components.json`. */
export interface Component<Props extends z.ZodObject = z.ZodObject> {
  /** `link-card`; as an element, `<LinkCard>`. */
  name: string
  kinds: readonly ComponentKind[]
  props: Props
  /** The attribute that the text in square brackets sets, if it isn't the content. */
  label?: keyof z.output<Props> & string
  /** Attributes that readers see, for search and translations. */
  texts?: readonly (keyof z.output<Props> & string)[]
  /** One of these must be its parent. */
  within?: readonly string[]
  holds?: readonly string[]
  /** Its content is part of a heading's title and id. */
  isText?: boolean
  says?: true
  /** It doesn't use `Tools`: docsgen finds its addresses. */
  isForeign?: true
  /** Files that its pages load (`PageSummary.parts`); by default, the style sheet of components. */
  parts?: readonly string[]
  render(props: z.output<Props>, children: ElementContent[], tools: Tools): ElementContent[]
  /** Its form in Markdown copies; by default, its texts and content. */
  plain?(tools: PlainTools): RootContent[]
}

export function defineComponent<Props extends z.ZodObject>(component: Component<Props>): Component {
  return component as unknown as Component
}

/** Leaves out wrong attributes; `props` is undefined if one is required. */
export function readProps({ props, name }: Component, given: Readonly<Record<string, string | true>>) {
  const shape = props.shape as Record<string, z.ZodType>
  const problems: Problem[] = []
  const accepted: Record<string, unknown> = {}
  for (const [attribute, written] of Object.entries(given)) {
    const schema = Object.hasOwn(shape, attribute) ? shape[attribute] : undefined
    const { type = '', entries } = schema ? innermost(schema as unknown as Defined) : {}
    // Enums and literals can be numbers, too.
    const values = [convert(written, type), convert(written, 'number')]
    const value = values.find(each => schema?.safeParse(each).success)
    if (!schema) problems.push(unknownAttribute(attribute, name, Object.keys(shape)))
    else if (value !== undefined) accepted[attribute] = value
    else {
      const shown = written === true ? 'without a value' : `\`${JSON.stringify(written).slice(1, -1)}\``
      const words = Object.values(entries ?? {}).map(word => `\`${word}\``)
      const hint = entries ? `Use one of ${words.join(', ')}.` : (WANTED[type] ?? 'Write the text in quotes.')
      problems.push({ attribute, message: `\`${attribute}\` of \`${name}\` can't be ${shown}.`, hint })
    }
  }
  const { data, error } = props.safeParse(accepted)
  for (const issue of error?.issues ?? []) {
    const key = String(issue.path[0])
    const reason = issue.message.replace(/\.?$/, '.')
    if (issue.code === 'custom')
      problems.push({ message: `The attributes of \`${name}\` can't be combined: ${reason}` })
    else if (!Object.hasOwn(given, key))
      problems.push({ message: `\`${name}\` requires \`${key}\`.`, hint: `Add \`${key}="…"\`.` })
  }
  return { props: data, problems }
}

function unknownAttribute(attribute: string, name: string, known: readonly string[]) {
  const message = `\`${attribute}\` isn't an attribute of \`${name}\` and is ignored.`
  const near = nearest(attribute, known)
  const all =
    known.length > 0 ? `Its attributes: ${known.map(key => `\`${key}\``).join(', ')}.` : 'It has none.'
  return { attribute, message, hint: near ? `Did you mean \`${near}\`?` : all }
}

const WANTED: Record<string, string> = {
  boolean: 'Write only its name, or set it to `true` or `false`.',
  number: 'Write a number.',
}

function convert(written: string | true, type: string) {
  if (type === 'boolean' && (written === true || written === '' || written === 'true')) return true
  if (type === 'boolean' && written === 'false') return false
  if (type === 'number' && written !== true && written.trim() !== '') return Number(written)
  return written
}

interface Defined {
  def: { type: string; innerType?: Defined; entries?: Record<string, string | number> }
}

function innermost({ def }: Defined): Defined['def'] {
  return def.innerType ? innermost(def.innerType) : def
}
