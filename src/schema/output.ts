/** One file of the built site. `path` is POSIX, relative to the output folder, decoded. */
export interface OutputFile {
  path: string
  /** Text, bytes, or the absolute path of a file to copy. */
  content: string | Uint8Array | { copy: string }
  /** True when the name contains a hash of the content: hosts may cache it for ever. */
  immutable?: boolean
}

export interface WrittenFile {
  size: number
  hash: string
  immutable: boolean
  /** Milliseconds, with fractions. */
  mtime: number
  inode: number
}

export type FileContent = Pick<WrittenFile, 'size' | 'hash'>
export type KnownFile = Omit<WrittenFile, 'immutable'>
export type OutputFacts = Omit<WrittenFile, 'mtime' | 'inode'>

/** What may be kept of a written file for builds in other places. */
export function factsOf({ size, hash, immutable }: WrittenFile): OutputFacts {
  return { size, hash, immutable }
}

export type WrittenFiles = Map<string, WrittenFile>

export interface AddedTheme {
  plugin: string
  /** Absolute folder of templates that take the place of docsgen's; those of the site take theirs. */
  templates?: string
  /** Absolute style sheets, after those of docsgen. */
  styles: readonly string[]
}
