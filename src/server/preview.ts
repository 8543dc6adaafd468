import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import { listFiles, matchesAny } from '../lib/files.ts'
import { BUILD_MANIFEST } from '../render/publish.ts'
import {
  createAddressTable,
  type AddressForm,
  encodePath,
  inForm,
  isWebAddress,
  safeDecode,
  stripBase,
  tryDecode,
} from '../shared/addresses.ts'
import { accepts, COMPRESSIONS, FRAME_HEADERS } from '../shared/http.ts'
import { headersFor, type OwnHeader, readHeadersFile } from '../site/headers.ts'
import {
  type Access,
  type FoundFile,
  isServed,
  listen,
  type Listening,
  type ListenOptions,
  readInside,
  readRequestTarget,
  resolveRequest,
  SAFE_HEADERS,
  sendContent,
  sendText,
  type SiteFiles,
} from './http.ts'

interface PreviewOptions extends ListenOptions, Access {
  outDir: string
  urls: AddressForm
}

interface Build extends SiteFiles<string> {
  identity: string
  headers: readonly OwnHeader[]
}

/** A build may replace the output after it was listed. `delay` is in milliseconds. */
const RETRY = { times: 40, delay: 25 }

/** A new build is picked up with the next request. */
export async function preview(options: PreviewOptions): Promise<Listening | { busy: number }> {
  const { outDir } = options
  let known: { identity: string | undefined; build: Promise<Build | undefined> } | undefined
  /** Undefined if a build replaced the output meanwhile. */
  const list = async () => {
    const identity = await identityOf(outDir)
    // Between the two renames of a build there is no output.
    if (known && (identity === undefined || identity === known.identity)) return known.build
    const read = async () => {
      const site = await readSiteFiles(outDir, options.base, options.urls)
      const headers = readHeadersFile(await readRules(outDir, '_headers'))
      return { ...site, identity: identity ?? '', headers }
    }
    known = { identity, build: read().catch(() => (known = undefined)) }
    return known.build
  }
  const isStill = async (build?: Build) => build && build.identity === (await identityOf(outDir))

  const find = async (address: string, query: string) => {
    for (let attempt = 0; ; attempt += 1) {
      const build = await list()
      const found = build && resolveRequest(build, address, query)
      if (found?.kind === 'redirect') return found
      const content = found && (await readInside(outDir, found.file))
      const file = build && found && content ? { ...found, content, build } : undefined
      // In unchanged output, the file really is missing.
      if (file?.status === 200 || attempt === RETRY.times || (await isStill(build))) return file
      await new Promise(resolve => setTimeout(resolve, RETRY.delay))
    }
  }

  const readEncoded = async (request: IncomingMessage, build: Build, { file, name }: FoundFile<string>) => {
    const accepted = String(request.headers['accept-encoding'] ?? '')
    for (const { name: encoding, ending } of COMPRESSIONS) {
      if (!build.files.has(name + ending) || !accepts(accepted, encoding)) continue
      const body = await readInside(outDir, file + ending)
      if (body && (await isStill(build))) return { body, encoding }
    }
    return undefined
  }

  await list()
  return listen(
    options,
    async () => options,
    async (request, response) => {
      const target = readRequestTarget(request.url ?? '')
      if (!target) return sendText(response, 400, 'Bad request.')
      const found = await find(target.path, target.query)
      if (!found) return sendText(response, 404, 'Not found.')
      if (found.kind === 'redirect') {
        const headers = { ...SAFE_HEADERS, Location: found.location, 'Cache-Control': 'no-cache' }
        return void response.writeHead(301, headers).end()
      }
      const encoded = await readEncoded(request, found.build, found)
      const framed = matchesAny(found.name, options.embed) && FRAME_HEADERS
      const headers = { ...sentHeaders(found.build.headers, target.path), ...framed }
      return sendContent(request, response, { ...found, encoded, headers })
    },
  )
}

/** Changes with every build: the manifest is the last file that it writes. */
async function identityOf(outDir: string) {
  const manifest = path.join(outDir, BUILD_MANIFEST)
  const stats = await stat(manifest, { bigint: true }).catch(() => undefined)
  const folder = await stat(outDir, { bigint: true }).catch(() => undefined)
  return folder && [folder.ino, folder.ctimeNs, stats?.ino, stats?.mtimeNs].join(' ')
}

/** Links aren't followed. */
export async function readSiteFiles(outDir: string, base: string, form: AddressForm = 'html') {
  const served = (await listFiles(outDir)).filter(isServed)
  const notFound = await notFoundDocuments(outDir, served)
  const files = new Map(served.map(name => [`/${name}`, path.join(outDir, name)]))
  const redirects = readRedirects(await readRules(outDir, '_redirects'), base)
  const moved = new Set(redirects.map(([from]) => from))
  const pages = served
    .filter(name => name.endsWith('.html') && !notFound.has(name))
    .map(name => encodePath('/' + name.replace(/(^|\/)index\.html$/, '$1')))
    .filter(page => !moved.has(safeDecode(page)))
  const addresses = form === 'clean' ? pages.map(page => inForm(page, form)) : pages
  return { base, files, table: createAddressTable(addresses, redirects) }
}

/** Recognized by their data; all others are pages. */
async function notFoundDocuments(outDir: string, files: readonly string[]) {
  const found = new Set<string>()
  for (const name of files.filter(each => /(?:^|\/)404\.html$/.test(each))) {
    const text = await readFile(path.join(outDir, name), 'utf8')
    if (/data-docsgen[^<>]*>[^<]*"notFound":true/.test(text)) found.add(name)
  }
  return found
}

function readRules(outDir: string, name: string) {
  return readFile(path.join(outDir, name), 'utf8').catch(() => '')
}

function readRedirects(text: string, base: string): [string, string][] {
  return text.split('\n').flatMap((line): [string, string][] => {
    const [from, to] = line.trim().split(/\s+/)
    if (!from?.startsWith('/') || !to) return []
    const address = tryDecode(stripBase(from, base) ?? '')
    const target = isWebAddress(to) ? to : stripBase(to, base)
    return address && target ? [[address, target]] : []
  })
}

/** Headers without caching, which this server decides, and without what needs `https:`. */
function sentHeaders(rules: readonly OwnHeader[], address: string) {
  const { 'Cache-Control': _caching, ...headers } = headersFor(rules, safeDecode(address))
  const policy = headers['Content-Security-Policy']?.split(';')
  if (!policy) return headers
  const kept = policy.filter(text => text.trim().toLowerCase() !== 'upgrade-insecure-requests')
  return { ...headers, 'Content-Security-Policy': kept.join(';') }
}
