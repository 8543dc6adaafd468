import { build, type Loader, type Plugin } from 'esbuild'
import { readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { UNKNOWN } from './plain-value.ts'

/**
 * Loads a module of a site with what it imports, as its generator would: TypeScript, `import.meta.url`, JSON. For child
 * processes only: this runs code of others.
 */

export interface ModuleSetup {
  /** Packages of the generator itself, which need not be installed: what they export, by what is imported. */
  provided: (request: string) => object | undefined
  /** Told of packages that cannot be loaded. */
  missing: (request: string) => void
  /** Functions and what packages export → the package. */
  names: WeakMap<object, string>
}

/** Where the bundle finds what is not part of it. */
const SHELF = '__docsgenModules'
const SHELVED = 'docsgen-shelf'
const SCRIPTS: Readonly<Record<string, Loader>> = {
  '.js': 'js',
  '.mjs': 'js',
  '.ts': 'ts',
  '.mts': 'ts',
}

/** Others are components, pictures and whatever else a bundler of theirs would read. */
const KNOWN_FILE = /\.(?:json|css|svg|md|txt)$/

/** The exports of the module in an absolute file. */
export async function loadModule(file: string, setup: ModuleSetup): Promise<Record<string, unknown>> {
  const shelf: Record<string, object> = ((globalThis as Record<string, unknown>)[SHELF] ??= {}) as never
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
    // The site's own settings are for browsers, and may not be there.
    tsconfigRaw: '{}',
    // Names of its own: a file may declare the others.
    define: {
      'import.meta.url': '__docsgenUrl',
      'import.meta.dirname': '__docsgenFolder',
      'import.meta.filename': '__docsgenFile',
      __dirname: '__docsgenFolder',
      __filename: '__docsgenFile',
    },
    loader: { '.css': 'empty', '.svg': 'text', '.md': 'text', '.txt': 'text' },
    plugins: [shelving(shelf, setup), placing],
  })
  const code = outputFiles[0]?.text ?? ''
  const address = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  return (await import(address)) as Record<string, unknown>
}

/** Gives each file its own place, which is lost in a bundle. */
const placing: Plugin = {
  name: 'docsgen-placing',
  setup({ onLoad }) {
    onLoad({ filter: /\.m?[jt]s$/ }, async ({ path: file }) => {
      const place = {
        __docsgenUrl: pathToFileURL(file).href,
        __docsgenFile: file,
        __docsgenFolder: path.dirname(file),
      }
      const declared = Object.entries(place).map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
      const contents = `const ${declared.join(', ')}; ${await readFile(file, 'utf8')}`
      return { contents, loader: SCRIPTS[path.extname(file)] ?? 'js' }
    })
    onLoad({ filter: /./, namespace: 'file' }, ({ path: file }) =>
      KNOWN_FILE.test(file) ? undefined : { contents: '', loader: 'empty' },
    )
  },
}

/**
 * Packages are loaded as they are, provided or stood in for, and handed to the bundle through `shelf`; so are stand-ins for
 * files that are not there, such as those that are made before a build.
 */
function shelving(shelf: Record<string, object>, setup: ModuleSetup): Plugin {
  return {
    name: SHELVED,
    setup({ onResolve, onLoad, resolve }) {
      onResolve({ filter: /^\.{0,2}\// }, async ({ path: request, pluginData, ...rest }) => {
        if (pluginData === SHELVED || rest.kind === 'entry-point') return undefined
        const found = await resolve(request, { ...rest, pluginData: SHELVED })
        if (found.errors.length === 0) return found
        setup.missing(request)
        shelf[request] = standIn(request, setup.names)
        return { path: request, namespace: SHELVED }
      })
      onResolve({ filter: /^[^./]/ }, async ({ path: request, namespace, pluginData, ...rest }) => {
        if (pluginData === SHELVED || namespace !== 'file' || path.isAbsolute(request)) return undefined
        if (isBuiltin(request)) return { path: request, external: true }
        const provided = setup.provided(request)
        if (provided) {
          shelf[request] = provided
          return { path: request, namespace: SHELVED }
        }
        const found = await resolve(request, { ...rest, namespace, pluginData: SHELVED })
        const isPackage = found.path === '' || /[\\/]node_modules[\\/]/.test(found.path) || found.external
        if (!isPackage) return found
        shelf[request] = await load(found.path, request, setup)
        return { path: request, namespace: SHELVED }
      })
      onLoad({ filter: /./, namespace: SHELVED }, ({ path: request }) => ({
        contents: reexport(request, shelf[request] ?? {}),
        loader: 'js',
      }))
    },
  }
}

async function load(file: string, request: string, { names, missing }: ModuleSetup): Promise<object> {
  try {
    const address = pathToFileURL(file).href
    const loaded = (
      file.endsWith('.json') ? JSON.parse(await readFile(file, 'utf8')) : await import(address)
    ) as object
    for (const value of Object.values(loaded))
      if (typeof value === 'function') names.set(value as object, request)
    return loaded
  } catch {
    missing(request)
    return standIn(request, names)
  }
}

/** A module that exports what lies on the shelf: by name where the names are known. */
function reexport(request: string, exported: object): string {
  const from = `globalThis.${SHELF}[${JSON.stringify(request)}]`
  if (typeof exported === 'function') return `module.exports = ${from}`
  const names = Object.keys(exported).filter(name => name !== 'default' && /^[A-Za-z_$][\w$]*$/.test(name))
  const lines = names.map((name, index) => `const v${index} = m.${name}; export { v${index} as ${name} }`)
  return [`const m = ${from}`, ...lines, `export default 'default' in m ? m.default : m`].join('\n')
}

/** What stand-ins answer besides: they list nothing, and are no text. */
const ANSWERS = new Map<string | symbol, unknown>([
  [Symbol.iterator, () => [][Symbol.iterator]()],
  [Symbol.toPrimitive, () => ''],
])

/**
 * What stands for a package that is not installed: whatever is imported from it can be called and read, as can what calls
 * give, and its `defineConfig` gives back what it is given.
 * @param names what is stood in for → the package
 * @param recordsCalls a call says what it was given, `{ $call: name, args }`, instead of nothing
 */
export function standIn(name: string, names: WeakMap<object, string>, recordsCalls = false): object {
  const target = function () {}
  // It is no promise.
  const read = (key: string | symbol): unknown =>
    typeof key === 'symbol' || key === 'then' ? ANSWERS.get(key) : member
  const record = (_target: object, _self: unknown, args: unknown[]): object =>
    recordsCalls
      ? new Proxy({ $call: name, args }, { get: (own, key) => Reflect.get(own, key) ?? read(key) })
      : nothing
  const calls: ProxyHandler<object> = {
    apply: record,
    construct: (_target, args) => record(_target, undefined, args),
  }
  const get = (_target: object, key: string | symbol): unknown => {
    if (key === '__esModule') return undefined
    if (key === 'defineConfig') return (config: unknown) => config
    return key === 'default' ? face : read(key)
  }
  // Bundled modules copy what a module has by itself, and find the rest in what it is made from.
  const face: object = new Proxy(target, { get, getPrototypeOf: () => new Proxy({}, { get }), ...calls })
  const member: object = new Proxy(target, { get: (_target, key) => read(key), ...calls })
  const nothing: object = new Proxy(target, { get: (_target, key) => read(key), ...calls })
  names.set(face, name)
  names.set(member, name)
  names.set(nothing, UNKNOWN)
  return face
}
