/**
 * The development server: the stages of the build with a memory, rendering on demand, and news for the open pages.
 * Read `dev-files.ts` for what is served and `remember-stages.ts` for what is done again after a change.
 */
import path from 'node:path'
import { createDevFiles } from './dev-files.ts'
import { type LoadedSite, loadSite, readingStages } from './load-site.ts'
import { DamagedCacheError } from './parse-pages.ts'
import { rememberStages } from './remember-stages.ts'
import type { Finding } from './schema/finding.ts'
import { createEventStream, createToken } from './server/event-stream.ts'
import { listen, type Listening, type ListenOptions, servedHosts } from './server/listen.ts'
import { guardRequest } from './server/request-guard.ts'
import { sendText } from './server/send-file.ts'
import { type FileWatch, watchFiles, type WatchOptions } from './server/watch-files.ts'
import { answerDev, type DevState, describeUpdate, templateProblem } from './answer-dev.ts'
import type { Session } from './session.ts'

export interface DevOptions extends ListenOptions {
  configFile?: string | undefined
  base?: string | undefined
  /** Called with what goes wrong while a page is rendered. */
  problem(finding: Finding): void
  /** Called with a bug of docsgen; the server goes on. */
  failed(error: unknown): void
  /** Called after every load of the site, the first included. */
  loaded(update: DevUpdate): void
}

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

export interface DevServer extends Listening {
  /** Addresses to print, with the base of the site. */
  addresses(): string[]
  /** Loads everything anew. */
  rebuild(): Promise<void>
  /** Settles when the site has been loaded for the first time. */
  ready: Promise<void>
}

/** Starts listening at once; the first requests wait until the site is loaded. */
export async function dev(session: Session, options: DevOptions): Promise<DevServer | { busy: number }> {
  const { problem } = options
  const state: DevState = { version: 0, reloads: 0, findings: [], token: createToken(), session, problem }
  const events = createEventStream()
  const hosts = servedHosts(options.host)
  const start = createSignal()
  const listening = await listen((request, response) => {
    const refusal = guardRequest(request, { hosts })
    if (refusal) return sendText(response, refusal.status, refusal.message, refusal.headers)
    return answerDev({ request, response, state, events, ready: start.given })
  }, options)
  if ('busy' in listening) return listening

  const loader = createLoader(session, options, state)
  const queue = createQueue(async changed => {
    const update = await loader.load(changed)
    events.send(describeUpdate(state))
    options.loaded(update)
    watcher.files?.add(loader.sources())
  }, options.failed)
  const watcher: { files?: FileWatch } = {}
  const ready = queue.push([]).then(async () => {
    start.give()
    watcher.files = watchFiles(loader.watched(), changed => void queue.push(changed))
    watcher.files.add(loader.sources())
    await watcher.files.ready
  })
  return {
    ...listening,
    ready: start.given,
    addresses: () => listening.urls.map(url => url + (state.files?.base ?? '/')),
    rebuild: () => queue.push(ALL),
    async close() {
      events.close()
      await ready.catch(() => undefined)
      await Promise.all([watcher.files?.close(), listening.close()])
    },
  }
}

/** A promise that is settled from outside. */
function createSignal(): { given: Promise<void>; give(): void } {
  const parts = { give: (): void => undefined }
  const given = new Promise<void>(resolve => (parts.give = resolve))
  return { given, give: () => parts.give() }
}

/** Stands for every file. */
const ALL = ['*']

/** Pause before the site is loaded once more when that went wrong, in milliseconds. */
const RETRY_AFTER = 100

type LoadResult = Awaited<ReturnType<typeof loadSite>>

interface Loader {
  load(changed: readonly string[]): Promise<DevUpdate>
  sources(): string[]
  watched(): WatchOptions
}

/** Loads the site into the state. A site that cannot be loaded leaves the previous one served. */
function createLoader(session: Session, options: DevOptions, state: DevState): Loader {
  const memory = rememberStages(readingStages)
  const since = performance.timeOrigin + performance.now()
  const configFile = options.configFile ?? 'site.config.ts'
  const overrides = { base: options.base, offline: false as const }
  const run = () => loadSite(session, { file: options.configFile, overrides }, memory.stages)

  async function load(changed: readonly string[]): Promise<DevUpdate> {
    const begin = performance.now()
    if (changed === ALL || changed.includes(configFile)) memory.forgetAll()
    else memory.forget(changed)
    const result = await run()
      .catch(async (error: unknown) => {
        if (error instanceof DamagedCacheError) session.parsed.clear()
        // Files may be on the move just now.
        else await new Promise(resolve => setTimeout(resolve, RETRY_AFTER))
        memory.forgetAll()
        return run()
      })
      .catch((error: unknown): LoadResult => ({ findings: [templateProblem(error)] }))
    if (result.loaded) take(result.loaded)
    else memory.forgetAll()
    state.version += 1
    state.findings = result.findings
    const time = performance.now() - begin
    return { findings: result.findings, site: state.loaded, changed, time }
  }

  /** Other configuration or templates than before: the open pages must load everything anew. */
  function take(loaded: LoadedSite): void {
    const previous = state.loaded
    const isSame =
      previous && previous.theme.hash === loaded.theme.hash && previous.site.config === loaded.site.config
    if (!isSame) state.reloads += 1
    state.loaded = loaded
    state.files = createDevFiles(session, loaded)
  }

  return {
    load,
    sources: memory.sources,
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

/** Runs one load at a time; changes that come meanwhile are taken together. */
function createQueue(
  run: (changed: readonly string[]) => Promise<void>,
  failed: (error: unknown) => void,
): { push(changed: readonly string[]): Promise<void> } {
  const state = { running: Promise.resolve(), waiting: undefined as Set<string> | undefined }
  return {
    push(changed) {
      if (state.waiting) {
        for (const file of changed) state.waiting.add(file)
        return state.running
      }
      const waiting = (state.waiting = new Set(changed))
      state.running = state.running.then(() => {
        state.waiting = undefined
        return run(waiting.has('*') ? ALL : [...waiting]).catch(failed)
      })
      return state.running
    },
  }
}
