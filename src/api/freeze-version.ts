import path from 'node:path'
import { freezeVersion as freeze, type VersionOptions, type VersionResult } from '../cli/freeze/version.ts'

/** Copies what a site is made from today, for an old version. A folder that is there already is never touched. */
export async function freezeVersion({ root, ...options }: VersionOptions): Promise<VersionResult> {
  return freeze({ ...options, root: path.resolve(root) })
}
