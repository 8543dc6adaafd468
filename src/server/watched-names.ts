import path from 'node:path'

/** Which files are watched. All names are absolute. */
export class WatchedNames {
  readonly #root: string
  readonly #skip: readonly string[]
  /** Files and folders that were asked for; they need not exist. */
  readonly #wanted = new Set<string>()

  /** `skip`: folders that are never watched. */
  constructor(root: string, skip: readonly string[]) {
    this.#root = root
    this.#skip = skip
  }

  /** Asks for more, and returns what was not watched so far. */
  add(names: readonly string[]): string[] {
    const fresh = names.filter(name => !this.#isWanted(name))
    for (const name of names) this.#wanted.add(name)
    return fresh
  }

  /**
   * Folders to begin with: the root, which is always there – what is watched in it may come, go and come again – and
   * those of files outside of it.
   */
  starts(): string[] {
    const outside = [...this.#wanted].filter(name => !isWithin(name, this.#root))
    return [...new Set([this.#root, ...outside.map(name => path.dirname(name))])]
  }

  /** True for what is not watched, and does not lead there. */
  isIgnored(file: string): boolean {
    return file !== this.#root && (this.#isLeftOut(file) || !this.#isWanted(file))
  }

  /** True for what was asked for, what lies in it, and the folders that lead to it. */
  #isWanted(file: string): boolean {
    for (const name of this.#wanted) if (isWithin(file, name) || isWithin(name, file)) return true
    return false
  }

  /** Packages, what docsgen writes, and dot files that nobody asked for. */
  #isLeftOut(file: string): boolean {
    if (this.#skip.some(folder => isWithin(file, folder))) return true
    const wanted = [...this.#wanted]
    if (wanted.some(name => isWithin(name, file))) return false
    const bases = wanted.filter(name => isWithin(file, name))
    const base = bases.reduce((longest, name) => (name.length > longest.length ? name : longest), this.#root)
    const parts = path.relative(base, file).split(path.sep)
    return parts.some(part => part === 'node_modules' || /^\.[^.]/.test(part))
  }
}

/** True for the folder itself, too. */
function isWithin(file: string, folder: string): boolean {
  return file === folder || file.startsWith(folder + path.sep)
}
