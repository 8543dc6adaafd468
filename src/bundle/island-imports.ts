import { createRequire } from 'node:module'
import path from 'node:path'
import type { PluginBuild } from 'esbuild'
import { packageRoot } from '../lib/package.ts'
import type { ThemeSource } from './theme-source.ts'

/** What is bundled: scripts for browsers, the module that renders pages, or the one that renders components of Markdown. */
export type Target = 'browser' | 'server' | 'components'

/**
 * Resolves what only sites with components of their own need: `docsgen:components` are all of them, `docsgen:islands` those
 * that browsers load on demand. `zod` is docsgen's; where a browser gets a component, it gets nothing of its schema.
 */
export function islandImports(build: PluginBuild, source: () => ThemeSource, target: Target): void {
  const modules: Record<string, () => string> = {
    'docsgen:components': () => allComponents(source()),
    'docsgen:islands': () => lazyIslands(source()),
    'docsgen:no-zod': noZod,
  }
  build.onResolve({ filter: /^docsgen:(?:components|islands)$/ }, ({ path: name }) => ({
    path: name,
    namespace: 'docsgen-islands',
  }))
  build.onLoad({ filter: /.*/, namespace: 'docsgen-islands' }, ({ path: name }) => ({
    contents: modules[name]?.() ?? '',
    resolveDir: packageRoot,
  }))
  build.onResolve({ filter: /\.css$/ }, ({ importer, path: name }) => {
    if (!isComponent(importer, source())) return undefined
    const text = `\`${name}\` cannot be imported by a component: write its rules into \`templates/styles/site.css\`.`
    return { errors: [{ text }] }
  })
  // Where components are rendered it is no part of the bundle.
  if (target === 'components') return
  build.onResolve({ filter: /^zod(?:\/|$)/ }, ({ path: name, kind, resolveDir, importer }) => {
    if (target === 'browser' && isComponent(importer, source()))
      return { path: 'docsgen:no-zod', namespace: 'docsgen-islands', sideEffects: false }
    return resolveDir === packageRoot ? undefined : build.resolve(name, { kind, resolveDir: packageRoot })
  })
}

function isComponent(importer: string, { components }: ThemeSource): boolean {
  return Object.values(components).includes(importer)
}

function allComponents({ components }: ThemeSource): string {
  const entries = Object.entries(components)
  const imports = entries.map(([, file], index) => `import * as c${index} from ${JSON.stringify(file)}`)
  const names = entries.map(([name], index) => `${JSON.stringify(name)}: c${index}`)
  return `${imports.join('\n')}\nexport const components = { ${names.join(', ')} }`
}

function lazyIslands({ components, islands = {} }: ThemeSource): string {
  const entries = Object.entries(islands).map(([name, time]) => {
    const load = `() => import(${JSON.stringify(components[name])})`
    return `${JSON.stringify(name)}: [${JSON.stringify(time)}, ${load}]`
  })
  return `export const islands = { ${entries.join(', ')} }`
}

/** Takes every call of a schema and does nothing: attributes were checked when the page was built. */
function noZod(): string {
  // Imported, all of it would become part of the program.
  const zod = createRequire(path.join(packageRoot, 'package.json'))('zod') as object
  const names = Object.keys(zod).filter(name => /^[a-zA-Z_$][\w$]*$/.test(name) && name !== 'default')
  const all = names.map(name => `none as ${name}`).join(', ')
  return `const none = new Proxy(function () {}, {
  get: (_, key) => (typeof key === 'symbol' ? undefined : none), apply: () => none, construct: () => none
})
export { none as default, ${all} }`
}
