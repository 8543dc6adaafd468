import { routes } from '../../index.ts'
import type { RoutesOptions } from '../options.ts'
import { results } from '../process.ts'
import { type Invocation, printFindings } from '../terminal.ts'

/** `docsgen routes [dir]`. */
export async function runRoutes(
  { root, terminal }: Invocation,
  { config, json }: RoutesOptions,
): Promise<number> {
  const { exitCode, list, findings } = await routes({ root, config })
  printFindings(terminal, findings)
  if (!list) return exitCode
  if (json) results.write(JSON.stringify(list, undefined, 2) + '\n')
  else
    for (const [version, { routes }] of [['/', list] as const, ...Object.entries(list.versions ?? {})])
      for (const { path: from, redirect } of routes) {
        const inVersion = (address: string) =>
          address.startsWith('/') ? version + address.slice(1) : address
        results.write(inVersion(from) + (redirect ? ` → ${inVersion(redirect)}` : '') + '\n')
      }
  return exitCode
}
