/**
 * Runs a VitePress configuration in a process of its own and writes what it is as JSON to file descriptor 3. Arguments: the
 * folder that holds `.vitepress`, and the version that `vitepress/package.json` is to have.
 */
import { existsSync, writeSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { loadModule, type ModuleSetup, standIn } from '../common/load-module.ts'
import { plainValue } from '../common/plain-value.ts'
import { isRecord, mergeConfig, type VitepressSource } from './evaluate.ts'
import type { Values } from '../common/keys.ts'
import type { Evaluated } from '../common/run-config.ts'
import { posixPath } from '../../lib/paths.ts'

const [, , root = '', version = ''] = process.argv
const ENVIRONMENT = { mode: 'production', command: 'build', isSsrBuild: true, isPreview: false }
const CONFIG = /^config\.m?[jt]s$/

const evaluated: Evaluated = { missing: [] }
const names = new WeakMap<object, string>()
const setup: ModuleSetup = {
  names,
  provided: request => (/^vitepress(?:$|\/)/.test(request) ? provide(request) : undefined),
  missing: request => evaluated.missing.push(request),
}

async function run(): Promise<void> {
  try {
    const config = await loadSite()
    const folder = path.resolve(root, typeof config['srcDir'] === 'string' ? config['srcDir'] : '.')
    const files = await sourceFiles(folder)
    const { additionalConfig, rewrites } = config
    const source: VitepressSource = {
      config: plain(config),
      layers: await layersOf(additionalConfig, folder, files),
      rewrites: typeof rewrites === 'function' ? rewritten(rewrites, files) : {},
      routes: {},
    }
    for (const file of files.filter(name => /\.paths\.m?[jt]s$/.test(name)))
      source.routes[file] = await routesOf(path.join(folder, file))
    evaluated.config = source
  } catch (error) {
    evaluated.error = error instanceof Error ? error.message : String(error)
  }
  writeSync(3, JSON.stringify(evaluated))
  process.exit(0)
}

function plain(value: unknown): Values {
  return plainValue(value, { names, extenders: new Set(['config', 'preConfig']) }) as Values
}

/** What VitePress exports for configurations: functions that give back what they are given. */
function provide(request: string): object {
  if (request === 'vitepress/package.json') return { name: 'vitepress', version, default: { version } }
  const face = standIn(request, names)
  const known = [
    'defineConfig',
    'defineConfigWithTheme',
    'defineAdditionalConfig',
    'defineRoutes',
    'defineLoader',
  ]
  const same = (value: unknown) => value
  return new Proxy(face, {
    getPrototypeOf: () => Object.fromEntries([...known.map(name => [name, same]), ...others(face)]) as object,
  })
}

/** Functions that are there to be called, and of which nothing is taken over. */
function others(face: object): [string, unknown][] {
  const rest = [
    'createContentLoader',
    'createMarkdownRenderer',
    'loadEnv',
    'mergeConfig',
    'postcssIsolateStyles',
    'resolveSiteDataByRoute',
  ]
  return rest.map(name => [name, Reflect.get(face, name)])
}

/** The configuration of the site with all that it extends. */
async function loadSite(): Promise<Values> {
  const places = ['js', 'ts', 'mjs', 'mts'].flatMap(ending => [`config/index.${ending}`, `config.${ending}`])
  const file = places.map(name => path.join(root, '.vitepress', name)).find(name => existsSync(name))
  return file ? settle((await loadModule(file, setup))['default']) : {}
}

async function settle(given: unknown): Promise<Values> {
  const value: unknown = await (typeof given === 'function' ? given(ENVIRONMENT) : given)
  if (!isRecord(value)) return {}
  return value['extends'] ? mergeConfig(await settle(value['extends']), value) : value
}

/** Files below the source folder, without packages and hidden folders. */
async function sourceFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter(entry => entry.isFile())
    .map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)))
  return files
    .map(file => posixPath(file))
    .filter(file => !file.split('/').some(name => name.startsWith('.') || name === 'node_modules'))
    .toSorted()
}

/** Configurations of folders by their paths: `/`, `/zh/`. */
async function layersOf(
  given: unknown,
  folder: string,
  files: readonly string[],
): Promise<Record<string, Values>> {
  const layers: Record<string, Values> = {}
  if (typeof given === 'function') {
    for (const name of new Set(['', ...files.map(file => file.split('/')[0] ?? '')])) {
      const found: unknown = await given(name === '' ? 'index.md' : `${name}/index.md`)
      const merged = (Array.isArray(found) ? found : []).filter(isRecord).reduceRight(mergeConfig, {})
      if (Object.keys(merged).length > 0) layers[name === '' ? '/' : `/${name}/`] = plain(merged)
    }
  } else if (isRecord(given)) {
    for (const [name, layer] of Object.entries(given)) layers[name] = plain(await settle(layer))
  } else if (given === undefined) {
    for (const file of files.filter(name => CONFIG.test(path.posix.basename(name)))) {
      const layer = await loadModule(path.join(folder, file), setup).catch(() => undefined)
      const name = path.posix.dirname(file)
      if (isRecord(layer?.['default'])) layers[name === '.' ? '/' : `/${name}/`] = plain(layer['default'])
    }
  }
  return layers
}

function rewritten(rewrite: unknown, files: readonly string[]): Record<string, string> {
  const entries = files
    .filter(file => file.endsWith('.md'))
    .map((file): [string, unknown] => [file, (rewrite as (file: string) => unknown)(file)])
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== entry[1],
    ),
  )
}

/** The pages that a `.paths` file makes; null where it needs what is not there. */
async function routesOf(file: string): Promise<Values[] | null> {
  try {
    const loader = (await loadModule(file, setup))['default']
    const { paths } = (typeof loader === 'function' ? { paths: loader } : loader) as { paths: unknown }
    const made: unknown = await (typeof paths === 'function' ? paths([]) : paths)
    return Array.isArray(made) ? made.filter(isRecord).map(plain) : null
  } catch {
    return null
  }
}

void run()
