/**
 * Runs a configuration module (`docusaurus.config.ts`, `astro.config.mjs`) in a process of its own and writes what it
 * exports as JSON to file descriptor 3. Arguments: the file, and `stubs` where no package is to be loaded at all.
 */
import { writeSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { plainValue } from './plain-value.ts'
import type { Evaluated } from './run-config.ts'
import { standIn } from './load-module.ts'

const [, , file = '', mode = ''] = process.argv
const folder = path.dirname(file)
const evaluated: Evaluated = { missing: [] }
const names = new WeakMap<object, string>()

async function run(): Promise<void> {
  try {
    const module = { exports: {} as Record<string, unknown> }
    const load = new Function('require', 'module', 'exports', '__filename', '__dirname', await bundle())
    load(createLoader(), module, module.exports, file, folder)
    const exported = module.exports['default'] ?? module.exports
    const config = typeof exported === 'function' ? await (exported as () => unknown)() : await exported
    evaluated.config = plainValue(config, { names, extenders: new Set() })
  } catch (error) {
    evaluated.error = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  }
  writeSync(3, JSON.stringify(evaluated))
  process.exit(0)
}

/** The module and what it imports of the site, as one script; packages stay what they are. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    write: false,
    logLevel: 'silent',
    supported: { 'dynamic-import': false },
    loader: { '.css': 'empty', '.svg': 'empty', '.png': 'empty', '.md': 'text', '.mdx': 'text' },
    define: {
      'import.meta.url': JSON.stringify(pathToFileURL(file).href),
      'import.meta.dirname': '__dirname',
    },
    plugins: [leaving],
  })
  return outputFiles[0]?.text ?? ''
}

/** Files that are not there, such as those that are made before a build, are left to `require`. */
const leaving: Plugin = {
  name: 'docsgen-leaving',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^\.{1,2}\// }, async ({ path: request, pluginData, ...rest }) => {
      if (pluginData === leaving) return undefined
      const found = await resolve(request, { ...rest, pluginData: leaving })
      return found.errors.length === 0 ? found : { path: request, external: true }
    })
  },
}

/** `require` of the site: what it lacks, or what does not run here, is stood in for. */
function createLoader(): NodeJS.Require {
  const require = createRequire(file)
  const load = (request: string): unknown => {
    if (isBuiltin(request)) return require(request)
    if (mode === 'stubs') return standIn(request, names, true)
    try {
      return require(request)
    } catch (error) {
      const isLost = (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND'
      if (!isLost && (path.isAbsolute(request) || request.startsWith('.'))) throw error
      if (isLost) evaluated.missing.push(request)
      return standIn(request, names, true)
    }
  }
  const resolve = (request: string): string => {
    try {
      return require.resolve(request)
    } catch {
      return request
    }
  }
  return Object.assign(load, { ...require, resolve: Object.assign(resolve, require.resolve) })
}

void run()
