/**
 * Configurations are programs: they may need packages that aren't installed, print, call home, or hang. `evaluate` starts a process for
 * one; in it, `evaluate-child.ts` calls `loadModule`, which loads modules as their generator would, with stubs for what is missing.
 */
import { fork } from 'node:child_process'
import { createRequire, isBuiltin } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'esbuild'
import { attempt } from '../../lib/files.ts'
import { endsWithUs } from '../../lib/git.ts'
import { META_DEFINES, moduleMeta, ROOT_NAME } from '../../lib/module-meta.ts'
import { packageRoot } from '../../lib/package.ts'
import type { Note } from './importer.ts'
import type { Values } from './values.ts'

export interface Evaluated {
  config?: unknown
  error?: string
  missing: string[]
}

export interface Evaluation {
  file?: string | undefined
  /** Pattern of packages that stubs replace without a report. */
  stubs: string
  context?: object
  /** Absolute folder that holds `.vitepress`. */
  vitepress?: string
}

export function evaluate(evaluation: Evaluation, cwd: string): Promise<Evaluated> {
  const program = path.join(packageRoot, 'compiled/import/common/evaluate-child.js')
  const child = endsWithUs(
    fork(program, [JSON.stringify(evaluation)], {
      cwd,
      env: { ...process.env, NODE_ENV: 'production' },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      timeout: 20_000,
      killSignal: 'SIGKILL',
    }),
  )
  return new Promise(resolve => {
    child.once('message', result => resolve(result as Evaluated))
    child.once('error', error => resolve({ error: error.message, missing: [] }))
    child.once('close', () => resolve({ error: 'it exited or timed out without a result.', missing: [] }))
  })
}

export function noteMissing(requests: Iterable<string>, note: Note) {
  for (const request of requests)
    note(
      /^\.{0,2}\//.test(request)
        ? `The configuration imports \`${request}\`, which doesn't exist (is it generated?). Settings from it weren't imported.`
        : `The package \`${request}\` isn't installed, so settings from it weren't imported.`,
    )
}

/** Exports of packages → the package. */
const packageOf = new WeakMap<object, string>()
/** Global that bundles read packages from, and their namespace. */
const SHELF = '__docsgenModules'

/** The default export of an absolute file, or all exports. `missing` receives what can't be loaded. */
export async function loadModule(file: string, stubs: string, missing: Set<string>): Promise<unknown> {
  const shelf = ((globalThis as Values)[SHELF] ??= {}) as Values
  const require = createRequire(file)
  const { resolve } = require
  // What is missing resolves to itself.
  const tryResolve = (request: string) => attempt(() => resolve(request)) ?? request
  shelf.require = Object.assign(require, { resolve: Object.assign(tryResolve, resolve) })
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
    loader: { '.svg': 'text', '.md': 'text' },
    // The settings of the site are for browsers, and may be missing.
    tsconfigRaw: '{}',
    define: META_DEFINES,
    banner: {
      js: `const require = globalThis.${SHELF}.require, ${ROOT_NAME} = ${JSON.stringify(path.dirname(file))};`,
    },
    plugins: [externals(shelf, new RegExp(stubs), missing), moduleMeta(path.dirname(file))],
  })
  const code = Buffer.from(outputFiles[0]?.text ?? '').toString('base64')
  const exported = (await import(`data:text/javascript;base64,${code}`)) as Values
  const value = exported.default ?? exported
  const { __esModule: isCompiled, default: inner } = Object(value) as Values
  return isCompiled ? (inner ?? value) : value
}

/** Loads packages as they are; stubs replace those that fail, and missing files, such as those made before a build. */
function externals(shelf: Values, stubbed: RegExp, missing: Set<string>): Plugin {
  const load = (file: string | undefined, request: string): object => {
    try {
      if (!file) throw new Error(`${request} is missing.`)
      const loaded = createRequire(file)(file) as object
      for (const value of [loaded, ...Object.values(loaded)] as unknown[])
        if (typeof value === 'function') packageOf.set(value, request)
      return loaded
    } catch {
      // Menus may show the version of a package.
      if (request.endsWith('/package.json')) return { version: 'latest' }
      if (!stubbed.test(request)) missing.add(request)
      return stub(request)
    }
  }
  return {
    name: SHELF,
    setup({ onResolve, onLoad, resolve }) {
      onResolve({ filter: /./, namespace: 'file' }, async ({ path: request, pluginData, ...rest }) => {
        if (pluginData === SHELF || rest.kind === 'entry-point' || request.startsWith('docsgen:'))
          return undefined
        if (isBuiltin(request) || rest.kind === 'require-resolve') return { path: request, external: true }
        const isFile = /^\.{0,2}\//.test(request)
        const isStub = !isFile && stubbed.test(request)
        const found = isStub ? undefined : await resolve(request, { ...rest, pluginData: SHELF })
        const isMissing = !found?.path || found.external
        const isPackage = !isFile && (isMissing || /[\\/]node_modules[\\/]/.test(found.path))
        if (!isMissing && !isPackage) return found
        shelf[request] = load(isMissing ? undefined : found.path, request)
        return { path: request, namespace: SHELF }
      })
      // Components, pictures and the like are empty.
      onLoad({ filter: /./, namespace: 'file' }, ({ path: file }) =>
        /\.(?:json|svg|md|txt|[cm]?[jt]sx?)$/.test(file) ? undefined : { contents: '', loader: 'empty' },
      )
      onLoad({ filter: /./, namespace: SHELF }, ({ path: request }) => {
        const from = `globalThis.${SHELF}[${JSON.stringify(request)}]`
        const exported = shelf[request] as object
        // Names are listed for ES modules only.
        if (Reflect.get(exported, Symbol.toStringTag) !== 'Module')
          return { contents: `module.exports = ${from}` }
        const listed = (name: string, at: number) => `const v${at} = m.${name}; export { v${at} as ${name} }`
        return { contents: [`const m = ${from}`, ...Object.keys(exported).map(listed)].join('\n') }
      })
    },
  }
}

/** Stubs are empty when iterated or converted to text. */
const ANSWERS = new Map<string | symbol, unknown>([
  [Symbol.iterator, () => [][Symbol.iterator]()],
  [Symbol.toPrimitive, () => ''],
])

/**
 * All that is imported from a stub can be called and read. A call records its arguments (`{ $call: name, args }`); functions such as
 * `defineConfig` and `withPwa` return their argument.
 */
export function stub(name: string): object {
  // It's neither a promise nor a compiled module.
  const read = (key: string | symbol): unknown =>
    typeof key === 'symbol' || key === 'then' || key === '__esModule' ? ANSWERS.get(key) : made
  const get = (_target: object, key: string | symbol): unknown =>
    /^(?:define|with[A-Z])/.test(String(key)) ? (config: unknown) => config : read(key)
  const record = (_target: object, args: unknown[]): object =>
    new Proxy({ $call: name, args }, { get: (own, key) => Reflect.get(own, key) ?? read(key) })
  const made: object = new Proxy(function () {}, {
    get,
    apply: (own, _self, args: unknown[]) => record(own, args),
    construct: record,
    // Bundles copy the own keys of a module, and find the rest in its prototype.
    getPrototypeOf: () => new Proxy({}, { get }),
  })
  packageOf.set(made, name)
  return made
}

/** Keys of functions that receive a Markdown parser: plugins that they add are listed. */
const EXTENDERS = new Set(['extendMarkdown', 'config', 'preConfig'])

/** As data: functions have their name in `$function`. `chain`: the objects around it, against cycles. */
export function plainValue(value: unknown, key = '', chain: readonly object[] = []): unknown {
  if (typeof value === 'function') {
    const $function = packageOf.get(value) ?? (value.name || 'anonymous')
    return (EXTENDERS.has(key) && pluginsOf(value)) || { $function }
  }
  if (value instanceof URL) return value.href
  if (typeof value !== 'object' || value === null) return value
  if (chain.includes(value)) return undefined
  const open = [...chain, value]
  if (Array.isArray(value)) return value.map(item => plainValue(item, '', open))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plainValue(item, name, open)]))
}

/** Calls `extend` with a parser that records the plugins. */
function pluginsOf(extend: object) {
  const uses: { plugin: string; options: unknown }[] = []
  const use = (plugin: object, options: unknown) => {
    uses.push({ plugin: packageOf.get(plugin) ?? 'a function', options: plainValue(options) })
    return recorder
  }
  const recorder: unknown = new Proxy(() => undefined, {
    get: (_target, name) => (name === 'use' ? use : recorder),
    apply: () => recorder,
    set: () => true,
  })
  return attempt(() => {
    ;(extend as (md: unknown) => void)(recorder)
    return { $use: uses }
  })
}
