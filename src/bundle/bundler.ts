/** Which templates a theme is made of, how their imports are resolved, and running esbuild on them. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { BuildOptions, BuildResult, OnResolveResult, Plugin } from 'esbuild'
import { readStored, writeStored } from '../cache/store.ts'
import { listFiles } from '../lib/files.ts'
import { hashContent, hashData } from '../lib/hash.ts'
import { codeHash, dependencyVersion, packageRoot } from '../lib/package.ts'
import { posixPath } from '../lib/paths.ts'
import type { AddedTheme } from '../schema/output.ts'

/** Runs esbuild. The options of a name are always the same, but for what the plugin finds in the present source. */
export interface Bundler {
  /** The templates that the plugin reads. */
  source: ThemeSource
  run(name: string, options: BuildOptions): Promise<BuildResult>
  /** Bundles a script of the theme, an absolute file, once; returns its name. Set while a theme is bundled (`browser.ts`). */
  bundleScript(file: string): Promise<string>
}

/** Bundles without keeping anything for the next time. */
export function bundleOnce(source: ThemeSource): Bundler {
  return {
    source,
    run: async (_name, options) => (await import('esbuild')).build(options),
    bundleScript: file => Promise.reject(new Error(`No theme is bundled that ${file} could be part of.`)),
  }
}

/** What all bundles of a theme have in common. */
export const COMMON: BuildOptions = {
  absWorkingDir: packageRoot,
  bundle: true,
  write: false,
  minify: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  legalComments: 'none',
  logLevel: 'silent',
  // Settings of folders above the package or the site must not change the output.
  tsconfigRaw: '{}',
  define: { 'process.env.NODE_ENV': '"production"' },
}

/** Pictures and fonts beside a site's templates. */
export const STYLE_FILES = /\.(?:png|jpe?g|gif|webp|avif|svg|ico|woff2?|ttf|otf|eot|mp4|webm|cur)$/i

/** Where the theme of a site comes from: docsgen's own templates, and files of the same name of plugins and of the site. */
export interface ThemeSource {
  /** Absolute folder of docsgen's own templates. */
  own: string
  /** Absolute folder of the site's templates; the same as `own` when docsgen builds itself. */
  site: string
  /** What plugins add, in their order. */
  added: readonly AddedTheme[]
  /** Layout name → absolute file, sorted by name. */
  layouts: Record<string, string>
  /** The site's own components for Markdown, name → absolute file. */
  components: Record<string, string>
  /** Those of them that are islands, once they are known: name → when. */
  islands?: Record<string, string>
  /** Hash of every file that takes part: the key of the bundled theme. */
  hash: string
}

/** Folders of the package that are bundled for the browser or for rendering. */
const BUNDLED = ['templates', 'src/client', 'src/shared', 'src/search', 'src/schema']

/**
 * The rest of docsgen, which no theme uses: how search indexes are made, and types. Packages
 * leave it out (`files` of package.json), and have the same theme.
 */
const NOT_BUNDLED = /^src\/(?:search\/build\/|schema\/(?:api|config|page|plugin)\.ts$)/

/** Packages that the bundle is made of or by. */
const BUNDLER = ['esbuild', 'react', 'react-dom']

/** Finds the templates of a site and what identifies their present state. `cacheDir` keeps it for the next time. */
export async function findThemeSource(
  root: string,
  cacheDir: string,
  added: readonly AddedTheme[] = [],
): Promise<ThemeSource> {
  const own = path.join(packageRoot, 'templates')
  const site = path.join(root, 'templates')
  const bundled = await Promise.all(BUNDLED.map(ownFiles))
  const templates = await sourceFiles(site)
  // A site without templates has the same theme as any other, and docsgen's own are there already.
  const ofSite = site === own || templates.length === 0 ? [] : [templates]
  const ofPlugins = await Promise.all(added.map(addedFiles))
  const others = [...ofSite, ...ofPlugins.flatMap(({ templates, sheets }) => [...templates, ...sheets])]
  // From the same lists as the hash: a file that comes just now is in both or in none.
  const folders = [bundled[0] ?? [], ...ofPlugins.flatMap(({ templates }) => templates), ...ofSite]
  const layouts = Object.fromEntries(folders.flat().flatMap(layoutFile))
  // A theme of docsgen's own files alone comes with the package, whatever is installed beside it.
  const made = [codeHash, others.length > 0 ? BUNDLER.map(dependencyVersion) : []]
  const names = Object.keys(layouts).toSorted()
  const stored = added.length > 0 ? 'theme-source-plugins.json' : 'theme-source.json'
  return {
    own,
    site,
    added,
    layouts: Object.fromEntries(names.map(name => [name, layouts[name] ?? ''])),
    components: Object.fromEntries(ofSite.flat().flatMap(componentFile)),
    hash: await hashOnce(made, [...bundled, ...others], path.join(cacheDir, stored)),
  }
}

/** The templates of a plugin, if it has some; each of its style sheets, and what stands beside that and could be named by it. */
async function addedFiles({
  templates,
  styles,
}: AddedTheme): Promise<Record<'templates' | 'sheets', SourceFact[][]>> {
  const sheets = styles.map(async style => {
    const beside = await sourceFiles(
      path.dirname(style),
      name => name.endsWith('.css') || STYLE_FILES.test(name),
    )
    // Which of them it is makes a difference.
    return [...beside.filter(({ file }) => file === style), ...beside]
  })
  return {
    templates: templates === undefined ? [] : [await sourceFiles(templates)],
    sheets: await Promise.all(sheets),
  }
}

/** A file that takes part, with what changes when it is written. */
interface SourceFact {
  name: string
  /** Absolute. */
  file: string
  size: number
  /** Milliseconds, with fractions. */
  mtime: number
}

const isSource = (name: string) => /\.(?:tsx?|css|json|js)$/.test(name) || STYLE_FILES.test(name)

/** Of a folder of the package. */
function ownFiles(folder: string): Promise<SourceFact[]> {
  const isBundled = (name: string) => isSource(name) && !NOT_BUNDLED.test(`${folder}/${name}`)
  return sourceFiles(path.join(packageRoot, folder), isBundled)
}

async function sourceFiles(folder: string, takesPart = isSource): Promise<SourceFact[]> {
  const names = (await listFiles(folder)).filter(takesPart)
  return names.map(name => {
    const file = path.join(folder, name)
    const { size, mtimeMs } = statSync(file)
    return { name, file, size, mtime: mtimeMs }
  })
}

/** Of what the theme is made by and its files; those are read only if one of them is another than the last time. */
async function hashOnce(made: unknown, folders: readonly SourceFact[][], stored: string): Promise<string> {
  const state = hashData([made, folders])
  const known = JSON.parse(readStored(stored) ?? '{}') as { state?: string; hash?: string }
  if (known.state === state && known.hash !== undefined) return known.hash
  const contents = folders.map(files =>
    files.map(({ name, file }) => [name, hashContent(readFileSync(file), 16)]),
  )
  const hash = hashData([made, contents])
  writeStored(stored, JSON.stringify({ state, hash }))
  return hash
}

/** A file that is a component for Markdown, by its name. */
function componentFile({ name, file }: SourceFact): [name: string, file: string][] {
  const [, stem] = /^markdown\/([^/]+)\.tsx$/.exec(name.replaceAll('\\', '/')) ?? []
  return stem === undefined || /\.(?:test|spec)$/.test(stem) ? [] : [[stem, file]]
}

/** A file that is a layout, by its name. */
function layoutFile({ name, file }: SourceFact): [name: string, file: string][] {
  const [, stem] = /^layouts\/([A-Z]\w*)\.tsx$/.exec(name.replaceAll('\\', '/')) ?? []
  return stem === undefined ? [] : [[stem, file]]
}

/**
 * The file that takes the place of a template: that of the site, else that of the plugin named last which has one of that
 * name. `importer` asks for what it replaces, so it is not the answer.
 */
function overrideOf(file: string, source: ThemeSource, importer: string): string | undefined {
  const between = source.added.flatMap(({ templates }) => templates ?? [])
  const folders = [source.own, ...between, ...(source.site === source.own ? [] : [source.site])]
  const at = folders.findIndex(folder => file.startsWith(folder + path.sep))
  const home = folders[at]
  if (home === undefined) return undefined
  const overrides = folders.slice(at + 1).map(folder => path.join(folder, path.relative(home, file)))
  return overrides.findLast(override => override !== importer && existsSync(override))
}

/** What is bundled: scripts and styles for browsers, the module that renders pages, or the one that renders components of Markdown. */
type Target = 'browser' | 'server' | 'components'

const EXTENSIONS = ['', '.ts', '.tsx', '.css']

/** Marks what this plugin asks esbuild itself to resolve. */
const ASKED = 'docsgen-asked'

/** Modules that are written while a theme is bundled, by name. */
const VIRTUAL: Readonly<Record<string, (source: ThemeSource, target: Target) => string>> = {
  /** All layouts for the server; for browsers those that aren't docsgen's by name, each loaded on demand. */
  'docsgen:layouts': (source, target) => (target === 'server' ? eager(source.layouts) : lazyLayouts(source)),
  'docsgen:own-layouts': source => eager(ownLayouts(source)),
  /** The site's own components. */
  'docsgen:components': ({ components }) => {
    const files = Object.entries(components)
    const imports = files.map(([, file], index) => `import * as c${index} from ${JSON.stringify(file)}`)
    const names = files.map(([name], index) => `${JSON.stringify(name)}: c${index}`)
    return `${imports.join('\n')}\nexport const components = { ${names.join(', ')} }`
  },
  /** Those of them that browsers load on demand. */
  'docsgen:islands': ({ components, islands = {} }) => {
    const entries = Object.entries(islands).map(([name, time]) => {
      const load = `() => import(${JSON.stringify(components[name])})`
      return `${JSON.stringify(name)}: [${JSON.stringify(time)}, ${load}]`
    })
    return `export const islands = { ${entries.join(', ')} }`
  },
  /** The style sheets of plugins. */
  'docsgen:styles': ({ added }) =>
    added.flatMap(({ styles }) => styles.map(file => `@import ${JSON.stringify(file)};`)).join('\n'),
  /** Takes every call of a schema and does nothing: attributes were checked when the page was built. */
  'docsgen:no-zod': () => {
    // Imported, all of it would become part of the program.
    const zod = createRequire(path.join(packageRoot, 'package.json'))('zod') as object
    const names = Object.keys(zod).filter(name => /^[a-zA-Z_$][\w$]*$/.test(name) && name !== 'default')
    return `const none = new Proxy(function () {}, {
  get: (_, key) => (typeof key === 'symbol' ? undefined : none), apply: () => none, construct: () => none
})
export { none as default, ${names.map(name => `none as ${name}`).join(', ')} }`
  },
}

/**
 * Resolves the imports of templates: `docsgen/templates/…` is docsgen's own file, a relative import of one of docsgen's templates may
 * be overridden by the site's file of the same name or a plugin's, `react` and `zod` are docsgen's (in browsers, a component gets
 * nothing of its schema), and `docsgen:…` is a module of `VIRTUAL`. The source is asked for in every build.
 */
export function themePlugin(source: () => ThemeSource, target: Target): Plugin {
  return {
    name: 'docsgen-theme',
    setup({ onResolve, onLoad, resolve }) {
      onResolve({ filter: /^docsgen:/ }, ({ path: name }) =>
        name in VIRTUAL
          ? { path: name, namespace: 'docsgen', sideEffects: name === 'docsgen:styles' }
          : undefined,
      )
      onLoad({ filter: /./, namespace: 'docsgen' }, ({ path: name }) => ({
        contents: VIRTUAL[name]?.(source(), target) ?? '',
        loader: name === 'docsgen:styles' ? 'css' : 'js',
        resolveDir: packageRoot,
      }))
      const place = (found: OnResolveResult) => (target === 'browser' ? placeInSite(found, source()) : found)
      const rootOf = () => path.dirname(source().site)
      const findTemplate = (file: string, name: string, importer: string) =>
        (name.startsWith('.') && overrideOf(file, source(), importer)) || templateAt(file, source())
      onLoad({ filter: /./, namespace: SITE }, ({ path: name }) => {
        const file = path.join(rootOf(), name)
        return { contents: readFileSync(file), loader: 'default', resolveDir: path.dirname(file) }
      })
      onResolve(
        { filter: /./ },
        async ({ path: name, importer, resolveDir, namespace, kind, pluginData }) => {
          if (pluginData === ASKED || kind === 'url-token') return undefined
          const from = namespace === SITE ? path.join(rootOf(), importer) : importer
          const isComponent = Object.values(source().components).includes(from)
          if (isComponent && name.endsWith('.css')) {
            const text = `\`${name}\` cannot be imported by a component: write its rules into \`templates/styles/site.css\`.`
            return { errors: [{ text }] }
          }
          if (name.startsWith('docsgen/templates/'))
            return place({ path: firstExisting(path.join(packageRoot, name.slice('docsgen/'.length))) })
          if (/^zod(?:\/|$)/.test(name) && target === 'browser' && isComponent)
            return { path: 'docsgen:no-zod', namespace: 'docsgen', sideEffects: false }
          // Where components are rendered, zod is no part of the bundle.
          const isOwn =
            target === 'components' ? /^react(?:-dom)?(?:\/|$)/ : /^(?:react(?:-dom)?|zod)(?:\/|$)/
          const asked = {
            kind,
            importer,
            resolveDir: isOwn.test(name) ? packageRoot : resolveDir,
            pluginData: ASKED,
          }
          const isPath = name.startsWith('.') || path.isAbsolute(name)
          const template = isPath && findTemplate(firstExisting(path.resolve(resolveDir, name)), name, from)
          if (template) return place({ path: template })
          if (namespace !== SITE && asked.resolveDir === resolveDir) return undefined
          const found = await resolve(name, asked)
          return found.errors.length > 0 ? undefined : place(found)
        },
      )
    },
  }
}

/** Namespace of files below the site's folder: esbuild makes hashes of paths, which must not say where on the machine a site is. */
const SITE = 'site'

function placeInSite(found: OnResolveResult, { site }: ThemeSource): OnResolveResult {
  const root = path.dirname(site)
  const { path: file = '', namespace = 'file', external } = found
  const isOutside = !file.startsWith(root + path.sep) || file.startsWith(packageRoot + path.sep)
  if (namespace !== 'file' || external || isOutside) return found
  return { ...found, path: posixPath(path.relative(root, file)), namespace: SITE }
}

/** The absolute path of a file as esbuild names it in messages and metafiles; `root` is the site's folder. */
export function absolutePath(name: string, root: string): string {
  return name.startsWith(`${SITE}:`)
    ? path.join(root, name.slice(SITE.length + 1))
    : path.resolve(packageRoot, name)
}

/**
 * The file, if it is a template. A template is found here, whoever asks for it: esbuild would bundle one that it has found by itself
 * in another way, and which of the two comes first differs from run to run.
 */
function templateAt(file: string, { own, site, added }: ThemeSource): string | undefined {
  const folders = [own, site, ...added.flatMap(({ templates }) => templates ?? [])]
  const isTemplate = /\.[jt]sx?$/.test(file) && folders.some(folder => file.startsWith(folder + path.sep))
  return isTemplate && existsSync(file) ? file : undefined
}

function firstExisting(file: string): string {
  return (
    EXTENSIONS.map(extension => file + extension).find(name => existsSync(name) && statSync(name).isFile()) ??
    file
  )
}

/** Layouts that have the name of one of docsgen's. */
function ownLayouts({ layouts, own }: ThemeSource): Record<string, string> {
  const isOwn = (name: string) => existsSync(path.join(own, 'layouts', `${name}.tsx`))
  return Object.fromEntries(Object.entries(layouts).filter(([name]) => isOwn(name)))
}

function lazyLayouts(source: ThemeSource): string {
  const own = ownLayouts(source)
  const others = Object.entries(source.layouts).filter(([name]) => !(name in own))
  const entries = others.map(
    ([name, file]) => `${JSON.stringify(name)}: () => import(${JSON.stringify(file)})`,
  )
  return `export const layouts = { ${entries.join(', ')} }`
}

function eager(layouts: Readonly<Record<string, string>>): string {
  const entries = Object.entries(layouts)
  const imports = entries.map(([, file], index) => `import layout${index} from ${JSON.stringify(file)}`)
  const names = entries.map(([name], index) => `${JSON.stringify(name)}: layout${index}`)
  return `${imports.join('\n')}\nexport const layouts = { ${names.join(', ')} }`
}
