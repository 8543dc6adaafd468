import path from 'node:path'
import { type NewOptions, type NewResult, writeTranslation } from '../check/new/write-translation.ts'

/** Writes the stub of a translation. A file that is there already is never touched. */
export async function newTranslation({ root, ...options }: NewOptions): Promise<NewResult> {
  return writeTranslation({ ...options, root: path.resolve(root) })
}
