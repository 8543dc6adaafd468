/**
 * Runs `task` for every item, at most `limit` at a time. The first failure is thrown after those that run have
 * ended, so that what they stored is not asked for again.
 */
export async function runPool<T>(
  items: readonly T[],
  limit: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  const queue = items.values()
  const work = async () => {
    for (const item of queue) {
      if (failures.length > 0) return
      await task(item).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: limit }, work))
  if (failures.length > 0) throw failures[0]
}
