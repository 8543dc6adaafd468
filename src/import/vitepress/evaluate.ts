import { type Evaluated, runChild } from '../common/run-child.ts'
import type { FoundVersion } from '../common/find-version.ts'
import type { Values } from '../common/values.ts'

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
