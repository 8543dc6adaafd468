import { hashData } from '../lib/hash.ts'
import type { OutputFile } from '../schema/output.ts'

/** Addresses without base of what documents name. */
export interface ThemeEntries {
  boot: string
  scheme: string
  style: string
  /** What documents name whose page uses it, by name. */
  parts: Record<string, string>
  /** Only where page views are counted. */
  analytics?: string
  /** A font that every page shows text in, if the configuration names a file of it. */
  font?: string
}

/** Finds them among the bundled files, by their names. Throws where one is missing that every theme has. */
export function findEntries(files: readonly OutputFile[]): ThemeEntries {
  const named = (pattern: RegExp) => files.find(file => pattern.test(file.path))?.path
  const find = (pattern: RegExp) => {
    const name = named(pattern)
    if (name === undefined) throw new Error(`The bundled theme has no file ${pattern}.`)
    return `/${name}`
  }
  const islands = named(/\/islands\.\w+\.js$/)
  return {
    boot: find(/\/boot\.\w+\.js$/),
    scheme: find(/\/scheme\.\w+\.js$/),
    style: find(/\/style\.\w+\.css$/),
    parts: {
      code: find(/\/code\.\w+\.css$/),
      components: find(/\/components\.\w+\.css$/),
      tabs: find(/\/tabs\.\w+\.js$/),
      ...(islands === undefined ? {} : { islands: `/${islands}` }),
    },
  }
}

/** Identifies the scripts and styles of a build: their names are made of their contents. */
export function themeId(files: readonly OutputFile[]): string {
  return hashData(files.map(({ path }) => path).toSorted(), 8)
}
