import { rmSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { onExit } from '../lib/on-exit.ts'
import { removeFolder } from '../lib/remove-folder.ts'
import { systemRefusal } from '../lib/system-error.ts'
import type { Finding } from '../schema/finding.ts'
import { hasError } from '../shared/findings.ts'
import { acquireLock, releaseLock } from './lock.ts'
import { readOutputIndex, writeOutputIndex } from './output-index.ts'
import type { Damage } from '../cache/checked-file.ts'
import { publish, recover } from './publish.ts'
import { createStaging, type Staging } from './staging.ts'
import type { WrittenFiles } from '../schema/output.ts'

type OutputResult =
  | { findings: Finding[]; written: WrittenFiles }
  | { findings: Finding[]; written?: undefined; exitCode: 1 | 3 }

export interface OutputOptions {
  /** Absolute output folder. */
  outDir: string
  cacheDir: string
  /** Takes note of cached files that are damaged. */
  damage: Damage
  /** Breaks the lock of another host. */
  forceUnlock: boolean
}

/**
 * Lets `emit` write a whole site into a staging folder, then publishes it in the place of `outDir`. Under a lock;
 * whatever goes wrong, a finding of `emit` that is an error included, the previous output stays and nothing temporary
 * is left (R-ATOM, R-CONC, R-FULL, R-SIG).
 */
export async function withOutput(
  { forceUnlock, ...place }: OutputOptions,
  emit: (staging: Staging) => Promise<Finding[]>,
): Promise<OutputResult> {
  const { outDir } = place
  if (isFile(outDir)) return { findings: [inTheWay(outDir)], exitCode: 1 }
  try {
    await mkdir(path.dirname(outDir), { recursive: true })
    const lock = await acquireLock(outDir, forceUnlock)
    if ('finding' in lock) return { findings: [lock.finding], exitCode: 3 }
    const removeLock = onExit(lock.file, removeFile)
    try {
      await recover(outDir)
      return await emitAndPublish(place, emit)
    } finally {
      removeLock()
      await releaseLock(lock)
    }
  } catch (error) {
    const finding = systemFinding(error)
    if (!finding) throw error
    return { findings: [finding], exitCode: 1 }
  }
}

async function emitAndPublish(
  { outDir, cacheDir, damage }: Omit<OutputOptions, 'forceUnlock'>,
  emit: (staging: Staging) => Promise<Finding[]>,
): Promise<OutputResult> {
  const staging = createStaging({ outDir, previous: readOutputIndex(cacheDir, outDir, damage) })
  const removeStaging = onExit(staging.folder, removeFolder)
  try {
    const findings = await emit(staging)
    if (hasError(findings)) return { findings, exitCode: 1 }
    await publish(staging.folder, outDir)
    writeOutputIndex(cacheDir, outDir, staging.written)
    return { findings, written: staging.written }
  } finally {
    removeStaging()
    removeFolder(staging.folder)
  }
}

/** False where it cannot be looked at: what is wrong with it is said when it is written. */
function isFile(target: string): boolean {
  try {
    return !statSync(target).isDirectory()
  } catch {
    return false
  }
}

/** Whatever it is, nobody asked docsgen to delete it. */
function inTheWay(outDir: string): Finding {
  return {
    rule: 'output/write',
    severity: 'error',
    message: `The output folder \`${path.relative(process.cwd(), outDir)}\` is a file. It is unchanged.`,
    hint: 'Move it away, or set another folder as `outDir`.',
  }
}

function removeFile(file: string): void {
  rmSync(file, { force: true })
}

/** What the system refused, as one clear line with code and path; undefined for anything that is not the system's word. */
function systemFinding(error: unknown): Finding | undefined {
  const refusal = systemRefusal(error)
  if (!refusal) return undefined
  const name = refusal.file ? ` \`${path.relative(process.cwd(), refusal.file)}\`` : ''
  return {
    rule: 'output/write',
    severity: 'error',
    message: `The site could not be written:${name} ${refusal.reason}. The previous output is unchanged.`,
  }
}
