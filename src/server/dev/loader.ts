import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type DevState, INTERNAL } from './answer.ts'
import { bundleThemeAgain } from '../../bundle/theme.ts'
import { addPluginFiles, createDevFiles, type DevFiles } from './files.ts'
import { type JoinedSite, loadJoined, readingStages, withViews } from '../../steps/load.ts'
import { noteShown } from './open-page.ts'
import { StageMemory } from './remember-stages.ts'
import type { Finding } from '../../schema/finding.ts'
import type { SourceFile } from '../../schema/page.ts'
import { findCollisions } from '../../site/versions.ts'
import type { WatchOptions } from '../watch-files.ts'

/** What came of loading the site. */
export interface DevUpdate {
  findings: Finding[]
  /** What is served now; absent as long as the configuration or the templates cannot be used. */
  site: JoinedSite | undefined
  /** Changed files, relative to the root; empty for the first load. */
  changed: readonly string[]
  /** Milliseconds. */
  time: number
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

/** Loads whose views are served on: documents that are on their way to a browser name them. A save takes up to two loads. */
const KEPT_LOADS = 4

/** Pause before the site is loaded once more when that went wrong, in milliseconds. */
const RETRY_AFTER = 100

type LoadResult = Awaited<ReturnType<typeof loadJoined>>

/** Loads the site of a development server again and again, into its state. */
export class DevLoader {
  readonly #state: DevState
  readonly #configFile: string
  readonly #theme = bundleThemeAgain()
  readonly #memory = new StageMemory({ ...readingStages, bundleTheme: this.#theme.bundle })
  readonly #load: () => Promise<LoadResult>
  readonly #since = performance.timeOrigin + performance.now()
  /** Of the last loads. */
  #views: DevFiles['views'][] = []
  /** Of loads that left something to the next. */
  #changed = new Set<string>()
  #time = 0

  constructor({ configFile: file = 'site.config.ts', base }: LoaderOptions, state: DevState) {
    this.#state = state
    this.#configFile = file
    const overrides = { base, offline: false as const }
    const options = { file, overrides, countViews: false as const, drafts: true }
    this.#load = () => loadJoined(state.session, options, this.#memory.stages)
  }

  /**
   * Loads what changed; without a change, what earlier loads have left. A site that cannot be loaded leaves the previous
   * one served.
   */
  async load(changed: readonly string[]): Promise<DevUpdate> {
    const begin = performance.now()
    if (changed === ALL || changed.includes(this.#configFile)) this.#memory.forgetAll()
    else this.#memory.forget(changed)
    const { shown } = this.#state
    this.#memory.pages.parseFirst(changed.length > 0 ? page => isWaitedFor(page, changed, shown) : undefined)
    const { loaded, findings: found } = await this.#loadOrRetry()
    const findings = loaded ? [...found, ...(await this.#serve(loaded, changed))] : found
    if (!loaded) this.#memory.forgetAll()
    this.#state.version += 1
    this.#state.findings = findings
    for (const file of changed) this.#changed.add(file)
    this.#time += performance.now() - begin
    const update = { findings, site: this.#state.loaded, changed: [...this.#changed], time: this.#time }
    if (!this.isBehind) {
      this.#changed = new Set()
      this.#time = 0
    }
    return update
  }

  /** True when the last load parsed only the pages that somebody looks at. */
  get isBehind(): boolean {
    return this.#memory.pages.isBehind
  }

  /** Files besides the folders of the site that it was made from, and folders of old versions. */
  sources(): string[] {
    const versions = this.#state.loaded?.site.config.versions ?? []
    return [...this.#memory.sources(), ...versions.flatMap(({ from }) => from ?? [])]
  }

  watched(): WatchOptions {
    const { session, loaded } = this.#state
    const { contentDir = 'content', publicDir = 'public', outDir = 'dist' } = loaded?.site.config ?? {}
    return {
      root: session.root,
      paths: [this.#configFile, contentDir, publicDir, 'templates', '.gitignore', ...this.sources()],
      skip: [path.resolve(session.root, outDir)],
      since: this.#since,
    }
  }

  /** Pages and public files that came or went since they were last listed, relative to the root. */
  missed(): Promise<string[]> {
    return this.#memory.missed()
  }

  /** Parses pages that are likely to be edited, one after the other, as long as nothing else is to be done. */
  rehearse(asks: RehearsalAsks): Promise<void> {
    return rehearse(this.#memory, this.#state.shown, asks)
  }

  close(): Promise<void> {
    return this.#theme.close()
  }

  #loadOrRetry(): Promise<LoadResult> {
    return this.#load()
      .catch(async () => {
        // Files may be on the move just now.
        await new Promise(resolve => setTimeout(resolve, RETRY_AFTER))
        this.#memory.forgetAll()
        this.#memory.pages.parseFirst(undefined)
        return this.#load()
      })
      .catch((error: unknown): LoadResult => {
        this.#state.failed(error)
        return { findings: [INTERNAL] }
      })
  }

  /**
   * Other configuration or templates than before: the open pages must load everything anew. What is wrong with the addresses of
   * old versions is returned.
   */
  async #serve(loaded: JoinedSite, changed: readonly string[]): Promise<Finding[]> {
    const state = this.#state
    const previous = state.loaded
    const isSame =
      previous &&
      previous.theme.hash === loaded.theme.hash &&
      isDeepStrictEqual(previous.site.config, loaded.site.config)
    const findings = await this.#serveOld(loaded, isSame && changed !== ALL ? changed : undefined)
    if (!isSame) state.reloads += 1
    state.loaded = loaded
    const files = createDevFiles(state.session, loaded, page => noteShown(state.shown, page))
    for (const views of this.#views)
      for (const [address, view] of views) if (!files.files.has(address)) files.files.set(address, view)
    this.#views = [files.views, ...this.#views].slice(0, KEPT_LOADS)
    state.files = files
    void addPluginFiles(state.session, loaded, files)
      .then(problems => problems.forEach(finding => state.problem(finding)))
      .catch(state.failed)
    return findings
  }

  /** Old versions stay as they are loaded, but for those with files among `changed`; without it all are loaded anew. */
  async #serveOld(loaded: JoinedSite, changed: readonly string[] | undefined): Promise<Finding[]> {
    const state = this.#state
    const { site, publicFiles, locate } = loaded
    if (site.config.versions.length === 0) {
      state.old = undefined
      return []
    }
    const { OldVersions } = await import('./old-versions.ts')
    const { bundleTheme } = this.#memory.stages
    // Versions know of each other what layouts show of their pages.
    const current = withViews(loaded)
    const options = { configFile: this.#configFile, dev: { bundleTheme } }
    if (changed) state.old?.forget(changed)
    if (changed && state.old) state.old.follow(current)
    else state.old = new OldVersions(state.session, current, options)
    return findCollisions(site, publicFiles, locate)
  }
}

/** A page that somebody edits or looks at; others that include the same file can wait. */
function isWaitedFor(
  { file }: Pick<SourceFile, 'file'>,
  changed: readonly string[],
  shown: ReadonlySet<string>,
): boolean {
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
  memory: StageMemory,
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
  const pages = memory.scanned().toSorted((a, b) => rank(b) - rank(a))
  for (const page of pages.slice(0, REHEARSED)) {
    if (!(await isFree())) return
    await memory.pages.rehearse(page)
  }
}
