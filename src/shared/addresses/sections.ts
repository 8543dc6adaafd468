import { foldEncoded } from './fold-path.ts'
import { addAddresses, type AddressTable, createAddressTable, redirectTarget } from './resolve-path.ts'

/** Pages and redirects: of a language, or a section of them. */
export interface ListSection {
  pages: Record<string, unknown>
  redirects: Record<string, string>
}

/**
 * The pages and redirects of a language. Above a size they are cut into sections, each a stretch of the addresses in the
 * order of their keys, so that who looks for one address loads one section and not the list.
 */
export interface SectionedList extends ListSection {
  /** First key and file of each section, in order; absent where the list is whole. */
  sections?: readonly (readonly [first: string, file: string])[]
}

/** A list as far as it is loaded, ready for look-ups. */
export interface LoadedList<List extends SectionedList = SectionedList> {
  data: List
  table: AddressTable
  /** Files of the sections that are in it. */
  loaded: Set<string>
}

export function createLoadedList<List extends SectionedList>(data: List): LoadedList<List> {
  const table = createAddressTable(Object.keys(data.pages), Object.entries(data.redirects))
  return { data, table, loaded: new Set() }
}

const ENDINGS = ['/', '.html', '/index']

/** The same for all forms that an address may be written in (`alternativeForms`). */
export function sectionKey(path: string): string {
  let key = foldEncoded(path) ?? path
  for (let ending; (ending = ENDINGS.find(each => key.endsWith(each))) !== undefined;)
    key = key.slice(0, -ending.length)
  return key
}

/** File of the section that an address is in; undefined where the list is whole. */
export function sectionOf({ sections }: SectionedList, path: string): string | undefined {
  const firsts = sections?.map(([first]) => first) ?? []
  return sections?.[findSection(firsts, sectionKey(path))]?.[1]
}

/** Position of the section that a key is in, by the first keys of all. */
export function findSection(firsts: readonly string[], key: string): number {
  return Math.max(
    0,
    firsts.findLastIndex(first => first <= key),
  )
}

/** Loads what the list lacks to look up an address: its section, and that of the page which a redirect leads to. */
export async function loadSections(
  list: LoadedList,
  path: string,
  load: (file: string) => Promise<ListSection>,
): Promise<void> {
  for (let files = missingSections(list, path); files.length > 0; files = missingSections(list, path))
    await Promise.all(files.map(async file => addSection(list, file, await load(file))))
}

/** Files of the sections that have to be loaded first. */
export function missingSections({ data, table, loaded }: LoadedList, path: string): string[] {
  if (!data.sections) return []
  const [target = path] = redirectTarget(table, path)?.split(/[?#]/) ?? []
  const files = new Set([path, target].map(each => sectionOf(data, each) ?? ''))
  return [...files].filter(file => !loaded.has(file))
}

function addSection({ data, table, loaded }: LoadedList, file: string, section: ListSection): void {
  // What a section has besides is merged, too, name by name.
  const parts = data as unknown as Record<string, object>
  for (const [name, entries] of Object.entries(section)) Object.assign((parts[name] ??= {}), entries)
  addAddresses(table, Object.keys(section.pages), Object.entries(section.redirects))
  loaded.add(file)
}
