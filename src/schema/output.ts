/** One file of the built site. `path` is POSIX, relative to the output folder, decoded. */
export interface OutputFile {
  path: string
  /** Text, bytes, or the absolute path of a file to copy. */
  content: string | Uint8Array | { copy: string }
  /** True when the name contains a hash of the content: hosts may cache it for ever. */
  immutable?: boolean
}

/** What the content of a file is known by. */
export interface FileContent {
  /** Bytes. */
  size: number
  /** SHA-256, hexadecimal. */
  hash: string
}

/** A file with this content, and what shows that it is still the same. */
export interface KnownFile extends FileContent {
  /** Milliseconds, with fractions. */
  mtime: number
  inode: number
}

/** A file as it should be in the output, wherever that is. */
export interface OutputFacts extends FileContent {
  immutable: boolean
}

/** What the build knows of a file that it wrote. */
export type WrittenFile = OutputFacts & KnownFile

/** What may be kept of a written file for builds in other places. */
export function factsOf({ size, hash, immutable }: WrittenFile): OutputFacts {
  return { size, hash, immutable }
}

/** What the build wrote, by path. */
export type WrittenFiles = Map<string, WrittenFile>

/** Parts of the theme that only sites get which use them. `script`: it also adds to the script before the first paint. */
export const ADDITIONS = {
  announcement: { script: true },
  fallback: { script: false },
  islands: { script: false },
  menu: { script: false },
  pictures: { script: false },
  sidebar: { script: true },
  social: { script: false },
  versions: { script: true },
  writing: { script: false },
} as const

export type Addition = keyof typeof ADDITIONS

/** What a plugin adds to the theme. */
export interface AddedTheme {
  /** Name of the plugin. */
  plugin: string
  /** Absolute folder of templates that take the place of docsgen's; those of the site take theirs. */
  templates?: string
  /** Absolute style sheets, after those of docsgen. */
  styles: readonly string[]
}
