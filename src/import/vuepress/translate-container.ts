import type { UserConfig } from '../../schema/config.ts'
import { CONTAINER_KINDS, CONTAINERS } from '../../schema/containers.ts'
import type { Note } from '../common/notes.ts'
import { text, values } from '../common/values.ts'

export type Containers = NonNullable<NonNullable<UserConfig['markdown']>['containers']>

interface ContainerContext {
  note: Note
  /** How many pages open a container of a name. */
  pagesWith: (container: string) => number
}

/** Adds the container that a plugin defines. */
export function translateContainer(
  containers: Containers,
  { type, defaultTitle, ...functions }: Record<string, unknown>,
  { note, pagesWith }: ContainerContext,
): void {
  const name = text(type)
  if (!name || !/^[\w-]+$/.test(name)) return
  const pages = pagesWith(name)
  if (pages > 0 && ['before', 'after', 'render'].some(key => functions[key] !== undefined)) {
    note(`The container \`${name}\` writes its own HTML; it became a plain box.`, pages)
  }
  const kind = CONTAINER_KINDS.find(known => known === name && 'title' in CONTAINERS[known]) ?? 'info'
  containers[name] = { kind, title: titleOf(defaultTitle) ?? name.toUpperCase() }
}

/** One title, or one by locale path. */
function titleOf(title: unknown): string | Record<string, string> | undefined {
  if (typeof title === 'string') return title
  const entries = Object.entries(values(title)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}
