import path from 'node:path'
import type { CommonOptions } from '../main.ts'
import { hasError } from '../../steps/load.ts'
import { listRoutes } from '../../routes/routes.ts'
import { openSession } from '../../threads/session.ts'
import { createTerminal, printFindings } from '../terminal.ts'

interface Options extends CommonOptions {
  json?: boolean
}

/** `docsgen routes [dir]`. */
export async function runRoutes(dir: string, options: Options): Promise<number> {
  const root = path.resolve(dir)
  const session = await openSession({ root })
  try {
    const { list, findings, usage } = await listRoutes(session, { file: options.config })
    printFindings(createTerminal(root, options), findings)
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
