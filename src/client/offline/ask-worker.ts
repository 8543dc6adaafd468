import type { OfflineFailure, WorkerReply, WorkerRequest } from '../../schema/offline.ts'

/** How long a worker may stay silent before it counts as another kind of worker, in milliseconds. */
const PATIENCE = 10_000

/** The worker could not do what it was asked for. */
export class OfflineError extends Error {
  override name = 'OfflineError'
  override cause: { reason: OfflineFailure }

  constructor(message: string, reason: OfflineFailure) {
    super(message)
    this.cause = { reason }
  }
}

/**
 * Sends a message with a reply port. Rejects with `OfflineError`.
 * @param patience milliseconds; Infinity for work that takes as long as it takes
 */
export function askWorker(
  worker: ServiceWorker,
  request: WorkerRequest | { type: 'skip-waiting' },
  patience = PATIENCE,
): Promise<WorkerReply> {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel()
    const late = () => reject(new OfflineError('The service worker does not answer.', 'unknown'))
    const timer = Number.isFinite(patience) ? setTimeout(late, patience) : undefined
    port1.onmessage = ({ data }: MessageEvent<WorkerReply>) => {
      clearTimeout(timer)
      port1.close()
      if (data.error === null) resolve(data)
      else reject(new OfflineError(data.error, data.reason))
    }
    worker.postMessage(request, [port2])
  })
}
