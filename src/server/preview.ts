import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { type AddressForm, safeDecode, readRequestTarget } from '../shared/addresses.ts'
import { BUILD_MANIFEST } from '../render/build-manifest.ts'
import { headersFor, type OwnHeader, readHeadersFile } from '../site/headers.ts'
import { listen, type Listening, type ListenOptions, servedHosts } from './listen.ts'
import { readInside, type ContentAnswer, SAFE_HEADERS, sendContent, sendText } from './send-file.ts'
import { guardRequest } from './request-guard.ts'
import { accepts, COMPRESSIONS } from '../shared/content-type.ts'
import { readSiteFiles, type Resolution, resolveRequest, type SiteFiles } from './site-files.ts'

/** A directive that a server without https cannot follow. */
const UPGRADE = 'upgrade-insecure-requests'

export interface PreviewOptions extends ListenOptions {
  /** Absolute folder of the built site. */
  outDir: string
  base: string
  /** How the addresses of its pages end. */
  urls?: AddressForm
  /** Host names in addition to this machine's that are answered to. */
  allowedHosts: readonly string[]
}

/** Serves a built site as a good static host would; a new build is picked up with the next request. */
export async function preview(options: PreviewOptions): Promise<Listening | { busy: number }> {
  const hosts = [...servedHosts(options.host), ...options.allowedHosts]
  const output = watchOutput(options)
  await output.list()
  return listen((request, response) => {
    const refusal = guardRequest(request, { hosts })
    if (refusal) return sendText(response, refusal.status, refusal.message, refusal.headers)
    return answer({ request, response, output, outDir: options.outDir })
  }, options)
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  output: Output
  outDir: string
}

async function answer(exchange: Exchange): Promise<void> {
  const { request, response } = exchange
  const target = readRequestTarget(request.url ?? '')
  if (!target) return sendText(response, 400, 'Bad request.')
  const found = await find(exchange, target)
  if (found.kind === 'none') return sendText(response, 404, 'Not found.')
  if (found.kind === 'redirect') {
    response.writeHead(301, { ...SAFE_HEADERS, Location: found.location, 'Cache-Control': 'no-cache' }).end()
    return
  }
  const encoded = await readEncoded(exchange, found)
  await sendContent(request, response, {
    ...found,
    ...(encoded ? { encoded } : {}),
    headers: sentHeaders(found.headers, target.path),
  })
}

type FoundFile = Extract<Resolution<string>, { kind: 'file' }> & {
  content: Buffer
  /** The rules for hosts of the build that the file is of. */
  headers: readonly OwnHeader[]
  /** Of that build. */
  identity: string | undefined
}
type Found = Exclude<Resolution<string>, { kind: 'file' }> | FoundFile

/** What `build --compress` has written beside the file, as the client takes it. A newer file has none of the older one. */
async function readEncoded(
  { request, output, outDir }: Exchange,
  { file, name, identity }: FoundFile,
): Promise<ContentAnswer['encoded']> {
  const listing = await output.list()
  if (!listing || listing.identity !== identity) return undefined
  const accepted = String(request.headers['accept-encoding'] ?? '')
  for (const { name: encoding, ending } of COMPRESSIONS) {
    if (!listing.site.files.has(name + ending) || !accepts(accepted, encoding)) continue
    const body = await readInside(outDir, file + ending)
    if (body && (await output.isStill(listing))) return { body, encoding }
  }
  return undefined
}

/** A build replaces the output between listing it and reading from it: then both are done again. */
const RETRY = { times: 40, delay: 25 }

async function find({ output, outDir }: Exchange, target: { path: string; query: string }): Promise<Found> {
  for (let attempt = 0; ; attempt += 1) {
    const listing = await output.list()
    const resolution = listing ? resolveRequest(listing.site, target.path, target.query) : NONE
    if (resolution.kind === 'redirect') return resolution
    const content = resolution.kind === 'file' ? await readInside(outDir, resolution.file) : undefined
    const isMissing = resolution.kind === 'none' || resolution.status === 404
    const { headers = [], identity } = listing ?? {}
    if (content && !isMissing) return { ...resolution, content, headers, identity }
    // What is missing in the output that was listed is missing.
    if (attempt === RETRY.times || (await output.isStill(listing))) {
      return resolution.kind === 'file' && content ? { ...resolution, content, headers, identity } : NONE
    }
    await new Promise(resolve => setTimeout(resolve, RETRY.delay))
  }
}

const NONE = { kind: 'none' } as const

/** The files of one build. */
interface OutputListing {
  /** Tells builds apart. */
  identity: string
  site: SiteFiles<string>
  headers: readonly OwnHeader[]
}

/** The output, listed again whenever a build has replaced it. */
interface Output {
  /** Undefined when it was replaced while it was listed. */
  list(): Promise<OutputListing | undefined>
  /** True when the output is still the one that was listed. */
  isStill(listing: OutputListing | undefined): Promise<boolean>
}

function watchOutput({ outDir, base, urls }: PreviewOptions): Output {
  const known: { identity?: string; listing?: Promise<OutputListing | undefined> } = {}
  return {
    async list() {
      const identity = await identityOf(outDir)
      // Between the two renames of a build there is no output: the previous list holds until it is there again.
      if (known.listing && (identity === undefined || identity === known.identity)) return known.listing
      known.identity = identity ?? ''
      known.listing = Promise.all([readSiteFiles(outDir, base, urls), readHeaders(outDir)]).then(
        ([site, headers]) => ({ identity: identity ?? '', site, headers }),
        () => {
          delete known.identity
          return undefined
        },
      )
      return known.listing
    },
    isStill: async listing => listing !== undefined && (await identityOf(outDir)) === listing.identity,
  }
}

/** Changes with every build: the manifest is the last file that it writes. */
async function identityOf(outDir: string): Promise<string | undefined> {
  const manifest = path.join(outDir, BUILD_MANIFEST)
  const stats = await stat(manifest, { bigint: true }).catch(() => undefined)
  const folder = await stat(outDir, { bigint: true }).catch(() => undefined)
  return folder && [folder.ino, folder.ctimeNs, stats?.ino, stats?.mtimeNs].join(' ')
}

async function readHeaders(outDir: string): Promise<OwnHeader[]> {
  return readHeadersFile(await readFile(path.join(outDir, '_headers'), 'utf8').catch(() => ''))
}

/** What the hosts of `_headers` send, but for caching, which is this server's, and for what needs `https:`. */
function sentHeaders(rules: readonly OwnHeader[], address: string): Record<string, string> {
  const { 'Cache-Control': _caching, ...headers } = headersFor(rules, safeDecode(address))
  const policy = headers['Content-Security-Policy']
  if (policy === undefined) return headers
  const directives = policy.split(';').filter(text => text.trim().toLowerCase() !== UPGRADE)
  return { ...headers, 'Content-Security-Policy': directives.join(';') }
}
