import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { OnResolveResult, Plugin } from 'esbuild'
import { packageRoot } from '../lib/package.ts'
import { posixPath } from '../lib/paths.ts'
import { overrideOf, type ThemeSource } from './theme-source.ts'

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
