import * as z from 'zod'
import { BUILT_IN } from '../content/components/built-in.ts'
import { nearest } from '../lib/nearest.ts'
import { frontmatterSchema } from '../schema/frontmatter.ts'

/** First parts of ids of docsgen's own findings: those of a plugin begin with its name. */
const FAMILIES =
  'cache config coverage docsgen files frontmatter git i18n links markdown nav offline output parity plugins redirects routes security seo templates usage'.split(
    ' ',
  )

const hook = z.custom<(...given: never[]) => unknown>(value => typeof value === 'function', {
  error: 'must be a function',
})

/** What plugins share is one copy, but a package may bring a zod of its own: what counts is that it can check. */
const checker = (error: string) =>
  z.custom<z.ZodType>(
    value => typeof value === 'object' && value !== null && 'safeParse' in value && 'parse' in value,
    { error },
  )

const treePlugins = z
  .array(
    z.union([hook, z.array(z.unknown()).refine(([first]) => typeof first === 'function')], {
      error: 'must be a plugin, or a list of a plugin and its settings',
    }),
  )
  .optional()

/** Why a component cannot have a name. */
function wrongName(name: string): string | undefined {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) return 'must be of small letters, digits and hyphens'
  return BUILT_IN.some(component => component.name === name)
    ? 'must have another name: docsgen has a component of this one'
    : undefined
}

const markdownHooks = z.strictObject({
  remark: treePlugins,
  rehype: treePlugins,
  fences: z.record(z.string(), hook).optional(),
  components: z
    .record(
      z.string(),
      z.strictObject({
        kinds: z.array(z.enum(['inline', 'block', 'container'])).min(1),
        props: checker('must be a `z.strictObject({ … })`').optional(),
        label: z.string().optional(),
        texts: z.array(z.string()).optional(),
        render: hook,
      }),
    )
    .superRefine((components, context) => {
      for (const name of Object.keys(components)) {
        const message = wrongName(name)
        if (message) context.addIssue({ code: 'custom', path: [name], message })
      }
    })
    .optional(),
})

const definitionSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'must be of small letters, digits and hyphens')
    .refine(name => !FAMILIES.includes(name), {
      error: ({ input }) => `must not be \`${String(input)}\`: docsgen's own findings begin so`,
    }),
  options: checker('must be a schema of zod').optional(),
  markdown: z
    .union([z.looseObject({}), hook], { error: 'must be an object, or a function that returns one' })
    .optional(),
  frontmatter: checker('must be a `z.object({ … })`')
    .superRefine((value, context) => {
      const keys = 'shape' in value ? Object.keys(value.shape as object) : undefined
      if (!keys) return context.addIssue({ code: 'custom', message: 'must be a `z.object({ … })`' })
      for (const key of keys.filter(name => Object.hasOwn(frontmatterSchema.shape, name)))
        context.addIssue({ code: 'custom', path: [key], message: "is one of docsgen's own keys" })
    })
    .optional(),
  pages: hook.optional(),
  page: hook.optional(),
  head: hook.optional(),
  strings: z.record(z.string(), z.record(z.string(), z.string())).optional(),
  styles: z.array(z.string()).optional(),
  templates: z.string().optional(),
  checks: z
    .record(
      z.string().regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'must be of small letters, digits and hyphens'),
      z.strictObject({
        description: z.string(),
        severity: z.enum(['off', 'info', 'warning', 'error']).optional(),
        run: hook,
      }),
    )
    .optional(),
  files: hook.optional(),
})

interface Problem {
  message: string
  hint?: string
}

/** What is wrong with what a plugin exports, in sentences with their remedies; none of what is a plugin. */
export function definitionProblems(value: unknown): Problem[] {
  if (value === undefined)
    return [
      { message: 'The plugin has no default export.', hint: 'Write `export default definePlugin({ … })`.' },
    ]
  const { markdown } = (value ?? {}) as { markdown?: unknown }
  const own = toProblems(definitionSchema, value)
  return typeof markdown === 'object' ? [...own, ...markdownProblems(markdown)] : own
}

/** The same for what a plugin adds to Markdown, which may be what a function returned. */
export function markdownProblems(value: unknown): Problem[] {
  return toProblems(markdownHooks, value, ['markdown'])
}

function toProblems(schema: z.ZodObject, value: unknown, at: readonly PropertyKey[] = []): Problem[] {
  const { error } = schema.safeParse(value)
  const known = Object.keys(schema.shape)
  return (error?.issues ?? []).flatMap(issue => {
    const path = [...at, ...issue.path]
    if (issue.code !== 'unrecognized_keys') return { message: sentence(path, issue) }
    return issue.keys.map(key => {
      const near = nearest(key, known)
      const hint = near ? `Did you mean \`${near}\`?` : `Known keys: ${known.join(', ')}.`
      return { message: `A plugin has no key \`${[...path, key].join('.')}\`.`, hint }
    })
  })
}

/** `` `markdown.remark.0` of the plugin: must be a plugin. `` */
function sentence(path: readonly PropertyKey[], { message, code }: z.core.$ZodIssue): string {
  const what = code === 'invalid_type' ? message.replace(/^Invalid input: /, '') : message
  const name = path.length > 0 ? `\`${path.join('.')}\` of the plugin` : 'What the plugin exports'
  return `${name}: ${what.replace(/\.?$/, '.')}`
}
