import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Memory } from '../../cache/memory.ts'
import { openSession, type Session } from '../../cache/threads/session.ts'
import { onExit } from '../../lib/process.ts'
import { type JoinedSite, loadJoined, withViews } from '../../load.ts'
import type { DevOptions, DevServer, DevUpdate } from '../../schema/api.ts'
import type { Finding } from '../../schema/finding.ts'
import { findCollisions } from '../../site/versions.ts'
import { EventStream } from '../event-stream.ts'
import { listen, type Listening } from '../listen.ts'
import { type FileWatch, watchFiles } from '../watch-files.ts'
import { answerDev, describeUpdate, type DevState, INTERNAL, noteShown } from './answer.ts'
import { addPluginFiles, createDevFiles, type DevFiles, serveVersions } from './files.ts'

/** Milliseconds between the first load and the start of watching: what changes meanwhile is not missed. */
const WATCH_AFTER = 250

/** Stands for every file. */
const ALL = '*'

/** Loads whose views are served on: documents that are on their way to a browser name them. A save takes up to two loads. */
const KEPT_LOADS = 4

/** Pause before the site is loaded once more when that went wrong, in milliseconds. */
const RETRY_AFTER = 100

/**
 * Starts the development server: the line of the build as far as the join, with a memory (`cache/memory.ts`), rendering on
 * demand, and events for the open pages. It listens at once; the first requests wait until the site is loaded.
 */
export async function startDev({ root, ...options }: DevOptions): Promise<DevServer | { busy: number }> {
  const session = await openSession({ root: path.resolve(root) })
  try {
    const server = new Server(session, options)
    const { port = 5173, strictPort = false, host } = options
    const listening = await listen(
      { port, strictPort, host },
      () => server.allowedHosts(),
      (request, response) => answerDev({ ...server, request, response }),
    )
    if (!('busy' in listening)) return server.start(listening)
    await session.close()
    return listening
  } catch (error) {
    await session.close()
    throw error
  }
}

class Server {
  readonly state: DevState
  readonly events = new EventStream()
  #setReady = (): void => undefined
  /** Settles when the site has been loaded for the first time. */
  readonly ready = new Promise<void>(resolve => (this.#setReady = resolve))
  readonly #configFile: string
  readonly #report: ((update: DevUpdate) => void) | undefined
  readonly #load: () => ReturnType<typeof loadJoined>
  readonly #memory = new Memory()
  readonly #since = performance.timeOrigin + performance.now()
  /** Of the last loads. */
  #views: DevFiles['views'][] = []
  #watch: FileWatch | undefined
  /** The end of what is being done: two loads at once would share a memory. */
  #last: Promise<unknown> = Promise.resolve()
  /** Changes that come while a load is under way are loaded together. */
  #waiting: { changed: Set<string>; loaded: Promise<void> } | undefined
  #stopListening = (): void => undefined

  constructor(
    session: Session,
    { config: file = 'site.config.ts', base, ...options }: Omit<DevOptions, 'root'>,
  ) {
    const { loaded, problem = () => undefined, failed = warn } = options
    const token = randomBytes(24).toString('base64url')
    this.state = { version: 0, reloads: 0, findings: [], shown: new Set(), token, session, problem, failed }
    this.#configFile = file
    this.#report = loaded
    session.memory = this.#memory
    const load = {
      file,
      overrides: { base, offline: false as const },
      countViews: false,
      drafts: true,
    }
    this.#load = () => loadJoined(session, load)
  }

  async allowedHosts(): Promise<readonly string[]> {
    if (!this.state.loaded) await this.ready
    return this.state.loaded?.site.config.server.allowedHosts ?? []
  }

  start({ port, urls, closed, close }: Listening): DevServer {
    const { state, ready } = this
    const started = this.#push([]).then(() => this.#startWatching())
    const ended = closed.then(() => state.session.close())
    return {
      port,
      ready,
      closed: ended,
      addresses: () => urls.map(url => url + (state.files?.base ?? '/')),
      rebuild: () => this.#push([ALL]),
      close: async () => {
        this.#stopListening()
        this.events.close()
        await started.catch(() => undefined)
        await this.#watch?.close()
        close()
        await ended
      },
    }
  }

  /** Loads changed files; settles when that is done. */
  #push(changed: readonly string[]): Promise<void> {
    if (this.#waiting) {
      for (const file of changed) this.#waiting.changed.add(file)
      return this.#waiting.loaded
    }
    const files = new Set(changed)
    const loaded = this.#queue(async () => {
      this.#waiting = undefined
      await this.#update(files.has(ALL) ? [ALL] : [...files]).catch(this.state.failed)
    })
    this.#waiting = { changed: files, loaded }
    return loaded
  }

  #queue<Result>(action: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(action)
    this.#last = done.catch(() => undefined)
    return done
  }

  /** Loads the site again. One that can't be loaded leaves the previous one served. */
  async #update(changed: readonly string[]): Promise<void> {
    const { state } = this
    const begin = performance.now()
    // Signals are docsgen's but for the time in which code of the site may hang.
    this.#stopListening()
    if (changed[0] === ALL) this.#memory.clear()
    const { loaded, findings: found } = await this.#loadOrRetry()
    const findings = loaded ? [...found, ...this.#serve(loaded)] : found
    state.version += 1
    state.findings = findings
    this.#stopListening = onExit(this, () => undefined)
    this.events.send(describeUpdate(state, changed))
    // A signal ends the process at once: what was parsed is kept all the same.
    if (changed.length === 0) state.session.parsed.save()
    const pages = state.loaded ? { pages: state.loaded.site.pages.length } : {}
    this.#report?.({ findings, changed, time: performance.now() - begin, ...pages })
    this.#watch?.add(this.#sources())
  }

  async #loadOrRetry(): ReturnType<typeof loadJoined> {
    try {
      return await this.#load()
    } catch {
      // Files may be on the move just now.
      await new Promise(resolve => setTimeout(resolve, RETRY_AFTER))
      this.#memory.clear()
      return this.#load().catch((error: unknown) => {
        this.state.failed(error)
        return { findings: [INTERNAL] }
      })
    }
  }

  /** Puts a loaded site in the state; returns what is wrong with the addresses of old versions. */
  #serve(loaded: JoinedSite): Finding[] {
    const { state } = this
    const { session, loaded: previous } = state
    const { site, theme, publicFiles, locate } = loaded
    // With another configuration or other templates, the open pages must load everything again.
    const isSame = previous?.theme.hash === theme.hash && isDeepStrictEqual(previous.site.config, site.config)
    if (!isSame) state.reloads += 1
    state.loaded = loaded
    const hasVersions = site.config.versions.length > 0
    const options = { configFile: this.#configFile, isDev: true }
    delete state.openVersion
    // Versions know of each other what layouts show of their pages.
    if (hasVersions) state.openVersion = serveVersions(session, withViews(loaded), options)
    const files = createDevFiles(session, loaded, page => noteShown(state.shown, page))
    for (const [address, view] of this.#views.flatMap(views => [...views]))
      if (!files.files.has(address)) files.files.set(address, view)
    this.#views = [files.views, ...this.#views].slice(0, KEPT_LOADS)
    state.files = files
    void addPluginFiles(session, loaded, files)
      .then(problems => problems.forEach(state.problem))
      .catch(state.failed)
    return hasVersions ? findCollisions(site, publicFiles, locate) : []
  }

  async #startWatching(): Promise<void> {
    this.#setReady()
    // The first page and its files come before everything that can wait.
    await new Promise(resolve => setTimeout(resolve, WATCH_AFTER))
    const { session, loaded } = this.state
    const { contentDir = 'content', publicDir = 'public', outDir = 'dist' } = loaded?.site.config ?? {}
    const paths = [this.#configFile, contentDir, publicDir, 'templates', '.gitignore']
    const { watch } = await import('chokidar')
    this.#watch = watchFiles(
      { root: session.root, paths, outDir: path.resolve(session.root, outDir), since: this.#since },
      changed => void this.#push(changed),
      watch,
    )
    this.#watch.add(this.#sources())
    await this.#watch.ready
    // Folders that were moved here meanwhile keep the times of their files.
    const listed = namesOf(this.state.loaded)
    const now = namesOf((await this.#queue(() => this.#loadOrRetry())).loaded)
    const missed = [...new Set([...listed, ...now])].filter(name => !listed.has(name) || !now.has(name))
    if (missed.length > 0) void this.#push(missed)
  }

  /** Files outside the folders of the site that it was made from, and folders of old versions. */
  #sources(): string[] {
    const { session, loaded } = this.state
    const files = [...this.#memory.files()].map(file => path.relative(session.root, file))
    // Git's own files change all the time.
    const own = files.filter(file => !/(?:^|[\\/])\.git(?:[\\/]|$)/.test(file))
    return [...own, ...(loaded?.site.config.versions ?? []).flatMap(({ from }) => from ?? [])]
  }
}

/** Pages and public files, relative to the root. */
function namesOf(loaded: JoinedSite | undefined): Set<string> {
  const { pages = [], config } = loaded?.site ?? {}
  const published = (loaded?.publicFiles ?? []).map(name => path.posix.join(config?.publicDir ?? '', name))
  return new Set([...pages.map(({ file }) => file), ...published])
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error))
}
