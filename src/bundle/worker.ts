import type { Damage } from '../cache/checked-file.ts'
import { filesOfRooms, keptScript } from './kept-script.ts'

/** `main` serves offline; `uninstall` removes what an earlier build left on the reader's device. */
type WorkerEntry = 'main' | 'uninstall'

/** The worker's code in one classic script. */
export function bundleWorker(entry: WorkerEntry, cacheDir: string, damage?: Damage): Promise<string> {
  const kept = { folder: 'offline', name: `worker-${entry}.js` }
  return keptScript(kept, { entry: `offline/worker/${entry}.ts`, files: workerFiles }, cacheDir, damage)
}

/** Rooms of everything that the worker may import. */
export const WORKER_ROOMS = ['offline/worker', 'shared', 'schema']

/** The search engine is no part of it. */
async function workerFiles(): Promise<string[]> {
  return (await filesOfRooms(WORKER_ROOMS)).filter(file => !file.startsWith('shared/search/'))
}
