import { nearest } from '../../../lib/nearest.ts'
import type { Site } from '../../../schema/site.ts'

/** The pages of a language by what they are called. */
interface PageNames {
  /** Name without ending → paths. */
  paths: Map<string, string[]>
  /** Folder → name without ending → path. */
  folders: Map<string, Map<string, string>>
}

/**
 * Finds the page that may be meant by the path of one that is not there: the only one of that name in the language, or one in
 * the same folder whose name differs little. Paths are looked at once, however many links are broken.
 */
export function createPageFinder(site: Site): (locale: string, path: string) => string | undefined {
  const locales = new Map<string, PageNames>()
  for (const { record, locale } of site.pages) {
    const names = locales.get(locale) ?? { paths: new Map(), folders: new Map() }
    locales.set(locale, names)
    note(record.regularPath, names)
  }
  return (locale, path) => {
    const names = locales.get(locale)
    const [folder, name] = split(path)
    if (!names || name === '') return undefined
    const same = names.paths.get(name) ?? []
    if (same.length === 1) return same[0]
    const siblings = names.folders.get(folder)
    const near = siblings && nearest(name, siblings.keys())
    return near === undefined ? undefined : siblings?.get(near)
  }
}

function note(path: string, { paths, folders }: PageNames): void {
  const [folder, name] = split(path)
  if (name === '') return
  const same = paths.get(name)
  if (same) same.push(path)
  else paths.set(name, [path])
  const siblings = folders.get(folder) ?? new Map<string, string>()
  folders.set(folder, siblings.set(name, path))
}

/** Folder and name without ending of an address. */
function split(path: string): [folder: string, name: string] {
  const end = path.lastIndexOf('/') + 1
  return [path.slice(0, end), path.slice(end).replace(/\.html$/, '')]
}
