/** In the child process: the configuration of a VitePress site with all that it extends, and those of its folders. */
import path from 'node:path'
import { plainValue } from '../common/evaluate.ts'
import { listSources } from '../common/find.ts'
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

/**
 * @param root folder that holds `.vitepress`
 * @param load loads a module, and calls what it exports
 * @param context argument of configurations that are functions
 */
export async function readSite(
  root: string,
  exported: unknown,
  load: (file: string) => Promise<unknown>,
  context: object,
): Promise<VitepressSource> {
  const config = await settle(exported, context)
  const { rewrites, additionalConfig, srcDir } = config
  const folder = path.resolve(root, typeof srcDir === 'string' ? srcDir : '.')
  const files = await listSources(folder)
  const tryLoad = (file: string) => load(path.join(folder, file)).catch(() => undefined)
  const moved = files.flatMap((file): [string, string][] => {
    const to: unknown = typeof rewrites === 'function' && file.endsWith('.md') ? rewrites(file) : file
    return typeof to === 'string' && to !== file ? [[file, to]] : []
  })
  const layers: Record<string, unknown> = {}
  if (typeof additionalConfig === 'function') {
    for (const name of new Set(['', ...files.map(file => file.split('/')[0] ?? '')])) {
      const found: unknown = await additionalConfig(name === '' ? 'index.md' : `${name}/index.md`)
      const merged = (Array.isArray(found) ? found : []).filter(isRecord).reduceRight(extend, {})
      if (Object.keys(merged).length > 0) layers[name === '' ? '/' : `/${name}/`] = merged
    }
  } else if (isRecord(additionalConfig)) {
    for (const [name, layer] of Object.entries(additionalConfig)) layers[name] = await settle(layer, context)
  } else {
    for (const file of files.filter(name => /(?:^|\/)config\.m?[jt]s$/.test(name))) {
      const layer = await tryLoad(file)
      const name = path.posix.dirname(file)
      if (isRecord(layer)) layers[name === '.' ? '/' : `/${name}/`] = layer
    }
  }
  const routes: Record<string, unknown> = {}
  for (const file of files.filter(name => /\.paths\.m?[jt]s$/.test(name)))
    routes[file] = await readRoutes(await tryLoad(file))
  return plainValue({ config, layers, rewrites: Object.fromEntries(moved), routes }) as VitepressSource
}

async function settle(given: unknown, context: object): Promise<Values> {
  const value: unknown = await (typeof given === 'function' ? given(context) : given)
  if (!isRecord(value)) return {}
  return value['extends'] ? extend(await settle(value['extends'], context), value) : value
}

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
