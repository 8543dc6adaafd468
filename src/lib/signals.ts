import { giveTurn } from './in-turns.ts'
import { settled } from './settled.ts'

/** Signals that end the process, and its exit code then. */
export const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

type Signal = keyof typeof SIGNALS
type Listener = (signal: Signal) => void

const names = Object.keys(SIGNALS) as Signal[]
let running = 0
let taken: (readonly [Signal, Listener[]])[] = []

/**
 * Runs code of the site in this thread. It may never come to its end, and no listener of ours would be called then: so
 * the system itself ends the process on a signal, which shells see as the same exit code. Rejects where it waits for
 * something that never comes.
 */
export async function underSystemSignals<Result>(run: () => Promise<Result>): Promise<Result> {
  // A signal that came while this thread was busy would be gone with its listener. The first turn ends what the event loop
  // does now; before the second ends, it has asked the system for more. Some 0.1 ms are left in which one can be lost.
  await giveTurn()
  await giveTurn()
  running += 1
  if (running === 1) {
    taken = names.map(name => [name, process.listeners(name) as Listener[]])
    for (const [name, listeners] of taken) for (const listener of listeners) process.off(name, listener)
  }
  try {
    return await settled(run())
  } finally {
    running -= 1
    if (running === 0)
      for (const [name, listeners] of taken) for (const listener of listeners) process.on(name, listener)
  }
}
