/** Reads a VitePress site with all that it extends, in the child process. */
import path from 'node:path'
import { plainValue } from '../common/evaluate.ts'
import { listSources } from '../common/find.ts'
import type { Values } from '../common/values.ts'

export interface VitepressSource {
  config: Values
  /** Configurations of folders: `/`, `/zh/`. */
  layers: Record<string, Values>
  /** Files that a function rewrites → paths. */
  rewrites: Record<string, string>
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
  const moved = files.flatMap((file): [string, string][] => {
    const to: unknown = typeof rewrites === 'function' && file.endsWith('.md') ? rewrites(file) : file
    return typeof to === 'string' && to !== file ? [[file, to]] : []
  })
  const layers: Record<string, unknown> = {}
  if (isRecord(additionalConfig)) {
    for (const [name, layer] of Object.entries(additionalConfig)) layers[name] = await settle(layer, context)
  } else {
    for (const file of files.filter(name => /(?:^|\/)config\.m?[jt]s$/.test(name))) {
      const layer = await load(path.join(folder, file)).catch(() => undefined)
      const name = path.posix.dirname(file)
      if (isRecord(layer)) layers[name === '.' ? '/' : `/${name}/`] = layer
    }
  }
  return plainValue({ config, layers, rewrites: Object.fromEntries(moved) }) as VitepressSource
}

async function settle(given: unknown, context: object): Promise<Values> {
  const value: unknown = await (typeof given === 'function' ? given(context) : given)
  if (!isRecord(value)) return {}
  return value.extends ? merge(await settle(value.extends, context), value, true) : value
}

function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Settings over others; a list replaces the other, or is joined to it. */
export function merge(base: Values, own: Values, joinsLists: boolean): Values {
  const merged = { ...base }
  for (const [key, value] of Object.entries(own)) {
    if (value === undefined || value === null) continue
    const existing = merged[key]
    if (joinsLists && Array.isArray(existing) && Array.isArray(value)) merged[key] = [...existing, ...value]
    else if (isRecord(existing) && isRecord(value)) merged[key] = merge(existing, value, joinsLists)
    else merged[key] = value
  }
  return merged
}
