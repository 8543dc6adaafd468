import { askWorker } from './ask-worker.ts'

/** What the server says of the worker's file; `unreachable` when it says nothing. */
export type WorkerCheck = 'ok' | 'missing' | 'wrong-type' | 'unreachable'

interface ServerAnswer {
  status: number
  contentType: string
}

/** Addresses of the reader's own machine, where one port serves one project today and another tomorrow. */
export function isLocalhost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

/**
 * Looks at the worker's file before it is registered. Asks through the worker that is in charge of the page, where
 * there is one, so that a server that is gone leaves no failed request on the page.
 */
export async function checkWorker(script: string, controller: ServiceWorker | null): Promise<WorkerCheck> {
  const viaWorker = controller ? await askController(controller) : 'no answer'
  const answer = viaWorker === 'no answer' ? await askServer(script) : viaWorker
  if (!answer) return 'unreachable'
  if (answer.status === 404) return 'missing'
  return answer.contentType.includes('javascript') ? 'ok' : 'wrong-type'
}

async function askController(controller: ServiceWorker): Promise<ServerAnswer | undefined | 'no answer'> {
  const reply = await askWorker(controller, { type: 'offline-check' }).catch(() => undefined)
  return reply && 'check' in reply ? reply.check : 'no answer'
}

async function askServer(script: string): Promise<ServerAnswer | undefined> {
  try {
    const response = await fetch(script, { cache: 'no-store' })
    return { status: response.status, contentType: response.headers.get('content-type') ?? '' }
  } catch {
    return undefined
  }
}
