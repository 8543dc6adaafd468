import path from 'node:path'
import type { RoutesOptions } from '../options.ts'
import { listRoutes } from '../../routes/routes.ts'
import { hasError } from '../../shared/findings.ts'
import { openSession } from '../../threads/session.ts'
import { createTerminal, printFindings } from '../terminal.ts'

/** `docsgen routes [dir]`. */
export async function runRoutes(dir: string, options: RoutesOptions): Promise<number> {
  const root = path.resolve(dir)
  const session = await openSession({ root })
  try {
    const { list, findings, usage } = await listRoutes(session, { file: options.config })
    await printFindings(createTerminal(root, options), findings)
    if (!list) return usage ? 2 : 1
    if (options.json) process.stdout.write(JSON.stringify(list, undefined, 2) + '\n')
    else for (const route of list.routes) process.stdout.write(routeLine(route) + '\n')
    return hasError(findings) ? 1 : 0
  } finally {
    await session.close()
  }
}

function routeLine({ path: from, redirect }: { path: string; redirect?: string }): string {
  return redirect ? `${from} → ${redirect}` : from
}
