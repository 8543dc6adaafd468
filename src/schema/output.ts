/** One file of the built site. `path` is POSIX, relative to the output folder, decoded. */
export interface OutputFile {
  path: string
  /** Text, bytes, or the absolute path of a file to copy. */
  content: string | Uint8Array | { copy: string }
  /** True when the name contains a hash of the content: hosts may cache it for ever. */
  immutable?: boolean
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
