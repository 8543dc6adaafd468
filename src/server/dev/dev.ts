import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Memory } from '../../cache/memory.ts'
import { openSession } from '../../cache/threads/session.ts'
import { type LoadedSite, loadSite } from '../../load.ts'
import type { DevOptions, DevServer } from '../../schema/api.ts'
import type { Finding } from '../../schema/finding.ts'
import { findCollisions } from '../../site/versions.ts'
import { createEventStream, listen } from '../http.ts'
import { type FileWatch, watchFiles } from '../watch-files.ts'
import { answerDev, describeUpdate, type DevState, INTERNAL } from './answer.ts'
import { addPluginFiles, createDevFiles, type DevFiles, serveVersions } from './files.ts'

const ALL = '*'

/** Loads whose views are still served, for documents on their way to a browser. A save takes up to two loads. */
const KEPT_LOADS = 4

/** Pages are rendered on demand. Listens at once; the first requests wait for the site. */
export async function startDev({
  root,
  port: wantedPort = 5173,
  strictPort = false,
  host,
  config: configFile = 'site.config.ts',
  base,
  poll = pollFromEnvironment(),
  loaded: report,
  problem = () => undefined,
  failed = error => process.emitWarning(error instanceof Error ? error : String(error)),
}: DevOptions): Promise<DevServer | { busy: number }> {
  const session = await openSession({ root: path.resolve(root) })
  const memory = (session.memory = new Memory())
  const since = performance.timeOrigin + performance.now()
  let setReady = (): void => undefined
  const ready = new Promise<void>(resolve => (setReady = resolve))
  const state: DevState = {
    session,
    version: 0,
    reloads: 0,
    token: randomBytes(24).toString('base64url'),
    findings: [],
    versions: serveVersions(session, { configFile, isDev: true }),
    events: createEventStream(),
    ready,
    problem,
    failed,
  }
  let views: DevFiles['views'][] = []
  let watch: FileWatch | undefined
  /** Files whose change may fix a site that can't be loaded. */
  let awaited: string[] = []
  /** Two loads at once would share a memory. */
  let last = Promise.resolve()
  /** Files that changed during a load, for the next one. */
  const waiting = new Set<string>()
  let next: Promise<void> | undefined

  const access = async () => {
    if (!state.loaded) await ready
    const { base = '/', server, security } = state.loaded?.site.config ?? {}
    return { base, allowedHosts: server?.allowedHosts ?? [], embed: security?.embed ?? [] }
  }
  const listening = await listen({ port: wantedPort, strictPort, host }, access, (request, response) =>
    answerDev({ state, request, response }),
  ).catch(async (error: unknown) => {
    await session.close()
    throw error
  })
  if ('busy' in listening) {
    await session.close()
    return listening
  }
  const { port, urls, closed, close } = listening
  const started = push([]).then(startWatching)
  const ended = closed.then(() => session.close())
  return {
    port,
    ready,
    closed: ended,
    addresses: () => urls.map(url => url + (state.files?.base ?? '/')),
    rebuild: () => push([ALL]),
    close: async () => {
      state.events.close()
      await started.catch(() => undefined)
      await watch?.close()
      close()
      await ended
    },
  }

  function push(changed: readonly string[]): Promise<void> {
    for (const file of changed) waiting.add(file)
    next ??= last.then(async () => {
      const files = waiting.has(ALL) ? [ALL] : [...waiting]
      waiting.clear()
      next = undefined
      await update(files).catch(failed)
    })
    return (last = next)
  }

  /** If the site can't be loaded, the previous one stays. */
  async function update(changed: readonly string[]) {
    const begin = performance.now()
    if (changed[0] === ALL) memory.clear()
    state.versions.forgetAll()
    const { loaded, findings: found } = await loadOrRetry()
    const findings = loaded ? [...found, ...serve(loaded)] : found
    state.version += 1
    state.findings = findings
    state.events.send(describeUpdate(state))
    // A signal ends the process at once.
    if (changed.length === 0) session.parsed.save()
    const pages = state.loaded && { pages: state.loaded.site.pages.length }
    const isLoaded = loaded !== undefined
    awaited = isLoaded ? [] : findings.flatMap(finding => filesNamed(session.root, finding))
    report?.({ findings, changed, isLoaded, time: performance.now() - begin, ...pages })
    watch?.add(sources())
  }

  async function loadOrRetry(): ReturnType<typeof loadSite> {
    const overrides = { base, offline: false as const }
    const load = () => loadSite(session, { file: configFile, overrides, isDev: true })
    try {
      return await load()
    } catch {
      // Files may be on the move just now.
      await new Promise(resolve => setTimeout(resolve, 100))
      memory.clear()
      return load().catch((error: unknown) => {
        failed(error)
        return { findings: [INTERNAL] }
      })
    }
  }

  /** Returns problems with the addresses of old versions. */
  function serve(loaded: LoadedSite) {
    const { site, theme, publicFiles, locate } = loaded
    const { site: { config } = {}, theme: { hash } = {} } = state.loaded ?? {}
    if (hash !== theme.hash || !isDeepStrictEqual(config, site.config)) state.reloads += 1
    state.loaded = loaded
    state.versions.use(loaded)
    const files = createDevFiles(session, loaded)
    for (const [address, view] of views.flatMap(some => [...some]))
      if (!files.files.has(address)) files.files.set(address, view)
    views = [files.views, ...views].slice(0, KEPT_LOADS)
    state.files = files
    void addPluginFiles(session, loaded, files)
      .then(problems => problems.forEach(problem))
      .catch(failed)
    return site.config.versions.length > 0 ? findCollisions(site, publicFiles, locate) : []
  }

  async function startWatching() {
    setReady()
    // After the first page. What changes meanwhile isn't missed.
    await new Promise(resolve => setTimeout(resolve, 250))
    const { outDir = 'dist' } = state.loaded?.site.config ?? {}
    const { watch: watchPaths } = await import('chokidar')
    watch = watchFiles(
      { root: session.root, paths: sources(), outDir: path.resolve(session.root, outDir), since, poll },
      changed => void push(changed),
      watchPaths,
      error => problem(unwatched(error)),
    )
    await watch.ready
  }

  function sources() {
    const files = [...memory.files()].map(file => path.relative(session.root, file))
    // Git's own files change all the time.
    const own = files.filter(file => !/(?:^|[\\/])\.git(?:[\\/]|$)/.test(file))
    const { site, theme } = state.loaded ?? {}
    const { contentDir = 'content', publicDir = 'public', versions = [] } = site?.config ?? {}
    const folders = [contentDir, publicDir, 'templates', ...versions.flatMap(({ from }) => from ?? [])]
    return [configFile, '.gitignore', ...folders, ...own, ...(theme?.outside ?? []), ...awaited]
  }
}

/** The file of a problem, and missing files that it names: with them the site may load again. */
function filesNamed(root: string, { place, message }: Finding) {
  const folder = path.posix.dirname(place?.file ?? '.')
  const names = [...message.matchAll(/[`"]([\w@./-]+)[`"]/g)].flatMap(([, name = '']) => {
    const file = /^\.{1,2}\//.test(name) ? path.posix.join(folder, name) : name
    return existsSync(path.resolve(root, file)) ? [] : ['', '.ts', '.js'].map(ending => file + ending)
  })
  return [...(place ? [place.file] : []), ...names]
}

/** Interval in milliseconds. */
function pollFromEnvironment() {
  const text = process.env['DOCSGEN_POLL'] ?? ''
  if (['', '0', 'false'].includes(text)) return undefined
  return Number(text) > 1 ? Number(text) : 500
}

function unwatched({ code = '', message: cause }: NodeJS.ErrnoException): Finding {
  const reason = code === 'ENOSPC' ? 'the system limit for watched files has been reached' : cause
  const message = `docsgen can't watch all files: ${reason} (${code}).`
  const hint =
    'Use `--poll`, or raise the limit (on Linux, with `sysctl fs.inotify.max_user_watches=524288`).'
  return { rule: 'files/unwatched', severity: 'warning', message, hint }
}
