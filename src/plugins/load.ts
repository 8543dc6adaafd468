import type { BuildFailure, BuildOptions, Message } from 'esbuild'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { type Damage, readStored, writeStored } from '../cache/store.ts'
import { BUILT_IN } from '../content/components/built-in.ts'
import { folderWith, readText, sitePath } from '../lib/files.ts'
import { hashContent, hashData } from '../lib/hash.ts'
import { META_DEFINES, moduleMeta } from '../lib/module-meta.ts'
import { codeHash, dependencyVersion, firstPartyFolder, packageRoot } from '../lib/package.ts'
import { bundleName, evaluateBundle, importHint, noteSiteCode, settled, tryBundle } from '../lib/site-code.ts'
import { describeValue, nearest } from '../lib/text.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Finding, Place } from '../schema/finding.ts'
import { frontmatterSchema } from '../schema/frontmatter.ts'
import { LIMITS } from '../schema/limits.ts'
import { failureFinding, originOf, type Plugin, pluginError, pluginOf, type PluginSource } from './run.ts'

/** In the order of the configuration. With findings, some plugins are missing. */
export interface LoadedPlugins {
  plugins: Plugin[]
  /** Source files, relative to the root. */
  files: string[]
  findings: Finding[]
}

type Locate = (path: readonly PropertyKey[]) => Place | undefined

/** `root`: absolute. `locate`: where the configuration has a key. */
export async function loadPlugins(given: {
  root: string
  plugins: SiteConfig['plugins']
  locate: Locate
  cache?: BundleCache
}): Promise<LoadedPlugins> {
  const { root, locate } = given
  const entries = given.plugins.map(entry => (typeof entry === 'string' ? ([entry] as const) : entry))
  const names = entries.map(([name], index) => ({ name, place: locate(['plugins', index]) }))
  const bundles = await bundlePlugins(names, root, given.cache)
  const loaded = await Promise.all(
    bundles.map(async (bundled, index): Promise<LoadedPlugins> => {
      if ('findings' in bundled) return { ...bundled, plugins: [] }
      const { codeHash, files, ...bundle } = bundled
      const [name = '', options = {}] = entries[index] ?? []
      const hash = hashData([codeHash, options], 32)
      const started = await settled(
        start({ ...bundle, name, options, hash, root }, keys => locate(['plugins', index, 1, ...keys])),
      )
      return { ...started, files: [...files, ...started.files] }
    }),
  )
  const plugins = loaded.flatMap(each => each.plugins)
  const findings = [...loaded.flatMap(each => each.findings), ...collisions(plugins)]
  return { plugins, files: [...new Set(loaded.flatMap(({ files }) => files))], findings }
}

type Problem = Pick<Finding, 'message' | 'hint'>

function definitionFinding({ file, root }: PluginSource, problem: Problem) {
  const place = { file: sitePath(root, file), line: 1, column: 1 }
  return pluginError('definition', { place, ...problem })
}

async function start(source: PluginSource, locateOption: Locate): Promise<LoadedPlugins> {
  const { name, file, hash } = source
  const refuse = (findings: Finding[]) => ({ plugins: [], files: [], findings })
  const what = `The plugin \`${name}\``
  noteSiteCode(bundleName(hash), { what, rule: 'plugins/failed', originOf: stack => originOf(source, stack) })
  try {
    // docsgen's own plugins neither hang nor end the process.
    const isOurs = file.startsWith(path.join(packageRoot, 'compiled'))
    const limit = LIMITS.pluginSeconds
    const ended = isOurs ? undefined : await tryBundle(source, limit * 1000)
    if (ended === 'time') {
      const message = `Plugin \`${name}\` timed out while loading (${limit} s).`
      return refuse([definitionFinding(source, { message })])
    }
    if (ended) throw Object.assign(new Error(ended.reason), ended)
    const value = evaluateBundle(source).default
    const wrong = definitionProblems(value).map(problem => definitionFinding(source, problem))
    if (wrong.length > 0) return refuse(wrong)
    const definition = value as Plugin['definition']
    const findings = optionFindings(definition, source, locateOption)
    if (findings.length > 0) return refuse(findings)
    const plugin = pluginOf({ ...source, name: definition.name }, value)
    const isMade = typeof definition.markdown === 'function'
    const made = isMade ? toProblems(markdownHooks, plugin.markdown, ['markdown']) : []
    const { files, lost } = themeFiles(plugin)
    const problems = [...made, ...lost].map(problem => definitionFinding(source, problem))
    return { plugins: [plugin], files: files.map(each => sitePath(source.root, each)), findings: problems }
  } catch (error) {
    return refuse([failureFinding(source, 'it was loaded', error)])
  }
}

function optionFindings({ options: schema }: Plugin['definition'], source: PluginSource, locate: Locate) {
  const { name, options } = source
  const refuse = (keys: readonly PropertyKey[], message: string, hint?: string) =>
    pluginError('options', { place: locate(keys), message, hint })
  if (!schema)
    return Object.keys(options).length > 0
      ? [refuse([], `The plugin \`${name}\` doesn't accept options.`)]
      : []
  const { error } = schema.safeParse(options)
  return (error?.issues ?? []).flatMap(issue => {
    const { path: keys } = issue
    if (issue.code === 'unrecognized_keys' && keys.length === 0 && 'shape' in schema) {
      const hint = `Known options: ${Object.keys(schema.shape as object).join(', ')}.`
      return issue.keys.map(key => refuse([], `The plugin \`${name}\` has no option \`${key}\`.`, hint))
    }
    const key = keys.length > 0 ? `\`${keys.join('.')}\` of the` : 'The'
    return [refuse(keys, describeValue(`${key} options of the plugin \`${name}\``, issue.message))]
  })
}

function collisions(plugins: readonly Plugin[]) {
  const names = new Set<string>()
  const owners = new Map<string, string>()
  return plugins.flatMap(({ source, definition: { name }, markdown: { components = {} } }) => {
    const problems: Problem[] = []
    if (names.has(name))
      problems.push({
        message: `Two plugins are named \`${name}\`.`,
        hint: 'List each plugin once. If these are different plugins, give one of them a different `name`.',
      })
    names.add(name)
    for (const component of Object.keys(components)) {
      const owner = owners.get(component) ?? name
      owners.set(component, name)
      if (owner === name) continue
      const hint = 'Remove one of the two plugins, or rename the component in one of them.'
      problems.push({ message: `The plugin \`${owner}\` also defines a component \`${component}\`.`, hint })
    }
    return problems.map(problem => definitionFinding(source, problem))
  })
}

/** Prefixes of docsgen's own rules; a plugin's is its name. */
const FAMILIES = `cache config coverage docsgen files frontmatter git i18n links markdown nav offline
  output parity plugins redirects routes security seo templates usage`.split(/\s+/)

const KEBAB = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/
const KEBAB_MESSAGE = 'may only contain lowercase letters, digits and hyphens'
const kebab = z.string().regex(KEBAB, KEBAB_MESSAGE)

const hook = z.custom(value => typeof value === 'function', 'must be a function')

/** A schema of any copy of zod: a package may bring its own. */
const checker = (error: string) =>
  z.custom<z.ZodType>(
    value => typeof value === 'object' && value !== null && 'safeParse' in value && 'parse' in value,
    error,
  )

const treePlugin = z.union([hook, z.array(z.unknown()).refine(([first]) => typeof first === 'function')], {
  error: 'must be a plugin or a `[plugin, options]` pair',
})

const component = z.strictObject({
  kinds: z.array(z.enum(['inline', 'block', 'container'])).min(1),
  props: checker('must be a `z.strictObject({ … })`').optional(),
  label: z.string().optional(),
  texts: z.array(z.string()).optional(),
  render: hook,
})

const markdownHooks = z
  .strictObject({
    remark: z.array(treePlugin),
    rehype: z.array(treePlugin),
    fences: z.record(z.string(), hook),
    components: z.record(z.string(), component).superRefine((components, context) => {
      for (const name of Object.keys(components)) {
        const isTaken = BUILT_IN.some(builtIn => builtIn.name === name)
        const message = isTaken ? 'is the name of a built-in component; use a different name' : KEBAB_MESSAGE
        if (isTaken || !KEBAB.test(name)) context.addIssue({ code: 'custom', path: [name], message })
      }
    }),
  })
  .partial()

const check = z.strictObject({
  description: z.string(),
  severity: z.enum(['off', 'info', 'warning', 'error']).optional(),
  run: hook,
})

const NO_OBJECT = 'must be a `z.object({ … })`'

const optionalKeys = z.object({
  options: checker('must be a zod schema'),
  markdown: z.union([z.looseObject({}), hook], 'must be an object, or a function that returns one'),
  frontmatter: checker(NO_OBJECT).superRefine((value, context) => {
    const { shape } = value as { shape?: object }
    if (!shape) context.addIssue({ code: 'custom', message: NO_OBJECT })
    for (const key of Object.keys(shape ?? {}))
      if (Object.hasOwn(frontmatterSchema.shape, key))
        context.addIssue({ code: 'custom', path: [key], message: "is one of docsgen's own keys" })
  }),
  pages: hook,
  page: hook,
  head: hook,
  strings: z.record(z.string(), z.record(z.string(), z.string())),
  styles: z.array(z.string()),
  templates: z.string(),
  checks: z.record(kebab, check),
  files: hook,
})

const definitionSchema = z.strictObject({
  name: kebab.refine(name => !FAMILIES.includes(name), {
    error: ({ input }) => `must not be \`${String(input)}\`: that prefix is reserved for docsgen's own rules`,
  }),
  ...optionalKeys.partial().shape,
})

function definitionProblems(value: unknown): Problem[] {
  if (value === undefined) {
    const hint = 'Write `export default definePlugin({ … })`.'
    return [{ message: 'The plugin has no default export.', hint }]
  }
  const { markdown } = (value ?? {}) as { markdown?: unknown }
  const own = toProblems(definitionSchema, value)
  return typeof markdown === 'object' ? [...own, ...toProblems(markdownHooks, markdown, ['markdown'])] : own
}

function toProblems(schema: z.ZodObject, value: unknown, at: readonly PropertyKey[] = []): Problem[] {
  const { error } = schema.safeParse(value)
  const known = Object.keys(schema.shape)
  return (error?.issues ?? []).flatMap(issue => {
    const keys = [...at, ...issue.path]
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map(key => {
        const near = nearest(key, known)
        const hint = near ? `Did you mean \`${near}\`?` : `Known keys: ${known.join(', ')}.`
        return { message: `Unknown plugin key \`${[...keys, key].join('.')}\`.`, hint }
      })
    const name = keys.length > 0 ? `\`${keys.join('.')}\` of the plugin` : 'The default export of the plugin'
    return [{ message: describeValue(name, issue.message) }]
  })
}

export interface AddedTheme {
  plugin: string
  /** Absolute folder of templates that override docsgen's; the site's override both. */
  templates?: string
  /** Absolute style sheets, after those of docsgen. */
  styles: readonly string[]
}

export function addedThemes(plugins: readonly Plugin[]): AddedTheme[] {
  return plugins.flatMap(({ source, definition: { name: plugin, styles = [], templates } }) => {
    if (styles.length === 0 && templates === undefined) return []
    const at = besidePlugin(source)
    return [{ plugin, styles: styles.map(at), ...(templates !== undefined && { templates: at(templates) }) }]
  })
}

function besidePlugin({ file }: PluginSource) {
  return (name: string) => path.resolve(path.dirname(file), name)
}

/** `files`: absolute. */
function themeFiles({ source, definition: { styles = [], templates } }: Plugin) {
  const at = besidePlugin(source)
  const names = templates === undefined ? styles : [...styles, templates]
  const lost = names
    .filter(name => !existsSync(at(name)))
    .map(name => ({ message: `The plugin refers to \`${name}\`, which doesn't exist.` }))
  const files = names.map(at)
  if (templates !== undefined && lost.length === 0) {
    const own = readdirSync(at(templates), { recursive: true, encoding: 'utf8' })
    files.push(...own.map(name => path.join(at(templates), name)))
  }
  return { files, lost }
}

/** `files`: relative to the root, as in `LoadedPlugins`. */
type BundledPlugin = Pick<PluginSource, 'code' | 'map' | 'file'> & { codeHash: string; files: string[] }

/** `files`: those that could change the outcome. */
type RefusedPlugin = Pick<BundledPlugin, 'files'> & { findings: Finding[] }

/** `name`: `./plugins/a.ts`, `docsgen-plugin-a`, `docsgen/plugins/math`. */
type NamedPlugin = { name: string; place: Place | undefined }

export type BundleCache = { cacheDir: string; damage?: Damage }

/** Keeps bundles of packages, which can be large, while their files stay the same. */
async function bundlePlugins(named: readonly NamedPlugin[], root: string, cache?: BundleCache) {
  const file = cache && path.join(cache.cacheDir, 'plugins.json')
  const text = file === undefined ? undefined : readStored(file, cache?.damage)
  /** By name; paths are relative, because the root may be another one the next time. */
  const stored = JSON.parse(text ?? '{}') as Record<string, BundledPlugin & { state: string }>
  const stateOf = (files: readonly string[]) => {
    // `package.json` says which files of a package are used.
    const folders = files.map(each => folderWith('package.json', path.dirname(path.join(root, each)), root))
    const manifests = new Set(folders.map(folder => folder && path.relative(root, `${folder}/package.json`)))
    const read = [...files, ...manifests].map(each => [each, each && readText(path.join(root, each))])
    return hashData([codeHash, dependencyVersion('esbuild'), read])
  }
  let isNew = false
  const bundles = await Promise.all(
    named.map(async each => {
      const known = stored[each.name]
      if (known && stateOf(known.files) === known.state)
        return { ...known, file: path.join(root, known.file) }
      const bundled = await bundlePlugin(each, root)
      if (!OWN.test(each.name) && !('findings' in bundled)) {
        const state = stateOf(bundled.files)
        stored[each.name] = { ...bundled, file: path.relative(root, bundled.file), state }
        isNew = true
      }
      return bundled
    }),
  )
  if (file !== undefined && isNew) writeStored(file, JSON.stringify(stored))
  return bundles
}

/** A plugin that is a file of the site. */
const OWN = /^\.{0,2}\//
const FIRST_PARTY = /^docsgen\/plugins\/([a-z]+)$/

function firstPartyFile(name: string) {
  return path.join(firstPartyFolder, `${FIRST_PARTY.exec(name)?.[1] ?? ''}.mjs`)
}

async function bundlePlugin(named: NamedPlugin, root: string): Promise<BundledPlugin | RefusedPlugin> {
  const { name, place } = named
  if (name.startsWith('docsgen/plugins/') && !existsSync(firstPartyFile(name))) {
    const message = `docsgen has no plugin \`${name}\`.`
    return { findings: [pluginError('missing', { message, place })], files: [] }
  }
  const { build } = await import('esbuild')
  try {
    const { metafile, outputFiles } = await build(bundleOptions(name, root))
    const entry = metafile.inputs['<stdin>']?.imports[0]?.path ?? ''
    const [map = '', code = ''] = outputFiles.map(output => output.text)
    const files = Object.keys(metafile.inputs).filter(file => !/^<stdin>$|^docsgen:/.test(file))
    return { code, map, codeHash: hashContent(code, 32), file: path.join(root, entry), files }
  } catch (error) {
    const { errors } = error as BuildFailure
    if (!errors) throw error
    const files = errors.flatMap(({ location }) => location?.file ?? []).filter(file => file !== '<stdin>')
    const own = OWN.test(name) ? [path.posix.normalize(name)] : []
    return { findings: errors.map(message => toFinding(message, named)), files: [...own, ...files] }
  }
}

function bundleOptions(name: string, root: string) {
  const shared = ['zod', 'react', 'react-dom']
  const contents = `import * as plugin from ${JSON.stringify(name)}\nexport default plugin.default`
  return {
    stdin: { contents, resolveDir: root },
    absWorkingDir: root,
    // Nothing is written: sources of the map are relative to it.
    outfile: path.join(root, 'plugin.js'),
    bundle: true,
    write: false,
    metafile: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    minifyWhitespace: true,
    legalComments: 'none',
    // As in modules: writing to what is frozen throws.
    banner: { js: '"use strict";' },
    logLevel: 'silent',
    sourcemap: 'external',
    sourcesContent: false,
    // A bundle is evaluated as a function, which can't import.
    supported: { 'dynamic-import': false },
    define: META_DEFINES,
    // One copy for docsgen and all plugins.
    external: shared.flatMap(each => [each, `${each}/*`]),
    plugins: [
      {
        name: 'docsgen-module',
        setup({ onResolve, onLoad, resolve }) {
          onResolve({ filter: /^docsgen$/ }, () => ({ path: 'docsgen', namespace: 'docsgen' }))
          onResolve({ filter: FIRST_PARTY }, ({ path: own }) => ({ path: firstPartyFile(own) }))
          const module = { contents: 'export const definePlugin = plugin => plugin' }
          onLoad({ filter: /.*/, namespace: 'docsgen' }, () => module)
          // Packages that the site has to install for a plugin of docsgen.
          onResolve({ filter: /^[^.]/ }, async ({ path: needed, importer, kind }) => {
            const isLeft = path.dirname(importer) === firstPartyFolder && !shared.includes(needed)
            if (!isLeft || kind === 'url-token') return
            const found = await resolve(needed, { kind, resolveDir: root })
            return found.errors.length > 0 ? undefined : found
          })
        },
      },
      moduleMeta(root),
    ],
  } satisfies BuildOptions
}

function toFinding({ text, notes, location }: Message, { name, place }: NamedPlugin) {
  const missing = (message: string, hint: string) => pluginError('missing', { message, hint, place })
  const needed = /^Could not resolve "([^"]+)"/.exec(text)?.[1]
  if (needed !== undefined && FIRST_PARTY.test(name)) {
    const message = `The plugin \`${name}\` needs the package \`${needed}\`, which isn't installed.`
    return missing(message, `Install it (\`npm install ${needed}\`).`)
  }
  if (location && location.file !== '<stdin>') {
    const at = { file: location.file, line: location.line, column: location.column + 1 }
    return pluginError('load', { message: text, hint: importHint({ text, notes }), place: at })
  }
  const own = `docsgen/plugins/${name}`
  if (FIRST_PARTY.test(own) && existsSync(firstPartyFile(own)))
    return missing(`There is no plugin \`${name}\`.`, `Did you mean \`${own}\`?`)
  const hint = OWN.test(name)
    ? 'Plugin paths are relative to the site folder.'
    : `Install it (\`npm install ${name}\`), or write \`./${name}\` for a file in the site folder.`
  return missing(`There is no plugin \`${name}\`.`, hint)
}
