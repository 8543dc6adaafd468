import path from 'node:path'
import { hashData } from '../lib/hash.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import type { CoreEntry } from '../schema/offline.ts'
import { coreFiles, type Written } from './group-files.ts'
import { type Damage, readStored, writeStored } from '../cache/checked-file.ts'

export interface CoreInput {
  config: SiteConfig
  /** What stands in the folder besides pages. */
  written: Written
  /** Absolute folder that holds them. */
  folder: string
  /** Absolute folder for what the next build can use again. */
  cacheDir: string
  /** Takes note of cached files that are damaged. */
  damage?: Damage
}

/** What the worker stores before it is installed. */
export interface Core {
  /** Sorted. */
  files: string[]
  entries: CoreEntry[]
  findings: Finding[]
}

/**
 * The precache manifest, made by workbox-build: sorted, with `sha384` integrity. It is loaded only when the list
 * changed since the last build. Its warnings (a missing or too large file) are errors here.
 */
export async function createCore(input: CoreInput): Promise<Core> {
  const { config, written, folder, damage } = input
  const { base, offline } = config
  const files = typeof offline === 'object' ? coreFiles(config, written, offline.maxFileSize) : []
  if (files.length === 0) return { files, entries: [], findings: [] }
  const cacheDir = path.join(input.cacheDir, 'offline')
  const key = hashData([base, files.map(file => [file, written.get(file)?.hash ?? ''])])
  const stored = path.join(cacheDir, 'core.json')
  const known = JSON.parse((await readStored(stored, damage)) ?? '{}') as {
    key?: string
    entries?: CoreEntry[]
  }
  if (known.key === key && known.entries) return { files, entries: known.entries, findings: [] }

  const { askWorkbox } = await import('./ask-workbox.ts')
  const { entries, warnings } = await askWorkbox({ files, folder, base })
  const findings = warnings.map((message): Finding => {
    return { rule: 'offline/manifest', severity: 'error', message: message.trim() }
  })
  if (findings.length === 0) await writeStored(stored, JSON.stringify({ key, entries }))
  return { files, entries, findings }
}
