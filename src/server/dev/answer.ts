import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { bundleScript } from '../../bundle/scripts.ts'
import type { Session } from '../../cache/threads/session.ts'
import { codeFrame } from '../../check/report/pretty.ts'
import { isWithin, readText, matchesAny, type SourceFolders } from '../../lib/files.ts'
import type { LoadedSite } from '../../load.ts'
import { fillAddresses } from '../../render/files/page.ts'
import { createLocaleViews } from '../../render/locale-files.ts'
import { type Finding, byImportance } from '../../schema/finding.ts'
import type { Site } from '../../schema/site.ts'
import type { DevFinding, DevUpdateEvent, OpenPage } from '../../schema/view.ts'
import { resolvePath, safeDecode } from '../../shared/addresses.ts'
import { escapeHtml } from '../../shared/escape.ts'
import {
  documentPolicy,
  DOWNLOAD_HEADERS,
  DOCUMENT_FILE,
  FRAME_HEADERS,
  LINKED_SCRIPT,
  PICTURE_POLICY,
  POLICY_HEADER,
  policyText,
  STRICT_POLICY,
} from '../../shared/http.ts'
import { servedTarget } from '../../site/assets.ts'
import { NO_ICON } from '../../site/head.ts'
import {
  type createEventStream,
  type FoundFile,
  readInside,
  readRequestTarget,
  resolveRequest,
  SAFE_HEADERS,
  sendContent,
  sendText,
} from '../http.ts'
import type { DevFile, DevFiles, serveVersions } from './files.ts'

export interface DevState {
  session: Session
  version: number
  /** Number of loads with another configuration or other templates: open pages must start again. */
  reloads: number
  /** Only the pages of this start have it. */
  token: string
  findings: Finding[]
  loaded?: LoadedSite
  files?: DevFiles
  versions: ReturnType<typeof serveVersions>
  events: ReturnType<typeof createEventStream>
  ready: Promise<void>
  problem(finding: Finding): void
  failed(error: unknown): void
  /** Bundled for the first page that asks for it. */
  client?: Promise<string>
}

interface DevExchange {
  request: IncomingMessage
  response: ServerResponse
  state: DevState
}

/** Never a page: `@` begins no route. */
const OWN = '/@docsgen/'

export async function answerDev(exchange: DevExchange) {
  const { request, response, state } = exchange
  const target = readRequestTarget(request.url ?? '')
  if (!target) return sendText(response, 400, 'Bad request.')
  if (target.path.startsWith(OWN)) return answerOwn(exchange, target.path.slice(OWN.length), target.query)
  await state.ready
  // A load while a document is made is news for it.
  const data = `data-docsgen-dev data-token="${state.token}" data-version="${state.version}" data-reloads="${state.reloads}"`
  const script = `<script type="module" src="${OWN}client.js" ${data}></script>\n</head>`
  const withScript = (document: string) => document.replace('</head>', () => script)
  const fail = (error: unknown) => {
    state.failed(error)
    return { findings: [INTERNAL] }
  }
  const sendProblems = (findings: readonly Finding[]) => {
    const content = Buffer.from(withScript(problemsDocument(findings, state.session.root)))
    const headers = { [POLICY_HEADER]: policyText(STRICT_POLICY), 'Cache-Control': 'no-store' }
    return sendContent(request, response, { content, name: 'problems.html', status: 500, headers })
  }
  const served = await servedAt(state, target.path).catch(fail)
  if ('findings' in served) return sendProblems(served.findings)
  const { files, loaded } = served
  const found = resolveRequest(files, target.path, target.query)
  // An address without the base.
  if (found?.kind === 'redirect' || (!found && target.path === '/')) {
    const headers = { ...SAFE_HEADERS, Location: found?.location ?? files.base, 'Cache-Control': 'no-store' }
    return void response.writeHead(302, headers).end()
  }
  const made = found && (await contentOf(found.file, loaded.sources).catch(fail))
  if (!found || made === undefined) return sendText(response, 404, 'Not found.')
  if (typeof made === 'object' && 'findings' in made) {
    for (const finding of made.findings) if (finding !== INTERNAL) state.problem(finding)
    return sendProblems(made.findings)
  }
  const { file } = found
  const hasScript = file.type === 'made' && file.document
  const content = Buffer.from(hasScript ? withScript(Buffer.from(made).toString()) : made)
  await sendContent(request, response, { ...found, content, headers: hostHeaders(found, loaded.site) })
}

/** As hosts send them. */
function hostHeaders({ name, file }: FoundFile<DevFile>, { policy, config }: Site) {
  const isEmbedded = matchesAny(name, config.security.embed)
  const headers = { ...(LINKED_SCRIPT.test(name) && DOWNLOAD_HEADERS), ...(isEmbedded && FRAME_HEADERS) }
  const text = policy && policyText(policy)
  if (!text) return headers
  if (name.endsWith('.svg')) return { [POLICY_HEADER]: `${text}, ${PICTURE_POLICY}` }
  const isForeign = file.type === 'disk' && DOCUMENT_FILE.test(name)
  return { ...headers, [POLICY_HEADER]: isForeign ? documentPolicy(text, isEmbedded) : text }
}

async function servedAt({ files, loaded, versions, findings }: DevState, address: string) {
  if (!files || !loaded) return { findings }
  return (await versions.open(safeDecode(address))) ?? { files, loaded }
}

async function contentOf(file: DevFile, sources: SourceFolders) {
  if (file.type === 'made') return file.make()
  const target = await servedTarget(sources, file.folder, file.file)
  const folder = sources.all.find(name => target !== undefined && isWithin(target, name))
  return target === undefined || folder === undefined ? undefined : readInside(folder, target)
}

async function answerOwn({ request, response, state }: DevExchange, name: string, query: string) {
  if (name === 'client.js') {
    const content = Buffer.from(await (state.client ??= bundleScript('client/dev.ts', 'esm')))
    return sendContent(request, response, { content, name, status: 200 })
  }
  if (name !== 'events' && name !== 'page') return sendText(response, 404, 'Not found.')
  const asked = new URLSearchParams(query)
  const [given, token] = [Buffer.from(asked.get('token') ?? ''), Buffer.from(state.token)]
  if (given.length !== token.length || !timingSafeEqual(given, token))
    return sendText(response, 403, 'This request requires the token of a page.')
  if (name === 'events') return state.events.open(request, response, describeUpdate(state))
  await state.ready
  const page = await openPage(state, asked.get('base') ?? '', asked.get('path') ?? '')
  const headers = { 'Cache-Control': 'no-store' }
  const content = Buffer.from(JSON.stringify(page))
  await sendContent(request, response, { content, name: 'page.json', status: 200, headers })
}

/** `path` is relative to `base`. */
async function openPage(state: DevState, base: string, path: string): Promise<OpenPage> {
  const { version } = state
  const served = await servedAt(state, base)
  if ('findings' in served) return { version }
  const { files, loaded } = served
  const page = files.pages.get(resolvePath(files.table, path)?.path ?? '')
  const locale = page && loaded.site.locales[page.locale]
  if (!locale) return { version }
  const html = fillAddresses(loaded.contents.readHtml(page.file), page.addresses)
  const { view, views } = createLocaleViews(locale)
  return {
    version,
    shown: { chunk: { page: page.view, html }, view: views?.[page.view.sidebar] ?? view, locale },
  }
}

export function describeUpdate({ version, reloads, findings, session }: DevState): DevUpdateEvent {
  return { version, reloads, problems: describeProblems(findings, session.root) }
}

function describeProblems(findings: readonly Finding[], root: string): DevFinding[] {
  const errors = byImportance(findings).filter(finding => finding.severity === 'error')
  return errors.slice(0, 20).map(({ rule, message, place, hint }) => {
    const about = { rule, message, ...(hint && { hint }) }
    if (!place) return about
    const { file, line, column } = place
    const text = readText(path.join(root, file))
    const where = `${file}:${line}:${column}`
    return { ...about, where, ...(text && { frame: codeFrame(text, line, column) }) }
  })
}

/** Document that loads again as soon as the problems are gone. */
function problemsDocument(findings: readonly Finding[], root: string) {
  const problems = describeProblems(findings, root).map(({ where, message, frame, hint }) =>
    [where, message, frame, hint].filter(Boolean).join('\n'),
  )
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>docsgen</title>
<link rel="icon" href="${NO_ICON}"></head>
<body><h1>The site can't be shown</h1>
<pre>${escapeHtml(problems.join('\n\n'))}</pre>
</body></html>
`
}

export const INTERNAL: Finding = {
  rule: 'internal',
  severity: 'error',
  message: 'docsgen hit an internal error; see the terminal.',
}
