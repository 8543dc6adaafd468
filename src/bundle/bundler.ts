import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { BuildOptions, BuildResult, OnResolveResult, Plugin } from 'esbuild'
import { listFiles, posixPath, readText } from '../lib/files.ts'
import { hashContent, hashData } from '../lib/hash.ts'
import { codeHash, dependencyVersion, packageRoot } from '../lib/package.ts'
import type { AddedTheme } from '../plugins/load.ts'

export async function bundle(options: BuildOptions): Promise<BuildResult> {
  const { build } = await import('esbuild')
  return build({
    absWorkingDir: packageRoot,
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    legalComments: 'none',
    logLevel: 'silent',
    metafile: true,
    // Settings of parent folders must not change the output.
    tsconfigRaw: '{}',
    define: { 'process.env.NODE_ENV': '"production"' },
    ...options,
  })
}

/** For bundles that Node.js evaluates as a function. */
export const FOR_NODE: BuildOptions = {
  format: 'cjs',
  platform: 'browser',
  // Selects React's server renderer that needs no module of Node.js and opens no message port.
  conditions: ['edge-light'],
  banner: { js: '"use strict";' },
}

export const STYLE_FILES = /\.(?:png|jpe?g|gif|webp|avif|svg|ico|woff2?|ttf|otf|eot|mp4|webm|cur)$/i

/** Templates of docsgen, plugins and the site. Paths are absolute. */
export interface ThemeSource {
  /** The folder of the site. */
  root: string
  /** Folders of templates: docsgen's, the site's. */
  own: string
  site: string
  added: readonly AddedTheme[]
  /** Files by name, sorted. */
  layouts: Record<string, string>
  /** Custom components for Markdown: files by name. */
  components: Record<string, string>
  /** Name → when it starts. Set once components are bundled. */
  islands?: Record<string, string>
  /** Key of the bundled theme. */
  hash: string
  /** Filled while the theme is bundled: each `tsconfig.json` that affected imports. */
  settings: Set<string>
  /** Filled then, too: files that style sheets refer to; output path → path relative to `site`. */
  styleFiles: Record<string, string>
}

export async function findThemeSource(root: string, added: readonly AddedTheme[] = []): Promise<ThemeSource> {
  const own = path.join(packageRoot, 'templates')
  const site = path.join(root, 'templates')
  // In docsgen's repository, both are the same folder.
  const ofSite = site === own ? [] : await filesIn(site, SOURCES)
  const folders = added.flatMap(({ templates }) => templates ?? [])
  const overrides = [...(await Promise.all(folders.map(folder => filesIn(folder, SOURCES)))), ofSite]
  const sheets = await Promise.all(added.flatMap(({ styles }) => styles).map(filesOfSheet))
  const layouts = [await filesIn(own, /^layouts\//), ...overrides]
    .flat()
    .flatMap(namedBy(/^layouts\/([A-Z]\w*)\.tsx$/))
  const groups = [...overrides, ...sheets]
  const contents = groups.map(files =>
    files.map(({ name, file }) => [name, hashContent(readFileSync(file), 16)]),
  )
  // docsgen's own theme comes with the package, whatever is installed beside it.
  const isOwn = groups.every(files => files.length === 0)
  const others = isOwn ? [] : [['esbuild', 'react', 'react-dom'].map(dependencyVersion), contents]
  return {
    root,
    own,
    site,
    added,
    layouts: Object.fromEntries(layouts.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    // From the same list as the hash: a file that is created right now is in both or in neither.
    components: Object.fromEntries(ofSite.flatMap(namedBy(/^markdown\/([^/]+?)(?<!\.(?:test|spec))\.tsx$/))),
    hash: hashData([codeHash, ...others]),
    settings: new Set(),
    styleFiles: {},
  }
}

/** `name`: path in its folder. */
interface SourceFile {
  name: string
  file: string
}

const SOURCES = new RegExp(`\\.(?:tsx?|css|json|js)$|${STYLE_FILES.source}`, 'i')

async function filesIn(folder: string, pattern: RegExp) {
  const names = (await listFiles(folder)).filter(name => pattern.test(name))
  return names.map(name => ({ name, file: path.join(folder, name) }))
}

/** A plugin's style sheet may name files in its folder. */
async function filesOfSheet(sheet: string) {
  const beside = await filesIn(path.dirname(sheet), new RegExp(`\\.css$|${STYLE_FILES.source}`, 'i'))
  return [{ name: path.basename(sheet), file: sheet }, ...beside]
}

/** Files by what `pattern` captures of their names. */
function namedBy(pattern: RegExp): (file: SourceFile) => [name: string, file: string][] {
  return ({ name, file }) => {
    const found = pattern.exec(name)?.[1]
    return found === undefined ? [] : [[found, file]]
  }
}

/** `server` renders pages, `components` custom components. */
type Target = 'browser' | 'server' | 'components'

const VIRTUAL: Readonly<Record<string, (source: ThemeSource, target: Target) => string>> = {
  /** Browsers load other layouts than docsgen's on demand. */
  'docsgen:layouts': (source, target) => {
    if (target === 'server') return eager('layouts', source.layouts)
    const others = Object.entries(source.layouts).filter(([name]) => !isOwnLayout(name, source))
    return lazy('layouts', others, load => load)
  },
  'docsgen:own-layouts': source => {
    const own = Object.entries(source.layouts).filter(([name]) => isOwnLayout(name, source))
    return eager('layouts', Object.fromEntries(own))
  },
  'docsgen:components': ({ components }) => eager('components', components, '* as '),
  'docsgen:islands': ({ components, islands = {} }) => {
    const files = Object.keys(islands).map((name): [string, string] => [name, components[name] ?? ''])
    return lazy('islands', files, (load, name) => `[${JSON.stringify(islands[name])}, ${load}]`)
  },
  'docsgen:styles': ({ added }) =>
    added.flatMap(({ styles }) => styles.map(file => `@import ${JSON.stringify(file)};`)).join('\n'),
  /** Replaces zod and does nothing: attributes were checked when the page was built. */
  'docsgen:no-zod': () => {
    // Imported, it would become part of the program.
    const zod = createRequire(path.join(packageRoot, 'package.json'))('zod') as object
    const names = Object.keys(zod).filter(name => /^[a-zA-Z_$][\w$]*$/.test(name) && name !== 'default')
    return `const none = new Proxy(function () {}, {
  get: (_, key) => (typeof key === 'symbol' ? undefined : none), apply: () => none, construct: () => none
})
export { none as default, ${names.map(name => `none as ${name}`).join(', ')} }`
  },
}

function isOwnLayout(name: string, { own }: ThemeSource) {
  return existsSync(path.join(own, 'layouts', `${name}.tsx`))
}

/** Exports an object of the default exports of files, or of all that they export (`* as `). */
function eager(exported: string, files: Readonly<Record<string, string>>, what = '') {
  const entries = Object.entries(files)
  const imports = entries.map(([, file], index) => `import ${what}m${index} from ${JSON.stringify(file)}`)
  const names = entries.map(([name], index) => `${JSON.stringify(name)}: m${index}`)
  return `${imports.join('\n')}\nexport const ${exported} = { ${names.join(', ')} }`
}

function lazy(
  exported: string,
  files: readonly [name: string, file: string][],
  valueOf: (load: string, name: string) => string,
) {
  const entries = files.map(
    ([name, file]) => `${JSON.stringify(name)}: ${valueOf(`() => import(${JSON.stringify(file)})`, name)}`,
  )
  return `export const ${exported} = { ${entries.join(', ')} }`
}

/** Namespace of the site's files: esbuild hashes paths, which mustn't depend on where a site is. */
const SITE = 'site'

/** `name` is as in messages and metafiles of esbuild, `root` the site's folder. */
export function absolutePath(name: string, root: string) {
  return name.startsWith(`${SITE}:`)
    ? path.join(root, name.slice(SITE.length + 1))
    : path.resolve(packageRoot, name)
}

/** Absolute paths of the files that bundles were made from. */
export function inputsOf(bundles: readonly BuildResult[], root: string) {
  const names = bundles.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}))
  return names.filter(name => !/^(?!site:)[\w-]{2,}:/.test(name)).map(name => absolutePath(name, root))
}

/** Marks what the plugin itself asks for. */
const ASKED = 'docsgen-asked'

/** A `tsconfig.json` and the files that it extends, but for those of packages, which change with their versions only. */
function settingsOf(file: string): string[] {
  const [, extended = ''] = /"extends"\s*:\s*("[^"]*"|\[[^\]]*\])/.exec(readText(file) ?? '') ?? []
  const names = Array.from(extended.matchAll(/"(\.[^"]*?)(?:\.json)?"/g), ([, name = '']) => `${name}.json`)
  return [file, ...names.flatMap(name => settingsOf(path.resolve(path.dirname(file), name)))]
}

/** `docsgen/templates/…`, `react` and `zod` are docsgen's. Plugins and the site may override what has a relative path. */
export function themePlugin(source: ThemeSource, target: Target): Plugin {
  const { root } = source
  const folders = [source.own, ...source.added.flatMap(({ templates }) => templates ?? []), source.site]
  const components = Object.values(source.components)
  // The bundle that renders components doesn't contain zod.
  const shared = target === 'components' ? /^react(?:-dom)?(?:\/|$)/ : /^(?:react(?:-dom)?|zod)(?:\/|$)/
  const isIn = (folder: string, file: string) => file.startsWith(folder + path.sep)
  const isOfSite = (file: string) =>
    isIn(root, file) && !isIn(packageRoot, file) && !/[\\/]node_modules[\\/]/.test(file)
  const known = new Map()

  /** The site's file, or else the last plugin's, but never `importer`, which asks for what it replaces. */
  function overrideOf(file: string, importer: string) {
    const at = folders.findIndex(folder => isIn(folder, file))
    if (at < 0) return undefined
    const name = path.relative(folders[at] ?? '', file)
    const overrides = folders.slice(at + 1).map(folder => path.join(folder, name))
    return overrides.findLast(override => override !== importer && existsSync(override))
  }

  /** Finds all files of the site: esbuild bundles a file as its first importer resolved it, which varies. */
  function findTemplate(name: string, resolveDir: string, importer: string) {
    if (!name.startsWith('.') && !path.isAbsolute(name)) return undefined
    const file = firstExisting(path.resolve(resolveDir, name))
    const isTemplate =
      /\.[jt]sx?$/.test(file) && folders.some(folder => isIn(folder, file)) && existsSync(file)
    return (name.startsWith('.') && overrideOf(file, importer)) || (isTemplate ? file : undefined)
  }

  /** Files that `paths` of the nearest `tsconfig.json` give for a name, in files of the site. */
  async function aliasesOf(name: string, from: string) {
    if (name.startsWith('.') || path.isAbsolute(name) || !isOfSite(from)) return []
    const { getTsconfig, createPathsMatcher } = await import('get-tsconfig')
    const settings = getTsconfig(from, 'tsconfig.json', known) ?? getTsconfig(from, 'jsconfig.json', known)
    const files = (settings && createPathsMatcher(settings)?.(name)) ?? []
    if (settings && files.length > 0) settingsOf(settings.path).forEach(file => source.settings.add(file))
    return files
  }

  function place(found: OnResolveResult) {
    const { path: file = '', namespace = 'file', external } = found
    const isOutside = !isIn(root, file) || isIn(packageRoot, file)
    if (target !== 'browser' || namespace !== 'file' || external || isOutside) return found
    return { ...found, path: posixPath(path.relative(root, file)), namespace: SITE }
  }

  return {
    name: 'docsgen-theme',
    setup({ onResolve, onLoad, resolve }) {
      onResolve({ filter: /^docsgen:/ }, ({ path: name }) => {
        const sideEffects = name === 'docsgen:styles'
        return name in VIRTUAL ? { path: name, namespace: 'docsgen', sideEffects } : undefined
      })
      onLoad({ filter: /./, namespace: 'docsgen' }, ({ path: name }) => ({
        contents: VIRTUAL[name]?.(source, target) ?? '',
        loader: name === 'docsgen:styles' ? 'css' : 'js',
        resolveDir: packageRoot,
      }))
      onLoad({ filter: /./, namespace: SITE }, ({ path: name }) => {
        const file = path.join(root, name)
        return { contents: readFileSync(file), loader: 'default', resolveDir: path.dirname(file) }
      })
      onResolve({ filter: /./ }, async args => {
        const { path: name, importer, resolveDir, namespace, kind, pluginData } = args
        if (pluginData === ASKED || kind === 'url-token') return undefined
        const from = namespace === SITE ? path.join(root, importer) : importer
        const isComponent = components.includes(from)
        if (isComponent && name.endsWith('.css')) {
          const text = `Components can't import \`${name}\`. Move its rules to \`templates/styles/site.css\`.`
          return { errors: [{ text }] }
        }
        if (name.startsWith('docsgen/templates/'))
          return place({ path: firstExisting(path.join(packageRoot, name.slice('docsgen/'.length))) })
        if (/^zod(?:\/|$)/.test(name) && target === 'browser' && isComponent)
          return { path: 'docsgen:no-zod', namespace: 'docsgen', sideEffects: false }
        const template = findTemplate(name, resolveDir, from)
        if (template) return place({ path: template })
        const isShared = shared.test(name)
        const asked = { kind, importer, resolveDir: isShared ? packageRoot : resolveDir, pluginData: ASKED }
        let aliases: string[]
        try {
          aliases = isShared ? [] : await aliasesOf(name, from)
        } catch (error) {
          const text = `\`paths\` in \`tsconfig.json\` can't be read: ${(error as Error).message}`
          return { errors: [{ text }] }
        }
        for (const alias of aliases) {
          const file = findTemplate(alias, resolveDir, from)
          if (file) return place({ path: file })
          const found = await resolve(alias, asked)
          if (found.errors.length === 0) return place(found)
        }
        if (namespace !== SITE && !isShared && !isOfSite(from)) return undefined
        const found = await resolve(name, asked)
        return found.errors.length > 0 ? undefined : place(found)
      })
    },
  }
}

function firstExisting(file: string) {
  const names = ['', '.ts', '.tsx', '.css'].map(extension => file + extension)
  return names.find(name => existsSync(name) && statSync(name).isFile()) ?? file
}
