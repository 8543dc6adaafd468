import path from 'node:path'
import { routes } from '../../index.ts'
import type { RoutesOptions } from '../options.ts'
import { createTerminal, printFindings } from '../terminal.ts'
import { results } from '../process.ts'

/** `docsgen routes [dir]`. */
export async function runRoutes(dir: string, options: RoutesOptions): Promise<number> {
  const root = path.resolve(dir)
  const { exitCode, list, findings } = await routes({ root, config: options.config })
  await printFindings(createTerminal(root, options), findings)
  if (options.json && list) results.write(JSON.stringify(list, undefined, 2) + '\n')
  else if (list)
    for (const [version, { routes }] of [['/', list] as const, ...Object.entries(list.versions ?? {})])
      for (const route of routes) results.write(routeLine(route, version) + '\n')
  return exitCode
}

/** `version`: path of the version that the route is of. */
function routeLine({ path: from, redirect }: { path: string; redirect?: string }, version: string): string {
  const inVersion = (address: string) => (address.startsWith('/') ? version + address.slice(1) : address)
  return redirect ? `${inVersion(from)} → ${inVersion(redirect)}` : inVersion(from)
}
