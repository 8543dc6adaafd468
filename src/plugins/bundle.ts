import type { BuildFailure, BuildOptions, Message } from 'esbuild'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { type Damage, readStored, writeStored } from '../cache/checked-file.ts'
import { MODULE_ADDRESS } from '../lib/site-code.ts'
import { hashContent, hashData } from '../lib/hash.ts'
import { firstPartyFolder, codeHash, dependencyVersion } from '../lib/package.ts'
import { readText } from '../lib/files.ts'
import type { Finding, Place } from '../schema/finding.ts'
import { SHARED_PACKAGES } from './evaluate.ts'

/** What a plugin imports from `docsgen`. */
const DOCSGEN_MODULE = 'export const definePlugin = plugin => plugin'

/** Plugins that come with docsgen. */
const FIRST_PARTY = /^docsgen\/plugins\/([a-z]+)$/

/** Where esbuild takes its output to stand, though nothing is written there: sources of the map are relative to it. */
const OUT_FILE = 'plugin.js'

export interface BundledPlugin {
  code: string
  map: string
  /** Of the code. */
  codeHash: string
  /** Absolute file of its entry. */
  file: string
  /** What it was made from, relative to the root. */
  files: string[]
}

/** `files`: those with which it could be another. */
interface RefusedPlugin {
  plugin?: undefined
  findings: Finding[]
  files: string[]
}

/** A plugin as the configuration names it. */
interface NamedPlugin {
  /** `./plugins/a.ts`, `docsgen-plugin-a`, `docsgen/plugins/math`. */
  name: string
  /** Where. */
  place: Place | undefined
}

/** Bundles a plugin, so that it needs nothing but docsgen and Node.js where it runs. */
async function bundlePlugin(named: NamedPlugin, root: string): Promise<BundledPlugin | RefusedPlugin> {
  if (named.name.startsWith('docsgen/plugins/') && !existsSync(firstPartyFile(named.name)))
    return { findings: [unknownFirstParty(named)], files: [] }
  const { build } = await import('esbuild')
  try {
    const result = await build(options(named.name, root))
    const { inputs } = result.metafile
    const entry = inputs['<stdin>']?.imports[0]?.path ?? ''
    const [map = '', code = ''] = result.outputFiles.map(output => output.text)
    const files = Object.keys(inputs).filter(name => name !== '<stdin>' && !name.startsWith('docsgen:'))
    return { code, map, codeHash: hashContent(code, 32), file: path.join(root, entry), files }
  } catch (error) {
    const { errors } = error as BuildFailure
    if (!errors) throw error
    const files = errors.flatMap(({ location }) => location?.file ?? []).filter(file => file !== '<stdin>')
    const own = /^\.{0,2}\//.test(named.name) ? [path.posix.normalize(named.name)] : []
    return { findings: errors.map(message => toFinding(message, named)), files: [...own, ...files] }
  }
}

/** Absolute file of a plugin that comes with docsgen. */
function firstPartyFile(name: string): string {
  return path.join(firstPartyFolder, `${FIRST_PARTY.exec(name)?.[1] ?? ''}.mjs`)
}

function options(name: string, root: string) {
  return {
    stdin: {
      contents: `import * as plugin from ${JSON.stringify(name)}\nexport default plugin.default`,
      resolveDir: root,
    },
    absWorkingDir: root,
    outfile: path.join(root, OUT_FILE),
    bundle: true,
    write: false,
    metafile: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    minifyWhitespace: true,
    legalComments: 'none',
    // As in modules: what is frozen cannot be written to in silence.
    banner: { js: '"use strict";' },
    logLevel: 'silent',
    sourcemap: 'external',
    sourcesContent: false,
    // Part of the program's module that a plugin is evaluated as: it has no way to import.
    supported: { 'dynamic-import': false },
    define: {
      'import.meta.url': MODULE_ADDRESS,
      'import.meta.filename': '__filename',
      'import.meta.dirname': '__dirname',
    },
    // What a plugin of docsgen leaves to the site to install.
    nodePaths: [path.join(root, 'node_modules')],
    external: SHARED_PACKAGES.flatMap(shared => [shared, `${shared}/*`]),
    plugins: [
      {
        name: 'docsgen-module',
        setup(context) {
          context.onResolve({ filter: /^docsgen$/ }, () => ({ path: 'docsgen', namespace: 'docsgen' }))
          context.onResolve({ filter: FIRST_PARTY }, ({ path: own }) => ({ path: firstPartyFile(own) }))
          context.onLoad({ filter: /.*/, namespace: 'docsgen' }, () => ({ contents: DOCSGEN_MODULE }))
        },
      },
    ],
  } satisfies BuildOptions
}

/** A problem of a file of the plugin at its place; one that the plugin itself is not found by, in the configuration. */
function toFinding({ text, location }: Message, { name, place }: NamedPlugin): Finding {
  const needed = /^Could not resolve "([^"]+)"/.exec(text)?.[1]
  if (needed !== undefined && FIRST_PARTY.test(name)) {
    const message = `The plugin \`${name}\` needs the package \`${needed}\`, which is not there.`
    const hint = `Install it (\`npm install ${needed}\`).`
    return { rule: 'plugins/missing', severity: 'error', ...(place ? { place } : {}), message, hint }
  }
  if (location && location.file !== '<stdin>') {
    const at = { file: location.file, line: location.line, column: location.column + 1 }
    return { rule: 'plugins/load', severity: 'error', place: at, message: text }
  }
  const hint = /^\.{0,2}\//.test(name)
    ? 'Paths of plugins are relative to the folder of the site.'
    : `Install it (\`npm install ${name}\`), or write \`./${name}\` for a file of the site.`
  const message = `There is no plugin \`${name}\`.`
  return { rule: 'plugins/missing', severity: 'error', ...(place ? { place } : {}), message, hint }
}

function unknownFirstParty({ name, place }: NamedPlugin): Finding {
  const message = `docsgen has no plugin \`${name}\`.`
  return { rule: 'plugins/missing', severity: 'error', ...(place ? { place } : {}), message }
}

/** Where bundles are kept between starts. */
export interface BundleCache {
  /** Absolute folder of caches. */
  cacheDir: string
  damage?: Damage
}

/** A bundle as it is kept: its entry is relative to the root, which may stand elsewhere the next time. */
interface StoredBundle extends BundledPlugin {
  /** Of everything that esbuild looked at. */
  state: string
}

/** Bundles plugins, in their order; one whose files are as they were is taken from the cache. */
export async function bundleOnce(
  named: readonly NamedPlugin[],
  root: string,
  cache?: BundleCache,
): Promise<(BundledPlugin | RefusedPlugin)[]> {
  if (!cache || named.length === 0) return Promise.all(named.map(each => bundlePlugin(each, root)))
  const file = path.join(cache.cacheDir, 'plugins.json')
  const stored = JSON.parse((await readStored(file, cache.damage)) ?? '{}') as Record<string, StoredBundle>
  const fresh: Record<string, StoredBundle> = {}
  let isNew = false
  const bundles = await Promise.all(
    named.map(async each => {
      const known = stored[each.name]
      const state = known && stateOf(known.files, root)
      if (known && state !== undefined && state === known.state) {
        fresh[each.name] = known
        return { ...known, file: path.join(root, known.file) }
      }
      isNew = true
      const bundled = await bundlePlugin(each, root)
      const made = 'findings' in bundled ? undefined : stateOf(bundled.files, root)
      if ('findings' in bundled || made === undefined) return bundled
      fresh[each.name] = { ...bundled, file: path.relative(root, bundled.file), state: made }
      return bundled
    }),
  )
  if (isNew) await writeStored(file, JSON.stringify(fresh))
  return bundles
}

/** What a name without a suffix may lead to. */
const SOURCE = /\.(?:[cm]?[jt]sx?|json|css)$/

/**
 * Hash of what a bundle is made from: its files, what esbuild reads beside them, and the names with which an import could
 * lead elsewhere. Undefined where a `tsconfig.json` is made from another one: what that says is not known here.
 */
function stateOf(files: readonly string[], root: string): string | undefined {
  const absolute = files.map(file => path.join(root, file))
  const contents = absolute.map((file, index) => [files[index], hashContent(readText(file) ?? '\0', 32)])
  const folders = [...foldersOf([root, ...absolute.map(file => path.dirname(file))])].toSorted()
  const settings = folders.map(folder => readText(path.join(folder, 'tsconfig.json')))
  if (settings.some(text => text?.includes('"extends"'))) return undefined
  const around = folders.map((folder, index) => [
    path.relative(root, folder),
    settings[index],
    readText(path.join(folder, 'package.json')),
    namesIn(path.join(folder, 'node_modules'), /^[^.]/),
    isOwn(folder, root) ? namesIn(folder, SOURCE) : [],
  ])
  return hashData([codeHash, dependencyVersion('esbuild'), contents, around], 32)
}

/** These folders and all that they are in. */
function foldersOf(folders: readonly string[]): Set<string> {
  const all = new Set<string>()
  for (let folder of folders) for (; !all.has(folder); folder = path.dirname(folder)) all.add(folder)
  return all
}

/** A folder of the site's own sources. */
function isOwn(folder: string, root: string): boolean {
  return `${folder}${path.sep}`.startsWith(root + path.sep) && !/[\\/]node_modules(?:[\\/]|$)/.test(folder)
}

function namesIn(folder: string, wanted: RegExp): string[] {
  try {
    return readdirSync(folder)
      .filter(name => wanted.test(name))
      .toSorted()
  } catch {
    return []
  }
}
