/** In the child process: the configuration of a VitePress site with all that it extends, and those of its folders. */
import path from 'node:path'
import { listFiles } from '../../lib/files.ts'
import type { Values } from '../common/values.ts'

/** A VitePress site's configuration as data. */
export interface VitepressSource {
  config: Values
  /** Configurations of folders, by their paths: `/`, `/zh/`. */
  layers: Record<string, Values>
  /** Files that a function rewrites → their paths. */
  rewrites: Record<string, string>
  /** `.paths` file → the parameters of its pages; null where it could not be run. */
  routes: Record<string, Values[] | null>
}

interface Running {
  /** Loads a module, and calls what it exports. */
  load: (file: string) => Promise<unknown>
  /** A value as data. */
  plain: (value: unknown) => unknown
  /** Argument of configurations that are functions. */
  context: object
}

/** @param root folder that holds `.vitepress` */
export async function readSite(
  root: string,
  exported: unknown,
  { load, plain, context }: Running,
): Promise<VitepressSource> {
  const config = await settle(exported, context)
  const { rewrites, additionalConfig, srcDir } = config
  const folder = path.resolve(root, typeof srcDir === 'string' ? srcDir : '.')
  const all = await listFiles(folder, { skipHidden: true })
  const files = all.filter(file => !/(?:^|\/)node_modules\//.test(file))
  const tryLoad = (file: string) => load(path.join(folder, file)).catch(() => undefined)
  const moved = files.flatMap((file): [string, string][] => {
    const to: unknown = typeof rewrites === 'function' && file.endsWith('.md') ? rewrites(file) : file
    return typeof to === 'string' && to !== file ? [[file, to]] : []
  })
  const layers = await readLayers(additionalConfig)
  const routes: VitepressSource['routes'] = {}
  for (const file of files.filter(name => /\.paths\.m?[jt]s$/.test(name)))
    routes[file] = plain(await readRoutes(await tryLoad(file))) as Values[] | null
  return {
    config: plain(config) as Values,
    layers: plain(layers) as Record<string, Values>,
    rewrites: Object.fromEntries(moved),
    routes,
  }

  async function readLayers(given: unknown): Promise<Record<string, unknown>> {
    const layers: Record<string, unknown> = {}
    if (typeof given === 'function') {
      for (const name of new Set(['', ...files.map(file => file.split('/')[0] ?? '')])) {
        const found: unknown = await given(name === '' ? 'index.md' : `${name}/index.md`)
        const merged = (Array.isArray(found) ? found : []).filter(isRecord).reduceRight(extend, {})
        if (Object.keys(merged).length > 0) layers[name === '' ? '/' : `/${name}/`] = merged
      }
    } else if (isRecord(given)) {
      for (const [name, layer] of Object.entries(given)) layers[name] = await settle(layer, context)
    } else {
      for (const file of files.filter(name => /(?:^|\/)config\.m?[jt]s$/.test(name))) {
        const layer = await tryLoad(file)
        const name = path.posix.dirname(file)
        if (isRecord(layer)) layers[name === '.' ? '/' : `/${name}/`] = layer
      }
    }
    return layers
  }
}

async function settle(given: unknown, context: object): Promise<Values> {
  const value: unknown = await (typeof given === 'function' ? given(context) : given)
  if (!isRecord(value)) return {}
  return value['extends'] ? extend(await settle(value['extends'], context), value) : value
}

/** The parameters of the pages that a `.paths` file makes; null where it needs what is missing. */
async function readRoutes(loader: unknown): Promise<Values[] | null> {
  const paths = isRecord(loader) ? loader['paths'] : loader
  try {
    const made: unknown = await (typeof paths === 'function' ? paths([]) : paths)
    return Array.isArray(made) ? made.filter(isRecord) : null
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Settings of a configuration over those that it extends: lists are joined. */
function extend(base: Values, own: Values): Values {
  return merge(base, own, (first, second) => [...first, ...second])
}

/** Settings of a language over those of the site: a list replaces the other. */
export function overlay(base: Values, own: Values): Values {
  return merge(base, own, (_first, second) => second)
}

function merge(base: Values, own: Values, lists: (first: unknown[], second: unknown[]) => unknown[]): Values {
  const merged = { ...base }
  for (const [key, value] of Object.entries(own)) {
    if (value === undefined || value === null) continue
    const existing = merged[key]
    if (Array.isArray(existing) && Array.isArray(value)) merged[key] = lists(existing, value)
    else merged[key] = isRecord(existing) && isRecord(value) ? merge(existing, value, lists) : value
  }
  return merged
}
