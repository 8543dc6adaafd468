import type { SearchManifest } from '../../shared/search/format.ts'

/** Prose of sections, as far as it is loaded. */
export interface Texts {
  /** Empty while it is not loaded. */
  get(section: number): string
  /** Loads the texts of some sections, from at most so many files; true when there is something new. */
  load(sections: readonly number[], maxFiles: number): Promise<boolean>
}

/** Reads the texts of a manifest: they are in it, or in files that it names. */
export function createTexts({ whole, parts }: SearchManifest, load: <T>(file: string) => Promise<T>): Texts {
  const files = parts?.textFiles ?? []
  const loaded = new Map<number, string[]>()
  if (whole) loaded.set(0, whole.texts)
  /** Position among the files of the one that a section is in. */
  const positionOf = (section: number): number =>
    whole ? 0 : files.findLastIndex(([first]) => first <= section)
  return {
    get(section) {
      const position = positionOf(section)
      return loaded.get(position)?.[section - (files[position]?.[0] ?? 0)] ?? ''
    },
    async load(sections, maxFiles) {
      const wanted = [...new Set(sections.map(positionOf))].filter(position => !loaded.has(position))
      const chosen = wanted.slice(0, maxFiles)
      await Promise.all(
        chosen.map(async position => {
          const file = files[position]?.[1]
          if (file !== undefined) loaded.set(position, await load<string[]>(file))
        }),
      )
      return chosen.length > 0
    },
  }
}
