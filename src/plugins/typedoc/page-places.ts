import { posix as path } from 'node:path'
import { Kind, type Project, type Reflection } from './reflection.ts'

/** Where a reflection is: a page, and a heading of it. */
export interface PagePlace {
  /** In the folder of the reference: `classes/Foo.md`. */
  file: string
  anchor?: string
}

export type Places = ReadonlyMap<number, PagePlace>

/** Kinds that have pages of their own. */
const PAGES = new Set<number>([
  Kind.enum,
  Kind.variable,
  Kind.function,
  Kind.class,
  Kind.interface,
  Kind.alias,
])

/** Ids of the headings that members stand under. */
const GROUP_IDS = ['constructors', 'properties', 'accessors', 'methods', 'members']

/** A part of the reference that lists others. */
export function isModule({ kind }: Pick<Reflection, 'kind'>): boolean {
  return kind === Kind.module || kind === Kind.namespace || kind === Kind.project
}

/** True for what has a page. */
export function hasPage(reflection: Reflection): boolean {
  return isModule(reflection) || PAGES.has(reflection.kind)
}

/** Gives each reflection its place: names that differ in nothing that a file system sees are numbered. */
export function placesOf(project: Project): Places {
  const places = new Map<number, PagePlace>([[project.id, { file: 'README.md' }]])
  placeChildren(project, '', places)
  return places
}

function placeChildren(parent: Reflection, folder: string, places: Map<number, PagePlace>): void {
  const taken = new Set(['readme', 'index'])
  for (const child of parent.children ?? []) {
    if (!hasPage(child)) continue
    const name = unique(fileName(child.name), taken)
    if (isModule(child)) {
      places.set(child.id, { file: path.join(folder, name, 'README.md') })
      placeChildren(child, path.join(folder, name), places)
    } else {
      const file = path.join(folder, `${name}.md`)
      places.set(child.id, { file })
      for (const { id } of child.signatures ?? []) places.set(id, { file })
      placeMembers(child, file, places)
    }
  }
}

function placeMembers(reflection: Reflection, file: string, places: Map<number, PagePlace>): void {
  const taken = new Set(GROUP_IDS)
  for (const { id, name, signatures = [] } of membersOf(reflection)) {
    const anchor = unique(fileName(name).toLowerCase(), taken)
    places.set(id, { file, anchor })
    for (const each of signatures) places.set(each.id, { file, anchor })
  }
}

/** Members of a class or interface, or of the object that a type is. */
export function membersOf({ children, type }: Reflection): Reflection[] {
  if (children && children.length > 0) return children
  return (type?.type === 'reflection' && type.declaration?.children) || []
}

/** Letters and digits of a name: `src/index` is `src-index`. */
function fileName(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N}_]+/gu, '-').replace(/^[-_]+|-$/g, '')
  return plain === '' ? 'member' : plain
}

function unique(name: string, taken: Set<string>): string {
  let own = name
  for (let count = 2; taken.has(own.toLowerCase()); count += 1) own = `${name}-${count}`
  taken.add(own.toLowerCase())
  return own
}

/** The address of a place, as a link on another page says it. */
export function linkTo({ file, anchor }: PagePlace, from: string): string {
  const hash = anchor === undefined ? '' : `#${anchor}`
  if (file === from && hash !== '') return hash
  return `./${path.relative(path.dirname(from), file)}${hash}`
}
