/**
 * The development server: the stages of the build with a memory, rendering on demand, and news for the open pages.
 * Read `files.ts` for what is served, `loader.ts` and `remember-stages.ts` for what is done again after a change.
 */
import type { IncomingMessage } from 'node:http'
import { ALL, createDevLoader, type DevUpdate } from './loader.ts'
import type { Finding } from '../schema/finding.ts'
import { createEventStream, createToken } from '../server/event-stream.ts'
import { listen, type Listening, type ListenOptions, servedHosts } from '../server/listen.ts'
import { guardRequest } from '../server/request-guard.ts'
import { sendText } from '../server/send-file.ts'
import { type FileWatch, watchFiles } from '../server/watch-files.ts'
import { answerDev, type DevState, describeUpdate } from './answer.ts'
import type { Session } from '../threads/session.ts'

export type { DevUpdate } from './loader.ts'

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

export interface DevServer extends Listening {
  /** Addresses to print, with the base of the site. */
  addresses(): string[]
  /** Loads everything anew. */
  rebuild(): Promise<void>
  /** Settles when the site has been loaded for the first time. */
  ready: Promise<void>
}

/** Milliseconds between the first load and the begin of watching: what changes meanwhile is not missed. */
const WATCH_AFTER = 250

/** Milliseconds without a request after which a page that was opened has all that it asks for. */
const QUIET = 400

/** Milliseconds that the open pages have for themselves before the pages that nobody looks at are made. */
const REST_AFTER = 60

/** Starts listening at once; the first requests wait until the site is loaded. */
export async function dev(session: Session, options: DevOptions): Promise<DevServer | { busy: number }> {
  const { problem, failed } = options
  const token = createToken()
  const state: DevState = {
    version: 0,
    reloads: 0,
    findings: [],
    shown: new Set(),
    token,
    session,
    problem,
    failed,
  }
  const events = createEventStream()
  const hosts = servedHosts(options.host)
  const start = createSignal()
  const last = { request: performance.now() }
  const guard = (request: IncomingMessage) =>
    guardRequest(request, { hosts: [...hosts, ...(state.files?.allowedHosts ?? [])] })
  const listening = await listen(async (request, response) => {
    last.request = performance.now()
    // The configuration, which may allow more names, is not read yet.
    if (guard(request) && !state.files) await start.given
    const refusal = guard(request)
    if (refusal) return sendText(response, refusal.status, refusal.message, refusal.headers)
    return answerDev({ request, response, state, events, ready: start.given })
  }, options)
  if ('busy' in listening) return listening

  const loader = createDevLoader(options, state)
  const queue = createQueue(async changed => {
    clearTimeout(rest.timer)
    const update = await loader.load(changed)
    events.send(describeUpdate(state))
    if (!loader.isBehind()) {
      options.loaded(update)
      watcher.files?.add(loader.sources())
      return
    }
    rest.timer = setTimeout(() => void queue.push([]), REST_AFTER)
  }, options.failed)
  const rest: { timer?: NodeJS.Timeout } = {}
  const watcher: { files?: FileWatch } = {}
  const ready = queue.push([]).then(async () => {
    start.give()
    // The first page and its files come before everything that can wait.
    await new Promise(resolve => setTimeout(resolve, WATCH_AFTER))
    watcher.files = await watchFiles(loader.watched(), changed => void queue.push(changed))
    watcher.files.add(loader.sources())
    await watcher.files.ready
    const gone = loader.gone()
    if (gone.length > 0) void queue.push(gone)
    const isOver = () => state.version > 1 || closing.begun
    const isQuiet = () => performance.now() - last.request > QUIET
    void loader.rehearse({ isQuiet, isOver }).catch(options.failed)
  })
  const closing = { begun: false }
  return {
    ...listening,
    ready: start.given,
    addresses: () => listening.urls.map(url => url + (state.files?.base ?? '/')),
    rebuild: () => queue.push(ALL),
    async close() {
      closing.begun = true
      clearTimeout(rest.timer)
      events.close()
      await ready.catch(() => undefined)
      await Promise.all([watcher.files?.close(), loader.close(), listening.close()])
    },
  }
}

/** A promise that is settled from outside. */
function createSignal(): { given: Promise<void>; give(): void } {
  const parts = { give: (): void => undefined }
  const given = new Promise<void>(resolve => (parts.give = resolve))
  return { given, give: () => parts.give() }
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
