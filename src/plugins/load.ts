import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { BUILT_IN } from '../content/components/built-in.ts'
import { bundleName, evaluateBundle } from '../lib/evaluate-bundle.ts'
import { hashData, hashParts } from '../lib/hash.ts'
import { nearest } from '../lib/text.ts'
import { packageRoot } from '../lib/package.ts'
import { sitePath } from '../lib/posix-path.ts'
import { settled } from '../lib/settled.ts'
import { noteSiteCode } from '../lib/site-code.ts'
import { tryBundle } from '../lib/try-bundle.ts'
import type { AddedTheme } from '../schema/output.ts'
import { LIMITS } from '../schema/limits.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Finding, Place } from '../schema/finding.ts'
import { frontmatterSchema } from '../schema/frontmatter.ts'
import { type BundledPlugin, type BundleCache, bundleOnce } from './bundle.ts'
import { pluginOf, type Plugin, type PluginSource } from './evaluate.ts'
import { failureFinding, originOf } from './run.ts'

/** The plugins of a site, in the order of its configuration. */
export interface LoadedPlugins {
  plugins: Plugin[]
  /** What they were made from, relative to the root. */
  files: string[]
  findings: Finding[]
}

export interface LoadPluginsOptions {
  /** Absolute folder of the site. */
  root: string
  plugins: SiteConfig['plugins']
  /** Where a key of the configuration is written. */
  locate(path: readonly PropertyKey[]): Place | undefined
  /** Where bundles are kept; they are made anew by default. */
  cache?: BundleCache
}

/** Milliseconds that a plugin may take until it is there. */
const LIMIT = LIMITS.pluginSeconds * 1000

/** Bundles, evaluates and validates the plugins of a configuration. With findings, some of them cannot be used. */
export async function loadPlugins({
  root,
  plugins: named,
  locate,
  cache,
}: LoadPluginsOptions): Promise<LoadedPlugins> {
  const entries = named.map(entry => (typeof entry === 'string' ? ([entry] as const) : entry))
  const names = entries.map(([name], index) => ({ name, place: locate(['plugins', index]) }))
  const bundles = await bundleOnce(names, root, cache)
  const loaded = await Promise.all(
    bundles.map(async (bundled, index) => {
      if ('findings' in bundled) return bundled
      const [name = '', options = {}] = entries[index] ?? []
      const optionPlace = (keys: readonly PropertyKey[]) => locate(['plugins', index, 1, ...keys])
      const plugin = await settled(start(bundled, { name, options, root, optionPlace }))
      const added = plugin.plugin && plugin.findings.length === 0 ? themeFiles(plugin.plugin) : []
      return { ...plugin, files: [...bundled.files, ...added.map(file => sitePath(root, file))] }
    }),
  )
  const plugins = loaded.flatMap(({ plugin }) => plugin ?? [])
  const twice = plugins.filter(({ definition: { name } }, index) =>
    plugins.slice(0, index).some(({ definition }) => definition.name === name),
  )
  const findings = loaded.flatMap(each => each.findings)
  findings.push(...twice.map(plugin => sameName(plugin, root)), ...sameComponents(plugins, root))
  return { plugins, files: [...new Set(loaded.flatMap(({ files }) => files))], findings }
}

interface Start {
  name: string
  options: Record<string, unknown>
  root: string
  optionPlace(keys: readonly PropertyKey[]): Place | undefined
}

/** Evaluates a bundle; if it is a plugin that takes these options, that is what it gives. */
async function start(
  { code, map, codeHash, file }: BundledPlugin,
  { name, options, root, optionPlace }: Start,
): Promise<{ plugin?: Plugin; findings: Finding[] }> {
  const hash = hashParts([codeHash, hashData(options, 32)])
  const source: PluginSource = { name, options, hash, code, map, file, root }
  const place = { file: sitePath(root, file), line: 1, column: 1 }
  const wrong = (problems: { message: string; hint?: string }[]) =>
    problems.map((problem): Finding => ({ rule: 'plugins/definition', severity: 'error', place, ...problem }))
  const originIn = (stack: string) => originOf(source, stack)
  noteSiteCode(bundleName(hash), {
    what: `The plugin \`${name}\``,
    rule: 'plugins/failed',
    originOf: originIn,
  })
  const ended = isOurs(file) ? undefined : await tryBundle(source, LIMIT)
  if (ended === 'time')
    return {
      findings: wrong([{ message: `Plugin \`${name}\` timed out while loading (${LIMIT / 1000} s).` }]),
    }
  if (ended)
    return {
      findings: [failureFinding(source, 'it was loaded', Object.assign(new Error(ended.reason), ended))],
    }
  try {
    const value = evaluateBundle(source).default
    const problems = wrong(definitionProblems(value))
    if (problems.length > 0) return { findings: problems }
    const { options: schema } = value as Plugin['definition']
    const refused = optionProblems(schema, options, name)
    if (refused.length > 0)
      return { findings: refused.map(({ keys, ...problem }) => optionFinding(problem, optionPlace(keys))) }
    const plugin = pluginOf({ ...source, name: (value as Plugin['definition']).name }, value)
    const isMade = typeof plugin.definition.markdown === 'function'
    const lost = missingThemeFiles(plugin).map(file => ({
      message: `The plugin names \`${file}\`, which is not there.`,
    }))
    return { plugin, findings: wrong([...(isMade ? markdownProblems(plugin.markdown) : []), ...lost]) }
  } catch (error) {
    return { findings: [failureFinding(source, 'it was loaded', error)] }
  }
}

/** True for plugins that come with docsgen: nothing of the site can be wrong with them. */
function isOurs(file: string): boolean {
  return file.startsWith(path.join(packageRoot, 'compiled'))
}

/** What is wrong with the options, and where in them. */
function optionProblems(
  schema: Plugin['definition']['options'],
  options: Record<string, unknown>,
  name: string,
): { keys: PropertyKey[]; message: string; hint?: string }[] {
  if (!schema) {
    const given = Object.keys(options).length > 0
    return given ? [{ keys: [], message: `The plugin \`${name}\` has no options.` }] : []
  }
  const { error } = schema.safeParse(options)
  return (error?.issues ?? []).map(({ code, path: keys, message }) => {
    const key = keys.length > 0 ? `\`${keys.join('.')}\` of the` : 'The'
    const known = code === 'unrecognized_keys' && keys.length === 0 ? optionNames(schema) : []
    return {
      keys,
      message: `${key} options of the plugin \`${name}\`: ${message.replace(/\.?$/, '.')}`,
      ...(known.length > 0 ? { hint: `Known options: ${known.join(', ')}.` } : {}),
    }
  })
}

/** Names of the options that a plugin takes, where its schema is an object. */
function optionNames(schema: object): string[] {
  return 'shape' in schema ? Object.keys(schema.shape as object) : []
}

function optionFinding(problem: { message: string; hint?: string }, place: Place | undefined): Finding {
  return { rule: 'plugins/options', severity: 'error', ...problem, ...(place ? { place } : {}) }
}

/** Components that another plugin has, too: nobody could tell which one a page means. */
function sameComponents(plugins: readonly Plugin[], root: string): Finding[] {
  const owners = new Map<string, string>()
  return plugins.flatMap(({ source, definition, markdown: { components = {} } }) =>
    Object.keys(components).flatMap((name): Finding[] => {
      const owner = owners.get(name)
      owners.set(name, definition.name)
      if (owner === undefined || owner === definition.name) return []
      const place = { file: sitePath(root, source.file), line: 1, column: 1 }
      const message = `The plugin \`${owner}\` has a component \`${name}\`, too.`
      const hint = 'Name only one of the two plugins, or give the component of one another name.'
      return [{ rule: 'plugins/definition', severity: 'error', place, message, hint }]
    }),
  )
}

function sameName({ source, definition: { name } }: Plugin, root: string): Finding {
  const file = sitePath(root, source.file)
  const message = `Another plugin is called \`${name}\`, too.`
  const hint = 'Name each plugin once, and give one of two different ones another `name`.'
  return { rule: 'plugins/definition', severity: 'error', place: { file, line: 1, column: 1 }, message, hint }
}

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
function definitionProblems(value: unknown): Problem[] {
  if (value === undefined)
    return [
      { message: 'The plugin has no default export.', hint: 'Write `export default definePlugin({ … })`.' },
    ]
  const { markdown } = (value ?? {}) as { markdown?: unknown }
  const own = toProblems(definitionSchema, value)
  return typeof markdown === 'object' ? [...own, ...markdownProblems(markdown)] : own
}

/** The same for what a plugin adds to Markdown, which may be what a function returned. */
function markdownProblems(value: unknown): Problem[] {
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

/** What plugins add to the theme, in their order. */
export function addedThemes(plugins: readonly Plugin[]): AddedTheme[] {
  return plugins.flatMap(({ source, definition: { name: plugin, styles = [], templates } }) => {
    if (styles.length === 0 && templates === undefined) return []
    const at = (name: string) => path.resolve(path.dirname(source.file), name)
    const folder = templates === undefined ? {} : { templates: at(templates) }
    return [{ plugin, styles: styles.map(at), ...folder }]
  })
}

/** What a theme has of a plugin: its style sheets and all of its templates, absolute. */
function themeFiles(plugin: Plugin): string[] {
  return addedThemes([plugin]).flatMap(({ styles, templates }) => {
    const names = templates === undefined ? [] : readdirSync(templates, { recursive: true, encoding: 'utf8' })
    return [...styles, ...names.map(name => path.join(templates ?? '', name))]
  })
}

/** Style sheets and folders of templates that are not there, as the plugin names them. */
function missingThemeFiles({ source, definition: { styles = [], templates } }: Plugin): string[] {
  const stats = (name: string) =>
    statSync(path.resolve(path.dirname(source.file), name), { throwIfNoEntry: false })
  const lost = styles.filter(name => !stats(name)?.isFile())
  return templates !== undefined && !stats(templates)?.isDirectory() ? [...lost, templates] : lost
}
