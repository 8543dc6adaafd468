import { watch } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { BUILD_MANIFEST } from './output/build-manifest.ts'
import { contentSecurityPolicy } from './output/host-files.ts'
import type { SiteConfig } from './schema/config.ts'
import { listen, type Listening, type ListenOptions, networkAddresses } from './server/listen.ts'
import { guardRequest } from './server/request-guard.ts'
import { readRequestTarget } from './server/request-path.ts'
import { SAFE_HEADERS, sendFile, sendText } from './server/send-file.ts'
import { readSiteFiles, resolveRequest, type SiteFiles } from './server/site-files.ts'

export interface PreviewOptions extends ListenOptions {
  /** Absolute folder of the built site. */
  outDir: string
  base: string
  /** The site's search: a hosted one may be asked. */
  search: SiteConfig['theme']['search']
}

/** Serves a built site as a good static host would; a new build is picked up without a restart. */
export async function preview(options: PreviewOptions): Promise<Listening | { busy: number }> {
  const state = { site: await readSiteFiles(options.outDir, options.base) }
  const hosts = typeof options.host === 'string' ? [options.host] : options.host ? networkAddresses() : []
  const policy = contentSecurityPolicy(options.search)
  const listening = await listen((request, response) => {
    const refusal = guardRequest(request, { hosts })
    if (refusal) return sendText(response, refusal.status, refusal.message, refusal.headers)
    answer({ request, response, site: state.site, policy }).catch(() =>
      sendText(response, 500, 'Internal error.'),
    )
  }, options)
  if ('busy' in listening) return listening
  const stop = watchBuilds(options, site => (state.site = site))
  listening.server.once('close', stop)
  return listening
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  site: SiteFiles
  policy: string
}

async function answer({ request, response, site, policy }: Exchange): Promise<void> {
  const target = readRequestTarget(request.url ?? '')
  if (!target) return sendText(response, 400, 'Bad request.')
  const resolution = resolveRequest(site, target.path, target.query)
  if (resolution.kind === 'none') return sendText(response, 404, 'Not found.')
  if (resolution.kind === 'redirect') {
    response
      .writeHead(301, { ...SAFE_HEADERS, Location: resolution.location, 'Cache-Control': 'no-cache' })
      .end()
    return
  }
  const headers = resolution.name.endsWith('.html') ? { 'Content-Security-Policy': policy } : {}
  await sendFile(request, response, { ...resolution, headers })
}

/** The output is replaced by rename: watch its parent for the new manifest. */
function watchBuilds({ outDir, base }: PreviewOptions, onBuild: (site: SiteFiles) => void): () => void {
  const interval = { timer: undefined as NodeJS.Timeout | undefined }
  const refresh = () => {
    clearTimeout(interval.timer)
    interval.timer = setTimeout(() => void readSiteFiles(outDir, base).then(onBuild, () => undefined), 50)
  }
  try {
    const watcher = watch(outDir + '/..', (_event, name) => {
      if (name === null || outDir.endsWith(`/${name}`) || name === BUILD_MANIFEST) refresh()
    })
    watcher.on('error', () => undefined)
    return () => watcher.close()
  } catch {
    return () => undefined
  }
}
