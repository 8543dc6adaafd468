import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { bundleScript } from '../../bundle/scripts.ts'
import { matchesAny, repositoryOf } from '../../lib/paths.ts'
import type { DevFile } from './files.ts'
import { codeFrame } from '../../lib/text.ts'
import { readText } from '../../lib/files.ts'
import type { ServedSite } from './old-versions.ts'
import { openPage, type PagesState } from './open-page.ts'
import type { DevFinding, DevUpdateEvent } from '../../schema/view.ts'
import type { Finding } from '../../schema/finding.ts'
import type { Policy } from '../../schema/config.ts'
import { type EventStream, isToken } from '../event-stream.ts'
import { readInside, SAFE_HEADERS, sendContent, sendText } from '../send-file.ts'
import { readRequestTarget, safeDecode } from '../../shared/addresses.ts'
import { resolveRequest } from '../site-files.ts'
import type { Session } from '../../cache/workers/session.ts'
import { byImportance } from '../../shared/findings.ts'
import { escapeHtml } from '../../shared/escape.ts'
import { NO_ICON } from '../../shared/public-files.ts'
import { documentPolicy, DOWNLOAD_HEADERS, isDocument, LINKED_SCRIPT } from '../../shared/content-type.ts'
import { PICTURE_POLICY, POLICY_HEADER, policyText, STRICT_POLICY } from '../../shared/policy.ts'
import { servedTarget } from '../../site/assets.ts'

/** What the server knows, replaced piece by piece after each load of the site. */
export interface DevState extends PagesState {
  session: Session
  /** Counts loads after which the open pages must start again: other configuration, other templates. */
  reloads: number
  /** Secret of this start; it stands in its pages only. */
  token: string
  findings: Finding[]
  /** Told what goes wrong while a page is rendered. */
  problem(finding: Finding): void
  /** Told of a bug of docsgen. */
  failed(error: unknown): void
  /** The browser's side of this server, bundled for the first page that asks for it. */
  client?: Promise<string>
}

export interface DevExchange {
  request: IncomingMessage
  response: ServerResponse
  state: DevState
  events: EventStream
  /** Settles when the site has been loaded for the first time. */
  ready: Promise<void>
}

/** Addresses of the server's own; no page can have them, `@` begins no route. */
const OWN = '/@docsgen/'

/** Answers a request that the guard let through. */
export async function answerDev(exchange: DevExchange): Promise<void> {
  const { request, response, ready } = exchange
  const target = readRequestTarget(request.url ?? '')
  if (!target) return sendText(response, 400, 'Bad request.')
  if (target.path.startsWith(OWN)) return answerOwn(exchange, target)
  await ready
  const shown = loadOf(exchange.state)
  const served = await servedAt(exchange.state, target.path)
  if ('findings' in served) return sendProblems(exchange, shown, served.findings)
  const { files, loaded } = served
  const found = resolveRequest(files, target.path, target.query)
  if (found.kind === 'redirect') return redirect(response, found.location)
  if (found.kind === 'none') {
    // Who leaves the base out means the site.
    return target.path === '/' ? redirect(response, files.base) : sendText(response, 404, 'Not found.')
  }
  const content = await contentOf(found.file, exchange.state, shown).catch((error: unknown) => {
    exchange.state.failed(error)
    return { findings: [INTERNAL] }
  })
  if (!content) return sendText(response, 404, 'Not found.')
  if ('findings' in content) {
    for (const finding of content.findings.filter(({ rule }) => rule !== INTERNAL.rule))
      exchange.state.problem(finding)
    return sendProblems(exchange, shown, content.findings)
  }
  const { policy } = loaded.site
  const { embed } = loaded.site.config.security
  const headers = {
    ...(policy && policyHeader(policy, found.name)),
    ...(policy && found.file.type === 'disk' && isDocument(found.name) && !found.name.endsWith('.svg')
      ? { [POLICY_HEADER]: documentPolicy(policyText(policy), matchesAny(found.name, embed)) }
      : {}),
    ...(LINKED_SCRIPT.test(found.name) ? DOWNLOAD_HEADERS : {}),
  }
  await sendContent(request, response, { ...found, content, headers })
}

/** The version of the site that an address lies in, or why it cannot be shown. */
async function servedAt(state: DevState, address: string): Promise<ServedSite | { findings: Finding[] }> {
  const { files, loaded, old, findings } = state
  if (!files || !loaded) return { findings }
  const opened = old?.open(safeDecode(address)).catch((error: unknown) => {
    state.failed(error)
    return { findings: [INTERNAL] }
  })
  return (await opened) ?? { files, loaded }
}

/** As hosts send it: a picture opened by itself may do nothing. */
function policyHeader(policy: Policy, name = ''): Record<string, string> {
  const text = policyText(policy)
  return { 'Content-Security-Policy': name.endsWith('.svg') ? `${text}, ${PICTURE_POLICY}` : text }
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { ...SAFE_HEADERS, Location: location, 'Cache-Control': 'no-store' }).end()
}

async function contentOf(
  file: DevFile,
  state: DevState,
  shown: ShownLoad,
): Promise<Buffer | { findings: Finding[] } | undefined> {
  if (file.type === 'disk') {
    const { root } = state.session
    const target = await servedTarget(root, file.folder, file.file)
    return target === undefined ? undefined : readInside(repositoryOf(root), target)
  }
  const content = await file.make()
  if (typeof content === 'object' && 'findings' in content) return content
  return Buffer.from(file.document ? addDevScript(Buffer.from(content).toString(), shown) : content)
}

/** The load of the site that a document shows: a later one, while it is made, is news for it. */
type ShownLoad = Pick<DevState, 'token' | 'version' | 'reloads'>

function loadOf({ token, version, reloads }: DevState): ShownLoad {
  return { token, version, reloads }
}

/** The script that listens for changes, with what it needs, at the end of the head. */
function addDevScript(document: string, { token, version, reloads }: ShownLoad): string {
  const data = `data-docsgen-dev data-token="${token}" data-version="${version}" data-reloads="${reloads}"`
  return document.replace(
    '</head>',
    () => `<script type="module" src="${OWN}client.js" ${data}></script>\n</head>`,
  )
}

/** The server's own addresses: its script for everybody, the rest only with the token. */
async function answerOwn(
  exchange: DevExchange,
  { path: own, query }: { path: string; query: string },
): Promise<void> {
  const { request, response, state, events, ready } = exchange
  const asked = new URLSearchParams(query)
  if (own === `${OWN}client.js`) {
    const content = Buffer.from(await (state.client ??= bundleScript('client/dev.ts', 'esm')))
    return sendContent(request, response, { content, name: own, status: 200 })
  }
  const isKnown = [`${OWN}events`, `${OWN}page`].includes(own)
  if (!isKnown) return sendText(response, 404, 'Not found.')
  if (!isToken(asked.get('token'), state.token))
    return sendText(response, 403, 'This needs the token of a page.')
  if (own === `${OWN}events`) return events.open(request, response, describeUpdate(state))
  await ready
  const content = Buffer.from(
    JSON.stringify(openPage(state, asked.get('base') ?? '', asked.get('path') ?? '')),
  )
  const headers = { 'Cache-Control': 'no-store' }
  return sendContent(request, response, { content, name: 'page.json', status: 200, headers })
}

/** What open pages are told after a load of the site. */
export function describeUpdate({
  version,
  reloads,
  findings,
  session,
}: Pick<DevState, 'version' | 'reloads' | 'session'> & { findings: readonly Finding[] }): DevUpdateEvent {
  const errors = byImportance(findings).filter(finding => finding.severity === 'error')
  return { version, reloads, problems: errors.slice(0, 20).map(finding => withFrame(finding, session.root)) }
}

function withFrame({ rule, message, place, hint }: Finding, root: string): DevFinding {
  const text = place && readText(path.join(root, place.file))
  return {
    rule,
    message,
    ...(place ? { where: `${place.file}:${place.line}:${place.column}` } : {}),
    ...(hint ? { hint } : {}),
    ...(place && text ? { frame: codeFrame(text, place.line, place.column) } : {}),
  }
}

/** There is nothing to show yet: the problems as a plain page, which loads again as soon as they are gone. */
function sendProblems(
  { request, response, state }: DevExchange,
  shown: ShownLoad,
  findings: readonly Finding[],
): Promise<void> {
  const problems = describeUpdate({ ...state, findings }).problems.map(
    ({ where, message, frame = '', hint = '' }) => [where, message, frame, hint].filter(Boolean).join('\n'),
  )
  const document = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>docsgen</title>
<link rel="icon" href="${NO_ICON}"></head>
<body><h1>The site cannot be shown</h1>
<pre>${escapeHtml(problems.join('\n\n'))}</pre>
</body></html>
`
  const content = Buffer.from(addDevScript(document, shown))
  const headers = { ...policyHeader(STRICT_POLICY), 'Cache-Control': 'no-store' }
  return sendContent(request, response, { content, name: 'problems.html', status: 500, headers })
}

/** A bug of docsgen, for whoever looks at the browser. */
export const INTERNAL: Finding = {
  rule: 'internal',
  severity: 'error',
  message: 'docsgen hit an internal error; see the terminal.',
}
