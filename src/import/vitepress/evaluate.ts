import type { FoundVersion } from '../common/folders.ts'
import type { Values } from '../common/keys.ts'
import { type Evaluated, runChild } from '../common/run-config.ts'

export function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Settings of a configuration over those that it extends: lists are joined. */
export function mergeConfig(base: Values, own: Values): Values {
  return merge(base, own, (first, second) => [...first, ...second])
}

/** Settings of a language over those of the site: a list stands in place of the other. */
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

/** A VitePress site's configuration as data. */
export interface VitepressSource {
  config: Values
  /** Configurations of folders, by their paths: `/`, `/zh/`. */
  layers: Record<string, Values>
  /** Where files stand that a function rewrites. */
  rewrites: Record<string, string>
  /** `.paths` file → what its pages are made of; null where it could not be run. */
  routes: Record<string, Values[] | null>
}

/** Runs the configuration in the `.vitepress` of a folder, in a process of its own. */
export async function evaluateVitepress(
  folder: string,
  version: FoundVersion | undefined,
): Promise<Omit<Evaluated, 'config'> & { config?: VitepressSource }> {
  // Menus may show it.
  const name = /\d[\w.+-]*/.exec(version?.version ?? '')?.[0] ?? 'latest'
  const evaluated = await runChild('import/vitepress/evaluate-child.js', [folder, name], folder)
  return evaluated as Omit<Evaluated, 'config'> & { config?: VitepressSource }
}
