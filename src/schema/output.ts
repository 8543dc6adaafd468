/** One file of the built site. `path` is POSIX, relative to the output folder, decoded. */
export interface OutputFile {
  path: string
  /** Text, bytes, or the absolute path of a file to copy, with what is known of its content already. */
  content: string | Uint8Array | { copy: string; known?: Pick<WrittenFile, 'size' | 'hash'> }
  /** True when the name contains a hash of the content: hosts may cache it for ever. */
  immutable?: boolean
  /** SHA-256 of the content, where it is known already. */
  hash?: string
}

/** What the build knows of a file that it wrote. */
export interface WrittenFile {
  /** Bytes. */
  size: number
  /** SHA-256 of the content, hexadecimal. */
  hash: string
  immutable: boolean
}

/** What the build wrote, by path. */
export type WrittenFiles = Map<string, WrittenFile>
