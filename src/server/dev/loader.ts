import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type DevState, INTERNAL } from './answer.ts'
import { Memory } from '../../cache/memory.ts'
import { addPluginFiles, createDevFiles, type DevFiles } from './files.ts'
import { type JoinedSite, loadJoined, withViews } from '../../load.ts'
import { noteShown } from './open-page.ts'
import type { Finding } from '../../schema/finding.ts'
import { findCollisions } from '../../site/versions.ts'
import type { WatchOptions } from '../watch-files.ts'
import { OldVersions } from './old-versions.ts'

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
  readonly #memory = new Memory()
  readonly #load: () => Promise<LoadResult>
  readonly #since = performance.timeOrigin + performance.now()
  /** Of the last loads. */
  #views: DevFiles['views'][] = []

  constructor({ configFile: file = 'site.config.ts', base }: LoaderOptions, state: DevState) {
    this.#state = state
    this.#configFile = file
    const overrides = { base, offline: false as const }
    const options = { file, overrides, countViews: false as const, drafts: true }
    state.session.memory = this.#memory
    this.#load = () => loadJoined(state.session, options)
  }

  /** Loads the site again: what hasn't changed comes from the memory. A site that can't be loaded leaves the previous one served. */
  async load(changed: readonly string[]): Promise<DevUpdate> {
    const begin = performance.now()
    if (changed === ALL) this.#memory.clear()
    const { loaded, findings: found } = await this.#loadOrRetry()
    const findings = loaded ? [...found, ...(await this.#serve(loaded, changed))] : found
    this.#state.version += 1
    this.#state.findings = findings
    return { findings, site: this.#state.loaded, changed, time: performance.now() - begin }
  }

  /** Files outside the folders of the site that it was made from, and folders of old versions. */
  sources(): string[] {
    const { session, loaded } = this.#state
    const files = [...this.#memory.files()].map(file => path.relative(session.root, file))
    // Git's own files change all the time.
    const own = files.filter(file => !/(?:^|[\\/])\.git(?:[\\/]|$)/.test(file))
    return [...own, ...(loaded?.site.config.versions ?? []).flatMap(({ from }) => from ?? [])]
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

  /** Pages and public files that came or went since they were listed: folders that are moved here keep the times of their files. */
  async missed(): Promise<string[]> {
    const { loaded } = await this.#loadOrRetry()
    const [before, now] = [namesOf(this.#state.loaded), namesOf(loaded)]
    return [...[...now].filter(name => !before.has(name)), ...[...before].filter(name => !now.has(name))]
  }

  /** Parses the pages that are shown, so that parsing them once more takes less time: the first in a thread takes ten times as long. */
  async rehearse(): Promise<void> {
    const { session, shown, loaded } = this.#state
    if (!loaded) return
    const setup = { ...loaded.parsing, segment: undefined }
    const files = [...shown].flatMap(file => this.#memory.pageOf(file) ?? [])
    await session.map(
      'parse',
      setup,
      files.map(file => ({ file, key: '' })),
    )
  }

  #loadOrRetry(): Promise<LoadResult> {
    return this.#load()
      .catch(async () => {
        // Files may be on the move just now.
        await new Promise(resolve => setTimeout(resolve, RETRY_AFTER))
        this.#memory.clear()
        return this.#load()
      })
      .catch((error: unknown): LoadResult => {
        this.#state.failed(error)
        return { findings: [INTERNAL] }
      })
  }

  /**
   * Other configuration or templates than before: the open pages must load everything again. What is wrong with the addresses of
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

  /** Old versions stay as they are loaded, but for those with files among `changed`; without it all are loaded again. */
  async #serveOld(loaded: JoinedSite, changed: readonly string[] | undefined): Promise<Finding[]> {
    const state = this.#state
    const { site, publicFiles, locate } = loaded
    if (site.config.versions.length === 0) {
      state.old = undefined
      return []
    }
    // Versions know of each other what layouts show of their pages.
    const current = withViews(loaded)
    const options = { configFile: this.#configFile, isDev: true }
    if (changed) state.old?.forget(changed)
    if (changed && state.old) state.old.follow(current)
    else state.old = new OldVersions(state.session, current, options)
    return findCollisions(site, publicFiles, locate)
  }
}

function namesOf(loaded: JoinedSite | undefined): Set<string> {
  const { pages = [], config } = loaded?.site ?? {}
  const published = (loaded?.publicFiles ?? []).map(name => path.posix.join(config?.publicDir ?? '', name))
  return new Set([...pages.map(({ file }) => file), ...published])
}
