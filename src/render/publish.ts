/** A site is written beside the output and replaces it by two renames: readers find a whole one, also after a kill. */
import { copyFile, link, mkdir } from 'node:fs/promises'
import {
  type Staging,
  createStaging,
  MARKER,
  readMarker,
  readOutputIndex,
  workFolder,
  writeMarker,
  writeOutputIndex,
} from './files/staging.ts'
import type { SiteConfig } from '../schema/config.ts'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Damage } from '../cache/store.ts'
import { hasFault, onExit, acquireLock } from '../lib/process.ts'
import { attempt, exists, makeFolder, namesIn, readText, removeFolder, systemRefusal } from '../lib/files.ts'
import { type Finding, hasError, type Severity } from '../schema/finding.ts'

/** Under a lock. On any error the previous output stays as it was. */
export async function withOutput(
  where: { outDir: string; cacheDir: string; damage: Damage; forceUnlock: boolean },
  emit: (staging: Staging) => Promise<Finding[]>,
) {
  const { outDir, cacheDir, damage, forceUnlock: force } = where
  const refuse = (findings: Finding[], exitCode: 1 | 3 = 1) => ({ findings, exitCode })
  try {
    if (statSync(outDir, { throwIfNoEntry: false })?.isDirectory() === false) {
      const message = `The output folder \`${shownPath(outDir)}\` is a file, so nothing was written.`
      const hint = 'Move the file, or set `outDir` to a different folder.'
      return refuse([writeFinding('error', message, hint)])
    }
    makeFolder(path.dirname(outDir))
    const held = 'The output folder is in use'
    const lock = await acquireLock(outDir, { held, unlock: 'use `--force-unlock` or ', force })
    if ('finding' in lock) return refuse([lock.finding], 3)
    try {
      const recovered = recover(outDir)
      const staging = createStaging(outDir, readOutputIndex(cacheDir, outDir, damage))
      const callOff = onExit(staging.folder, removeWork)
      try {
        const findings = [...recovered, ...(await emit(staging))]
        if (hasError(findings)) return refuse(findings)
        findings.push(...publish(staging.folder, outDir))
        writeOutputIndex(cacheDir, outDir, staging.written)
        return { findings, written: staging.written }
      } finally {
        callOff()
        cleanUp(staging.folder)
      }
    } finally {
      lock.release()
    }
  } catch (error) {
    return refuse([refusedFinding(error, outDir)])
  }
}

/** Keeps files that docsgen didn't write. Returns warnings: by then the site is published. */
export function publish(staging: string, outDir: string): Finding[] {
  const old = exists(outDir) ? workFolder(outDir, 'old') : undefined
  // Readers find nothing between the two renames, so nothing else may come in between.
  if (old !== undefined) {
    writeMarker(outDir, outDir)
    fault('before-rename-1')
    renameSync(outDir, old)
    fault('between-renames')
  }
  try {
    renameSync(staging, outDir)
  } catch (error) {
    // If another process created the output, it stays; the next build restores the previous site (`recover`).
    if (old !== undefined && !existsSync(outDir)) restore(old, outDir)
    throw error
  }
  fault('after-rename-2')
  rmSync(path.join(outDir, MARKER), { force: true })
  return old === undefined ? [] : removeOld(old, outDir)
}

/** Finishes or undoes what a killed build left. */
function recover(outDir: string) {
  const parent = path.dirname(outDir)
  const found: Finding[] = []
  // Reversed: `dist.tmp-5-gone` makes room for `dist.tmp-5`.
  for (const name of namesIn(parent).toReversed()) {
    const folder = path.join(parent, name)
    const pid = readMarker(folder, outDir)
    if (pid === undefined) continue
    // A folder that was being removed has nothing worth keeping.
    const isOld = name.startsWith(`${path.basename(outDir)}.old-${pid}`) && !name.endsWith('-gone')
    if (isOld && !existsSync(outDir)) restore(folder, outDir)
    else if (isOld) found.push(...removeOld(folder, outDir))
    else if (folder !== outDir) found.push(...cleanUp(folder))
  }
  return found
}

function restore(old: string, outDir: string) {
  renameSync(old, outDir)
  rmSync(path.join(outDir, MARKER), { force: true })
}

/** The marker goes last: if this build is killed, the next one can still recognize the rest. */
const removeWork = (folder: string) => removeFolder(folder, MARKER)

function removeOld(old: string, outDir: string) {
  const [stuck] = carryForeignFiles(old, outDir)
  if (stuck) return [leftoverFinding(old, stuck)]
  fault('during-delete')
  const callOff = onExit(old, removeWork)
  const found = cleanUp(old)
  callOff()
  return found
}

function cleanUp(folder: string) {
  try {
    removeWork(folder)
    return []
  } catch (error) {
    return [leftoverFinding(folder, error)]
  }
}

/** Moves files that aren't in the manifest into the new output, without replacing any. Returns errors of those that stayed. */
function carryForeignFiles(old: string, outDir: string) {
  const { files = {}, kept = [] } = readBuildManifest(old) ?? {}
  const own = [BUILD_MANIFEST, MARKER, ...Object.keys(files), ...kept.flat()]
  const names = new Set(own)
  const errors: unknown[] = []
  const visit = (relative: string) => {
    for (const entry of readdirSync(path.join(old, relative), { withFileTypes: true })) {
      const name = relative ? `${relative}/${entry.name}` : entry.name
      if (names.has(name) && !entry.isDirectory()) continue
      const target = path.join(outDir, name)
      const isShared = () => exists(target) || own.some(file => file.startsWith(`${name}/`))
      try {
        // `.git` and the like move as a whole.
        if (entry.isDirectory() && isShared()) visit(name)
        else if (!exists(target)) {
          mkdirSync(path.dirname(target), { recursive: true })
          renameSync(path.join(old, name), target)
        }
      } catch (error) {
        errors.push(error)
      }
    }
  }
  visit('')
  return errors
}

/** Ends the process, for tests: `DOCSGEN_FAULT=<point>:kill`. */
function fault(point: string) {
  if (!hasFault(`${point}:kill`)) return
  process.kill(process.pid, 'SIGKILL')
  // The signal takes a moment to arrive.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
}

function leftoverFinding(folder: string, error: unknown) {
  const name = shownPath(folder)
  const { file = folder, reason = String(error) } = systemRefusal(error) ?? {}
  const message = `Couldn't remove \`${name}\`, which an earlier build left behind (\`${shownPath(file)}\`: ${reason}).`
  const hint = `The site is published. Move any files that you need out of \`${name}\`, then delete the folder.`
  return writeFinding('warning', message, hint)
}

/** @throws the error itself, if it's a bug */
function refusedFinding(error: unknown, outDir: string) {
  const refusal = systemRefusal(error)
  if (!refusal) throw error
  const { file, reason } = refusal
  // Otherwise a source changed after it was listed.
  const isOutput = file === undefined || file.startsWith(outDir) || outDir.startsWith(file)
  const name = file === undefined ? '' : ` \`${shownPath(file) || '.'}\`:`
  const what = isOutput ? "The site couldn't be written" : "A file couldn't be read"
  const message = `${what}:${name} ${reason}. The previous output is unchanged.`
  const hint = isOutput ? undefined : 'If it changed during the build, build again.'
  return writeFinding('error', message, hint)
}

function writeFinding(severity: Severity, message: string, hint: string | undefined): Finding {
  return { rule: 'output/write', severity, message, hint }
}

function shownPath(file: string) {
  return path.relative(process.cwd(), file)
}

/** Lists what docsgen wrote: the next build keeps all other files. */
export const BUILD_MANIFEST = '.docsgen.json'

interface BuildManifest {
  version: 1
  base: string
  /** Path → hash of the content, sorted. */
  files: Record<string, string>
  /** Hashed files of earlier builds, newest generation first. */
  kept: string[][]
}

export function readBuildManifest(outDir: string): BuildManifest | undefined {
  const text = readText(path.join(outDir, BUILD_MANIFEST)) ?? ''
  const manifest = attempt(() => JSON.parse(text) as BuildManifest | null)
  return manifest?.version === 1 ? manifest : undefined
}

/** Also carries over hashed files of earlier builds, which open tabs may still load. */
export async function emitManifest(config: SiteConfig, staging: Staging, folders: readonly string[]) {
  const { base, offline } = config
  const { written, outDir } = staging
  const generations = typeof offline === 'object' ? offline.keepAssets : 0
  const previous = generations > 0 ? readBuildManifest(outDir) : undefined
  const last = Object.keys(previous?.files ?? {}).filter(name =>
    ['', ...folders].some(folder => name.startsWith(folder) && HASHED.test(name.slice(folder.length))),
  )
  const seen = new Set(written.keys())
  const kept: string[][] = []
  for (const generation of previous ? [last, ...previous.kept] : []) {
    const files = generation.filter(name => !seen.has(name)).toSorted()
    for (const name of files) seen.add(name)
    // A build that changed nothing must not push an older generation out.
    if (files.length > 0 && kept.length < generations) kept.push(await carry(staging, files))
  }
  const names = [...written.keys()].toSorted()
  const hashes = Object.fromEntries(names.map(name => [name, written.get(name)?.hash ?? '']))
  const manifest: BuildManifest = { version: 1, base, files: hashes, kept }
  await staging.write({ path: BUILD_MANIFEST, content: JSON.stringify(manifest) })
}

const HASHED = /^(?:assets|offline)\/.+\.[0-9A-Za-z]{8,}\.\w+(?:\.(?:br|gz|zst))?$/

async function carry({ outDir, folder }: Staging, files: readonly string[]) {
  const carried: string[] = []
  for (const name of files) {
    const [source, target] = [path.join(outDir, name), path.join(folder, name)]
    await mkdir(path.dirname(target), { recursive: true })
    try {
      await link(source, target).catch(() => copyFile(source, target))
      carried.push(name)
    } catch {}
  }
  return carried
}
