import path from 'node:path'
import type { ServerOptions } from '../options.ts'
import { serveSite } from '../../api/serve-site.ts'
import { plural } from '../../check/report/summary.ts'
import type { DevServer, DevUpdate } from '../../schema/api.ts'
import type { Finding } from '../../schema/finding.ts'
import { reportError } from '../guard.ts'
import { openBrowser } from '../open-browser.ts'
import { watchKeys } from '../keys.ts'
import { explainListening } from '../explain-listening.ts'
import { createTerminal, printFindings, printLine, type Terminal } from '../terminal.ts'

/** `docsgen dev [dir]`: runs until it is stopped. */
export async function runDev(dir: string, options: ServerOptions): Promise<number> {
  const root = path.resolve(dir)
  const terminal = createTerminal(root, options)
  const { port, strictPort = false, host, config } = options
  const report = createReporter(terminal)
  const loaded = (update: DevUpdate) => void report(update)
  const problem = (finding: Finding) => void printFindings(terminal, [finding])
  const failed = (error: unknown) => void reportError(error, options.debug === true)
  const start = { root, port, strictPort, host, config, loaded, problem, failed }
  const server = await serveSite(start).catch((error: unknown) => explainListening(error, options))
  if (typeof server === 'number') return server
  if ('busy' in server) {
    process.stderr.write(`Port ${server.busy} is taken. Choose another with \`--port\`.\n`)
    return 1
  }
  if (server.port !== port && port !== 0) printLine(terminal, `Port ${port} is taken; using ${server.port}.`)
  if (host) printLine(terminal, 'The server can be reached from the network.')
  void server.ready.then(() => {
    printUrls(terminal, server)
    if (options.open) openBrowser(server.addresses()[0] ?? '')
  })
  watchKeys(keysOf(terminal, server))
  await server.closed
  return 0
}

/** Prints what came of each load; a problem that was there before is counted, not repeated. */
function createReporter(terminal: Terminal): (update: DevUpdate) => Promise<void> {
  let known = new Set<string>()
  return async ({ findings, pages, changed, time }) => {
    const isNew = (finding: Finding) => !known.has(JSON.stringify(finding))
    const fresh = changed[0] === '*' ? findings : findings.filter(isNew)
    known = new Set(findings.map(finding => JSON.stringify(finding)))
    await printFindings(terminal, fresh)
    const old = findings.length - fresh.length
    const problems = old > 0 ? ` ${old} known ${old === 1 ? 'problem' : 'problems'}.` : ''
    const duration = `${Math.round(time)} ms`
    if (changed.length > 0) printLine(terminal, `${describe(changed)} loaded in ${duration}.${problems}`)
    else if (pages !== undefined) printLine(terminal, `${plural(pages, 'page')} ready in ${duration}.`)
  }
}

function describe([first = '', ...others]: readonly string[]): string {
  if (first === '*') return 'Everything'
  return others.length > 0 ? `${first} and ${others.length} more` : first
}

function printUrls(terminal: Terminal, server: DevServer): void {
  for (const url of server.addresses()) printLine(terminal, `  ${url}`)
}

function keysOf(terminal: Terminal, server: DevServer): Record<string, { does: string; run(): void }> {
  return {
    r: { does: 'load everything anew', run: () => void server.rebuild() },
    u: { does: 'print addresses', run: () => printUrls(terminal, server) },
    o: { does: 'open the site in a browser', run: () => openBrowser(server.addresses()[0] ?? '') },
    c: { does: 'clear the screen', run: () => void process.stderr.write('\u001b[2J\u001b[3J\u001b[H') },
    q: { does: 'stop', run: () => void server.close() },
  }
}
