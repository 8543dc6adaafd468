import path from 'node:path'
import type { RoutesOptions } from '../options.ts'
import { listSiteRoutes } from '../../api/list-routes.ts'
import { createTerminal, printFindings } from '../terminal.ts'

/** `docsgen routes [dir]`. */
export async function runRoutes(dir: string, options: RoutesOptions): Promise<number> {
  const root = path.resolve(dir)
  const { exitCode, list, findings } = await listSiteRoutes({ root, config: options.config })
  await printFindings(createTerminal(root, options), findings)
  if (options.json && list) process.stdout.write(JSON.stringify(list, undefined, 2) + '\n')
  else for (const route of list?.routes ?? []) process.stdout.write(routeLine(route) + '\n')
  return exitCode
}

function routeLine({ path: from, redirect }: { path: string; redirect?: string }): string {
  return redirect ? `${from} → ${redirect}` : from
}
