import path from 'node:path'
import { dev } from '../server/dev/dev.ts'
import type { DevOptions, DevServer } from '../schema/api.ts'
import { openSession } from '../cache/workers/session.ts'

/** Where `dev` listens unless it is told otherwise. */
const PORT = 5173

/** Serves a site while it is written; `busy` is the port that is taken. What keeps it from listening is thrown. */
export async function serveSite({ root, ...options }: DevOptions): Promise<DevServer | { busy: number }> {
  const { config, base, port = PORT, strictPort = false, host } = options
  const { loaded, problem = () => undefined, failed = warn } = options
  const session = await openSession({ root: path.resolve(root) })
  // A signal ends the process at once; what was parsed is kept all the same.
  const saveCache = () => session.parsed.close()
  process.once('exit', saveCache)
  const end = async () => {
    process.off('exit', saveCache)
    await session.close()
  }
  try {
    const server = await dev(session, {
      port,
      strictPort,
      host,
      configFile: config,
      base,
      problem,
      failed,
      loaded: ({ findings, site, changed, time }) => {
        const pages = site ? { pages: site.site.pages.length } : {}
        loaded?.({ findings, changed, time, ...pages })
      },
    })
    if ('busy' in server) await end()
    if ('busy' in server) return server
    const closed = server.closed.then(end)
    return {
      port: server.port,
      ready: server.ready,
      closed,
      addresses: () => server.addresses(),
      rebuild: () => server.rebuild(),
      close: () => server.close().then(() => closed),
    }
  } catch (error) {
    await end()
    throw error
  }
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error))
}
