import { readJson } from './look-up.ts'
import { names, scope } from './scope.ts'

/** What the worker remembers beyond one build. */
export interface Records {
  /** Languages that the reader asked for, and that the reader removed. */
  choices: { wanted: string[]; refused: string[] }
  /** Stores of the build that was activated last. */
  active: string[]
  /** Tabs that show pages of the site that was replaced. */
  replacedTabs: string[]
  /** Tabs whose document came from the network and may be of another build. */
  networkTabs: string[]
}

/** Reads a record; undefined when there is none, or it is damaged. */
export async function readRecord<Name extends keyof Records>(name: Name): Promise<Records[Name] | undefined> {
  return readJson(keyOf(name), [names.state], (value: Records[Name]) => {
    const lists: unknown[] = Array.isArray(value) ? [value] : [value.wanted, value.refused]
    for (const list of lists) if (!Array.isArray(list)) throw new TypeError(`The record ${name} is damaged.`)
    return value
  })
}

let changing: Promise<void> = Promise.resolve()

/** Changes a record by what it is; changes that are asked for at the same time are made one after the other. */
export function changeRecord<Name extends keyof Records>(
  name: Name,
  change: (value: Records[Name] | undefined) => Records[Name] | Promise<Records[Name]>,
): Promise<void> {
  const changed = changing.then(async () => writeRecord(name, await change(await readRecord(name))))
  changing = changed.catch(() => undefined)
  return changed
}

export async function writeRecord<Name extends keyof Records>(
  name: Name,
  value: Records[Name] | undefined,
): Promise<void> {
  const cache = await caches.open(names.state)
  if (value === undefined) await cache.delete(keyOf(name))
  else await cache.put(keyOf(name), new Response(JSON.stringify(value)))
}

function keyOf(name: string): string {
  return `${scope.registration.scope}docsgen-record/${name}`
}
