import type { BuildFailure, BuildOptions, Message } from 'esbuild'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Damage, readStored, writeStored } from '../cache/store.ts'
import { MODULE_ADDRESS } from '../lib/site-code.ts'
import { hashContent, hashData } from '../lib/hash.ts'
import { firstPartyFolder, codeHash, dependencyVersion } from '../lib/package.ts'
import { namesIn, readText } from '../lib/files.ts'
import type { Finding, Place } from '../schema/finding.ts'

export interface BundledPlugin {
  code: string
  map: string
  codeHash: string
  /** Absolute file of its entry. */
  file: string
  /** Files that it was made from, relative to the root. */
  files: string[]
}

/** `files`: those that could change the outcome. */
type RefusedPlugin = Pick<BundledPlugin, 'files'> & { findings: Finding[] }

/** A plugin as the configuration names it, and where: `./plugins/a.ts`, `docsgen-plugin-a`, `docsgen/plugins/math`. */
type NamedPlugin = { name: string; place: Place | undefined }

export type BundleCache = { cacheDir: string; damage?: Damage }

/** Bundles plugins, in their order; one whose files have not changed is taken from the cache. */
export async function bundlePlugins(
  named: readonly NamedPlugin[],
  root: string,
  cache?: BundleCache,
): Promise<(BundledPlugin | RefusedPlugin)[]> {
  const file = cache && path.join(cache.cacheDir, 'plugins.json')
  const text = file === undefined ? undefined : readStored(file, cache?.damage)
  /** By name, with `stateOf`; the entry is relative to the root, which may be another folder the next time. */
  const stored = JSON.parse(text ?? '{}') as Record<string, BundledPlugin & { state: string }>
  const next: typeof stored = {}
  const bundles = await Promise.all(
    named.map(async each => {
      const known = stored[each.name]
      if (known && stateOf(known.files, root) === known.state) {
        next[each.name] = known
        return { ...known, file: path.join(root, known.file) }
      }
      const bundled = await bundlePlugin(each, root)
      const state = stateOf(bundled.files, root)
      if (!('findings' in bundled) && state !== undefined)
        next[each.name] = { ...bundled, file: path.relative(root, bundled.file), state }
      return bundled
    }),
  )
  const isNew = named.some(({ name }) => next[name] === undefined || next[name] !== stored[name])
  if (file !== undefined && isNew) writeStored(file, JSON.stringify(next))
  return bundles
}

/**
 * Hash of the files of a bundle, and of what can lead its imports to other ones: settings, and the names in its folders.
 * Undefined where a `tsconfig.json` extends another one.
 */
function stateOf(files: readonly string[], root: string): string | undefined {
  const folders = new Set([path.join(root, 'node_modules')])
  for (const file of ['site.config.ts', ...files]) {
    let folder = path.dirname(path.join(root, file))
    for (; !folders.has(folder); folder = path.dirname(folder)) folders.add(folder)
  }
  const settings = [...folders].map(folder => readText(path.join(folder, 'tsconfig.json')))
  if (settings.some(text => text?.includes('"extends"'))) return undefined
  const contents = files.map(file => [file, readText(path.join(root, file))])
  const around = [...folders].map((folder, index) => [
    path.relative(root, folder),
    settings[index],
    readText(path.join(folder, 'package.json')),
    folder.startsWith(root) ? sourcesIn(folder) : [],
  ])
  return hashData([codeHash, dependencyVersion('esbuild'), contents, around], 32)
}

/** Names in a folder that an import without a suffix may mean. */
function sourcesIn(folder: string): string[] {
  const isPackages = path.basename(folder) === 'node_modules'
  const wanted = isPackages ? /^[^.]/ : /\.(?:[cm]?[jt]sx?|json|css)$/
  return namesIn(folder).filter(name => wanted.test(name))
}

const FIRST_PARTY = /^docsgen\/plugins\/([a-z]+)$/

function firstPartyFile(name: string): string {
  return path.join(firstPartyFolder, `${FIRST_PARTY.exec(name)?.[1] ?? ''}.mjs`)
}

/** Bundles a plugin, so that it needs nothing but docsgen and Node.js where it runs. */
async function bundlePlugin(named: NamedPlugin, root: string): Promise<BundledPlugin | RefusedPlugin> {
  const { name, place } = named
  if (name.startsWith('docsgen/plugins/') && !existsSync(firstPartyFile(name)))
    return { findings: [missing(`docsgen has no plugin \`${name}\`.`, place)], files: [] }
  const { build } = await import('esbuild')
  try {
    const { metafile, outputFiles } = await build(options(name, root))
    const entry = metafile.inputs['<stdin>']?.imports[0]?.path ?? ''
    const [map = '', code = ''] = outputFiles.map(output => output.text)
    const files = Object.keys(metafile.inputs).filter(file => !/^<stdin>$|^docsgen:/.test(file))
    return { code, map, codeHash: hashContent(code, 32), file: path.join(root, entry), files }
  } catch (error) {
    const { errors } = error as BuildFailure
    if (!errors) throw error
    const files = errors.flatMap(({ location }) => location?.file ?? []).filter(file => file !== '<stdin>')
    const own = /^\.{0,2}\//.test(name) ? [path.posix.normalize(name)] : []
    return { findings: errors.map(message => toFinding(message, named)), files: [...own, ...files] }
  }
}

function options(name: string, root: string) {
  return {
    stdin: {
      contents: `import * as plugin from ${JSON.stringify(name)}\nexport default plugin.default`,
      resolveDir: root,
    },
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
    // A bundle is evaluated as a function, which has no way to import.
    supported: { 'dynamic-import': false },
    define: {
      'import.meta.url': MODULE_ADDRESS,
      'import.meta.filename': '__filename',
      'import.meta.dirname': '__dirname',
    },
    // Packages that a plugin of docsgen leaves to the site to install.
    nodePaths: [path.join(root, 'node_modules')],
    // Shared with docsgen, so that there is one copy.
    external: ['zod', 'react', 'react-dom'].flatMap(shared => [shared, `${shared}/*`]),
    plugins: [
      {
        name: 'docsgen-module',
        setup(context) {
          context.onResolve({ filter: /^docsgen$/ }, () => ({ path: 'docsgen', namespace: 'docsgen' }))
          context.onResolve({ filter: FIRST_PARTY }, ({ path: own }) => ({ path: firstPartyFile(own) }))
          context.onLoad({ filter: /.*/, namespace: 'docsgen' }, () => ({
            contents: 'export const definePlugin = plugin => plugin',
          }))
        },
      },
    ],
  } satisfies BuildOptions
}

/** A problem of a file of the plugin at its location; a plugin that is not found, in the configuration. */
function toFinding({ text, location }: Message, { name, place }: NamedPlugin): Finding {
  const needed = /^Could not resolve "([^"]+)"/.exec(text)?.[1]
  if (needed !== undefined && FIRST_PARTY.test(name)) {
    const message = `The plugin \`${name}\` needs the package \`${needed}\`, which is not there.`
    return missing(message, place, `Install it (\`npm install ${needed}\`).`)
  }
  if (location && location.file !== '<stdin>') {
    const at = { file: location.file, line: location.line, column: location.column + 1 }
    return { rule: 'plugins/load', severity: 'error', place: at, message: text }
  }
  const hint = /^\.{0,2}\//.test(name)
    ? 'Paths of plugins are relative to the folder of the site.'
    : `Install it (\`npm install ${name}\`), or write \`./${name}\` for a file of the site.`
  return missing(`There is no plugin \`${name}\`.`, place, hint)
}

function missing(message: string, place: Place | undefined, hint?: string): Finding {
  return {
    rule: 'plugins/missing',
    severity: 'error',
    ...(place && { place }),
    message,
    ...(hint && { hint }),
  }
}
