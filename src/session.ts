import { mkdtempSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** What survives between builds of one process: where caches are. `close()` releases everything. */
export interface Session {
  /** Absolute folder of the site. */
  root: string
  /** Absolute folder for caches; a temporary one when the site's own cannot be written. */
  cacheDir: string
  close(): Promise<void>
}

export interface SessionOptions {
  root: string
  /** False to start from nothing and keep nothing. */
  cache?: boolean
}

/** Opens a session for a site. */
export async function openSession({ root, cache = true }: SessionOptions): Promise<Session> {
  const preferred = path.join(root, 'node_modules/.cache/docsgen')
  const cacheDir =
    cache && (await canCreate(preferred)) ? preferred : mkdtempSync(path.join(tmpdir(), 'docsgen-'))
  return { root, cacheDir, close: async () => undefined }
}

async function canCreate(folder: string): Promise<boolean> {
  return mkdir(folder, { recursive: true }).then(
    () => true,
    () => false,
  )
}
