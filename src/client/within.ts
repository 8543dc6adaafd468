/** How long a reader waits for an answer before it counts as lost, in milliseconds. */
export const PATIENCE = 8000

/** How long the second try may take, in milliseconds: after ten seconds the reader knows. */
export const RETRY_PATIENCE = 1500

/** Something that a reader waits for did not come in time. */
export class LateError extends Error {
  override name = 'LateError'
}

/** The outcome of `work`, or a `LateError` after that many milliseconds; the work itself goes on. */
export function within<T>(work: Promise<T>, milliseconds: number = PATIENCE): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_resolve, reject) => setTimeout(() => reject(new LateError()), milliseconds)),
  ])
}
