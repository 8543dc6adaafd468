/**
 * Names of the stores: scope and version in each, so that sites on one origin never touch each other's and
 * builds never mix.
 */
export interface CacheNames {
  /** Scripts, styles and offline documents of one build. */
  core(version: string): string
  /** Entries of one pack; a pack that two builds have in common has one store. */
  pack(code: string, hash: string): string
  /** What outlives builds: the reader's choices. */
  readonly state: string
  isOwn(name: string): boolean
  isCore(name: string): boolean
  /** Code of the language when the store holds a pack of one. */
  codeOf(name: string): string | undefined
  /** Stores that the worker of a VuePress 1 site left in this scope. */
  isForeign(name: string): boolean
}

/** @param scope address of the worker's scope */
export function cacheNames(scope: string): CacheNames {
  const prefix = `docsgen:${scope}:`
  return {
    core: version => `${prefix}core:${version}`,
    pack: (code, hash) => `${prefix}pack:${code}:${hash}`,
    state: `${prefix}state`,
    isOwn: name => name.startsWith(prefix),
    isCore: name => name.startsWith(`${prefix}core:`),
    codeOf: name => (name.startsWith(`${prefix}pack:`) ? name.split(':').at(-2) : undefined),
    isForeign: name =>
      name.startsWith('workbox-') && (name.endsWith(`-${scope}`) || name.endsWith(`-${scope}-temp`)),
  }
}
