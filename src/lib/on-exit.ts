/** Exit codes after signals, as shells report them. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

const listeners = Object.entries(SIGNALS).map(([signal, code]) => [signal, () => endProcess(code)] as const)
let registered = 0
let isEnding = false

/** Ends the process in the name of docsgen; code of the site that does so is reported (`cli/guard.ts`). */
export function endProcess(code?: number): never {
  isEnding = true
  process.exit(code)
}

/** True once docsgen itself ends the process. */
export function endsItself(): boolean {
  return isEnding
}

/**
 * Removes something when the process ends early, for instance on a signal; returns how to call that off. Only while something is
 * registered does docsgen listen to signals: code of the site that hangs before is ended by the system.
 */
export function onExit<Target>(target: Target, remove: (target: Target) => void): () => void {
  const clean = () => remove(target)
  process.once('exit', clean)
  registered += 1
  if (registered === 1) for (const [signal, listener] of listeners) process.on(signal, listener)
  return () => {
    if (!process.listeners('exit').includes(clean)) return
    process.off('exit', clean)
    registered -= 1
    if (registered === 0) for (const [signal, listener] of listeners) process.off(signal, listener)
  }
}
