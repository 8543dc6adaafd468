import { existsSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type DevState, INTERNAL, noteShown } from './answer.ts'
import { bundleThemeAgain } from '../bundle/theme.ts'
import { createDevFiles } from './files.ts'
import { type LoadedSite, loadSite, readingStages } from '../steps/load.ts'
import { type RememberedStages, rememberStages } from './remember-stages.ts'
import type { Finding } from '../schema/finding.ts'
import type { SourceFile } from '../schema/page.ts'
import type { WatchOptions } from '../server/watch-files.ts'

/** What came of loading the site. */
export interface DevUpdate {
  findings: Finding[]
  /** What is served now; absent as long as the configuration or the templates cannot be used. */
  site: LoadedSite | undefined
  /** Changed files, relative to the root; empty for the first load. */
  changed: readonly string[]
  /** Milliseconds. */
  time: number
}

/** Loads the site of a development server again and again. */
export interface DevLoader {
  /** Without a change: what earlier loads have left. */
  load(changed: readonly string[]): Promise<DevUpdate>
  /** True when the last load took only the pages that somebody looks at. */
  isBehind(): boolean
  /** Files besides the folders of the site that it was made from. */
  sources(): string[]
  watched(): WatchOptions
  /** Pages of the last load whose files are no longer there, relative to the root. */
  gone(): string[]
  /** Parses pages that are likely to be edited, one after the other, as long as nothing else is to be done. */
  rehearse(asks: RehearsalAsks): Promise<void>
  close(): Promise<void>
}

interface RehearsalAsks {
  /** There was no request for a while. */
  isQuiet(): boolean
  /** A page has been changed, or the server is closed. */
  isOver(): boolean
}

interface LoaderOptions {
  configFile?: string | undefined
  base?: string | undefined
}

/** Stands for every file. */
export const ALL = ['*']

/** Pause before the site is loaded once more when that went wrong, in milliseconds. */
const RETRY_AFTER = 100

type LoadResult = Awaited<ReturnType<typeof loadSite>>

/** Loads the site into the state. A site that cannot be loaded leaves the previous one served. */
export function createDevLoader(options: LoaderOptions, state: DevState): DevLoader {
  const { session } = state
  const theme = bundleThemeAgain()
  const memory = rememberStages({ ...readingStages, bundleTheme: theme.bundle })
  const since = performance.timeOrigin + performance.now()
  const configFile = options.configFile ?? 'site.config.ts'
  const overrides = { base: options.base, offline: false as const }
  const run = () => loadSite(session, { file: options.configFile, overrides }, memory.stages)
  /** Of loads that left something to the next. */
  const open = { changed: new Set<string>(), time: 0 }

  async function load(changed: readonly string[]): Promise<DevUpdate> {
    const begin = performance.now()
    if (changed === ALL || changed.includes(configFile)) memory.forgetAll()
    else memory.forget(changed)
    memory.parseFirst(changed.length > 0 ? page => isWaitedFor(page, changed, state.shown) : undefined)
    const result = await runOrRetry()
    if (result.loaded) take(result.loaded)
    else memory.forgetAll()
    state.version += 1
    state.findings = result.findings
    for (const file of changed) open.changed.add(file)
    open.time += performance.now() - begin
    const update = {
      findings: result.findings,
      site: state.loaded,
      changed: [...open.changed],
      time: open.time,
    }
    if (!memory.isBehind()) Object.assign(open, { changed: new Set(), time: 0 })
    return update
  }

  function runOrRetry(): Promise<LoadResult> {
    return run()
      .catch(async () => {
        // Files may be on the move just now.
        await new Promise(resolve => setTimeout(resolve, RETRY_AFTER))
        memory.forgetAll()
        memory.parseFirst(undefined)
        return run()
      })
      .catch((error: unknown): LoadResult => {
        state.failed(error)
        return { findings: [INTERNAL] }
      })
  }

  /** Other configuration or templates than before: the open pages must load everything anew. */
  function take(loaded: LoadedSite): void {
    const previous = state.loaded
    const isSame =
      previous &&
      previous.theme.hash === loaded.theme.hash &&
      isDeepStrictEqual(previous.site.config, loaded.site.config)
    if (!isSame) state.reloads += 1
    state.loaded = loaded
    state.files = createDevFiles(session, loaded, page => noteShown(state.shown, page))
  }

  return {
    load,
    isBehind: memory.isBehind,
    sources: memory.sources,
    gone: () =>
      memory
        .pages()
        .map(page => page.file)
        .filter(file => !existsSync(path.join(session.root, file))),
    rehearse: asks => rehearse(memory, state.shown, asks),
    close: theme.close,
    watched() {
      const config = state.loaded?.site.config
      const { contentDir = 'content', publicDir = 'public', outDir = 'dist' } = config ?? {}
      return {
        root: session.root,
        paths: [configFile, contentDir, publicDir, 'templates'],
        skip: [path.resolve(session.root, outDir)],
        since,
      }
    },
  }
}

/** A page that somebody edits or looks at; others that include the same file can wait. */
function isWaitedFor({ file }: SourceFile, changed: readonly string[], shown: ReadonlySet<string>): boolean {
  return changed.includes(file) || shown.has(file)
}

/** Pages that are parsed ahead of the first change, at most, and the pause before each in milliseconds. */
const REHEARSED = 12
const PAUSE = 20

/**
 * The first pages that a process parses take ten times as long as later ones, and those that include many files longer
 * still: that is done before somebody waits for it. First what is shown, with what includes it.
 */
async function rehearse(
  memory: RememberedStages,
  shown: ReadonlySet<string>,
  { isQuiet, isOver }: RehearsalAsks,
): Promise<void> {
  const rank = ({ file, includes }: SourceFile) =>
    shown.has(file) ? 2 : includes.some(name => shown.has(name)) ? 1 : 0
  const isFree = async () => {
    do await new Promise(resolve => setTimeout(resolve, PAUSE))
    while (!isQuiet() && !isOver())
    return !isOver()
  }
  // Only then is it known what is shown.
  await isFree()
  const pages = memory.pages().toSorted((a, b) => rank(b) - rank(a))
  for (const page of pages.slice(0, REHEARSED)) {
    if (!(await isFree())) return
    await memory.rehearse(page)
  }
}
