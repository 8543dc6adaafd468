import type { IncomingMessage, ServerResponse } from 'node:http'
import { ALL, DevLoader, type DevUpdate } from './loader.ts'
import { onExit } from '../../lib/process.ts'
import type { DevUpdateEvent } from '../../schema/view.ts'
import type { Finding } from '../../schema/finding.ts'
import { createEventStream, createToken } from '../event-stream.ts'
import { listen, type Listening, type ListenOptions, servedHosts } from '../listen.ts'
import { guardRequest } from '../request-guard.ts'
import { sendText } from '../send-file.ts'
import { type FileWatch, watchFiles } from '../watch-files.ts'
import { answerDev, type DevState, describeUpdate } from './answer.ts'
import { savedPages } from './open-page.ts'
import type { Session } from '../../cache/workers/session.ts'

/**
 * The development server: the line of the build as far as the join, with a memory (`cache/memory.ts`), rendering on demand, and
 * events for the open pages. Read `files.ts` for what is served.
 */

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

/** Milliseconds between the first load and the begin of watching: what changes meanwhile is not missed. */
const WATCH_AFTER = 250

/** Starts listening at once; the first requests wait until the site is loaded. */
export async function dev(session: Session, options: DevOptions): Promise<DevServer | { busy: number }> {
  const server = new DevServer(session, options)
  const listening = await listen((request, response) => server.answer(request, response), options)
  if ('busy' in listening) return listening
  server.start(listening)
  return server
}

class DevServer {
  #setReady = (): void => undefined
  /** Settles when the site has been loaded for the first time. */
  readonly ready = new Promise<void>(resolve => (this.#setReady = resolve))
  readonly #options: DevOptions
  readonly #hosts: readonly string[]
  readonly #state: DevState
  readonly #events = createEventStream()
  readonly #loader: DevLoader
  readonly #queue: Queue
  #listening: Listening | undefined
  /** Loading the site and all that follows it once. */
  #started = Promise.resolve()
  #watch: FileWatch | undefined
  #isClosing = false
  #stopListening = (): void => undefined

  constructor(session: Session, options: DevOptions) {
    const { problem, failed } = options
    this.#options = options
    this.#hosts = servedHosts(options.host)
    const token = createToken()
    this.#state = { version: 0, reloads: 0, findings: [], shown: new Set(), token, session, problem, failed }
    this.#loader = new DevLoader(options, this.#state)
    this.#queue = new Queue(changed => this.#load(changed).catch(failed))
  }

  get port(): number {
    return this.#listening?.port ?? 0
  }

  /** Settles when the server has been closed. */
  get closed(): Promise<void> {
    return new Promise(resolve => this.#listening?.server.once('close', resolve))
  }

  /** Addresses to print, with the base of the site. */
  addresses(): string[] {
    return (this.#listening?.urls ?? []).map(url => url + (this.#state.files?.base ?? '/'))
  }

  /** Loads everything again. */
  rebuild(): Promise<void> {
    return this.#queue.push(ALL)
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // The configuration, which may allow more names, is not read yet.
    if (this.#refusal(request) && !this.#state.files) await this.ready
    const refusal = this.#refusal(request)
    if (refusal) return sendText(response, refusal.status, refusal.message, refusal.headers)
    return answerDev({ request, response, state: this.#state, events: this.#events, ready: this.ready })
  }

  start(listening: Listening): void {
    this.#listening = listening
    this.#started = this.#queue.push([]).then(() => this.#watchAndRehearse())
  }

  async close(): Promise<void> {
    this.#isClosing = true
    this.#stopListening()
    this.#events.close()
    await this.#started.catch(() => undefined)
    await Promise.all([this.#watch?.close(), this.#listening?.close()])
  }

  #refusal(request: IncomingMessage): ReturnType<typeof guardRequest> {
    const allowed = this.#state.files?.allowedHosts ?? []
    return guardRequest(request, { hosts: [...this.#hosts, ...allowed] })
  }

  async #load(changed: readonly string[]): Promise<void> {
    // Signals are docsgen's but for the time in which code of the site may hang.
    this.#stopListening()
    const update = await this.#loader.load(changed)
    this.#stopListening = onExit(this, () => undefined)
    const pages = savedPages(this.#state, changed)
    this.#events.send({ ...describeUpdate(this.#state), pages } satisfies DevUpdateEvent)
    this.#options.loaded(update)
    this.#watch?.add(this.#loader.sources())
  }

  async #watchAndRehearse(): Promise<void> {
    this.#setReady()
    // The first page and its files come before everything that can wait.
    await new Promise(resolve => setTimeout(resolve, WATCH_AFTER))
    this.#watch = await watchFiles(this.#loader.watched(), changed => void this.#queue.push(changed))
    await this.#watch.ready
    const missed = await this.#queue.run(() => this.#loader.missed())
    if (missed.length > 0) void this.#queue.push(missed)
    if (this.#state.version === 1 && !this.#isClosing)
      await this.#loader.rehearse().catch(this.#options.failed)
  }
}

/** Does one thing at a time: two loads at once would share a memory and a bundler. Changes that come meanwhile are loaded together. */
class Queue {
  readonly #load: (changed: readonly string[]) => Promise<void>
  #last: Promise<unknown> = Promise.resolve()
  #waiting: { changed: Set<string>; loaded: Promise<void> } | undefined

  constructor(load: (changed: readonly string[]) => Promise<void>) {
    this.#load = load
  }

  /** Settles when the changes are loaded. */
  push(changed: readonly string[]): Promise<void> {
    if (this.#waiting) {
      for (const file of changed) this.#waiting.changed.add(file)
      return this.#waiting.loaded
    }
    const files = new Set(changed)
    const loaded = this.run(() => {
      this.#waiting = undefined
      return this.#load(files.has('*') ? ALL : [...files])
    })
    this.#waiting = { changed: files, loaded }
    return loaded
  }

  run<Result>(action: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(action)
    this.#last = done.catch(() => undefined)
    return done
  }
}
