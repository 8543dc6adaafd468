/** Undefined without support, in private windows, over plain HTTP and in sandboxed frames. */
export function findContainer(): ServiceWorkerContainer | undefined {
  try {
    return (navigator as Partial<Navigator>).serviceWorker
  } catch {
    return undefined
  }
}
