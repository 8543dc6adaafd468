import { lookUp } from './look-up.ts'
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

/** Reads a record; undefined when there is none. */
export async function readRecord<Name extends keyof Records>(name: Name): Promise<Records[Name] | undefined> {
  const response = await lookUp(keyOf(name), names.state)
  return response?.json() as Promise<Records[Name] | undefined>
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
