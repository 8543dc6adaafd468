import path from 'node:path'
import { existsSync, statSync } from 'node:fs'
import type { OnResolveArgs, Plugin } from 'esbuild'
import { packageRoot } from '../lib/package.ts'
import { islandImports, type Target } from './island-imports.ts'
import { reactModules } from './react-modules.ts'
import { overrideOf, type ThemeSource } from './theme-source.ts'

const EXTENSIONS = ['', '.ts', '.tsx', '.css']

/**
 * Resolves what templates import: `docsgen/templates/…` is docsgen's own file, a relative import of one of docsgen's
 * templates may be overridden by the site's file of the same name or a plugin's, `react` is docsgen's, `docsgen:styles` are
 * the style sheets of plugins, and `docsgen:layouts` lists the layouts – for the browser as lazy chunks, for the server as modules. The source is asked for in every build.
 */
export function themePlugin(source: () => ThemeSource, target: Target): Plugin {
  return {
    name: 'docsgen-theme',
    setup(build) {
      build.onResolve({ filter: /^docsgen:layouts$/ }, ({ path: name }) => ({
        path: name,
        namespace: 'docsgen',
      }))
      build.onLoad({ filter: /^docsgen:layouts$/, namespace: 'docsgen' }, () => ({
        contents: target === 'browser' ? lazyLayouts(source()) : eagerLayouts(source()),
        resolveDir: packageRoot,
      }))
      build.onResolve({ filter: /^docsgen:styles$/ }, ({ path: name }) => ({
        path: name,
        namespace: 'docsgen',
      }))
      build.onLoad({ filter: /^docsgen:styles$/, namespace: 'docsgen' }, () => ({
        contents: addedStyles(source()),
        loader: 'css',
        resolveDir: packageRoot,
      }))
      build.onResolve({ filter: /^docsgen\/templates\// }, ({ path: name }) => ({
        path: firstExisting(path.join(packageRoot, name.slice('docsgen/'.length))),
      }))
      islandImports(build, source, target)
      if (target === 'browser') reactModules(build)
      build.onResolve({ filter: /^\./ }, args => resolveTemplate(args, source()))
      build.onResolve({ filter: /^(?:[\\/]|[A-Za-z]:[\\/])/ }, ({ path: file }) => asTemplate(file, source()))
      // A site's own templates use the React that docsgen renders with.
      build.onResolve({ filter: /^react(?:-dom)?(?:\/|$)/ }, ({ path: name, kind, resolveDir }) =>
        resolveDir === packageRoot ? undefined : build.resolve(name, { kind, resolveDir: packageRoot }),
      )
    },
  }
}

function resolveTemplate(args: OnResolveArgs, source: ThemeSource) {
  const file = firstExisting(path.resolve(args.resolveDir, args.path))
  const override = overrideOf(file, source, args.importer)
  return override ? { path: override } : asTemplate(file, source)
}

/**
 * A template is found here, whoever asks for it, by name or by a list: esbuild would bundle one that it has found by itself in another
 * way, and which of the two comes first differs from run to run.
 */
function asTemplate(file: string, { own, site, added }: ThemeSource) {
  const folders = [own, site, ...added.flatMap(({ templates }) => templates ?? [])]
  const isTemplate = /\.[jt]sx?$/.test(file) && folders.some(folder => file.startsWith(folder + path.sep))
  return isTemplate && existsSync(file) ? { path: file } : undefined
}

function firstExisting(file: string): string {
  return (
    EXTENSIONS.map(extension => file + extension).find(name => existsSync(name) && statSync(name).isFile()) ??
    file
  )
}

/** The style sheets of plugins. */
function addedStyles({ added }: ThemeSource): string {
  const files = added.flatMap(({ styles }) => styles)
  return files.map(file => `@import ${JSON.stringify(file)};`).join('\n')
}

function lazyLayouts(source: ThemeSource): string {
  const entries = Object.entries(source.layouts).map(
    ([name, file]) => `${JSON.stringify(name)}: () => import(${JSON.stringify(file)})`,
  )
  return `export const layouts = { ${entries.join(', ')} }`
}

function eagerLayouts(source: ThemeSource): string {
  const entries = Object.entries(source.layouts)
  const imports = entries.map(([, file], index) => `import layout${index} from ${JSON.stringify(file)}`)
  const names = entries.map(([name], index) => `${JSON.stringify(name)}: layout${index}`)
  return `${imports.join('\n')}\nexport const layouts = { ${names.join(', ')} }`
}
