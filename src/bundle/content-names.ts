import { hashContent } from '../lib/hash.ts'
import type { OutputFile } from '../schema/output.ts'

/** The name of a bundled file: `{stem}.{hash}.{extension}`; it is looked for at the beginning of a word alone, in linear time. */
const NAME = /(?<![\w-])([\w-]+)\.[A-Z0-9]{8}\.(js|css)/g

/** A bundled file as text. */
export type BundledFile = OutputFile & { content: string }

/**
 * Gives bundled files names by what they say. esbuild's names hold hashes of paths, too, so that the same site in another
 * folder would have other names (R-DET). Files may name each other in circles: a hash is made of a file's own text and then,
 * again and again, of the hashes of those it names; its first eight hexadecimal digits are in the name. Paths and texts that
 * come back hold the new names; a name of no given file stays.
 */
export function nameByContent(files: readonly BundledFile[]): BundledFile[] {
  const names = new Map(files.map(({ path }, index) => [path.slice(path.lastIndexOf('/') + 1), index]))
  const named = files.map(({ content }) =>
    [...content.matchAll(NAME)].flatMap(([name]) => names.get(name) ?? []),
  )
  let hashes = files.map(({ content }) =>
    hashContent(
      rename(content, (_, stem, type) => `${stem}.${type}`),
      64,
    ),
  )
  for (const _ of files)
    hashes = hashes.map((own, index) =>
      hashContent([own, ...(named[index] ?? []).map(other => hashes[other])].join(), 64),
    )
  const newName = (name: string, stem: string, type: string): string => {
    const hash = hashes[names.get(name) ?? -1]
    return hash === undefined ? name : `${stem}.${hash.slice(0, 8).toUpperCase()}.${type}`
  }
  return files.map(file => ({
    ...file,
    path: rename(file.path, newName),
    content: rename(file.content, newName),
  }))
}

function rename(text: string, change: (name: string, stem: string, type: string) => string): string {
  return text.replace(NAME, change)
}
