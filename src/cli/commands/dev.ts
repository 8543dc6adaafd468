import { plural } from '../../lib/text.ts'
import { dev } from '../../index.ts'
import type { DevUpdate } from '../../schema/api.ts'
import type { Finding } from '../../schema/finding.ts'
import type { ServerOptions } from '../options.ts'
import { reportError } from '../process.ts'
import { listen, openBrowser, watchKeys } from '../serving.ts'
import { type Invocation, printFindings, printLine, type Terminal } from '../terminal.ts'

/** `docsgen dev [dir]`: runs until it is stopped. */
export async function runDev({ root, terminal }: Invocation, options: ServerOptions): Promise<number> {
  const starting = dev({
    ...options,
    root,
    loaded: createReporter(terminal),
    problem: finding => printFindings(terminal, [finding]),
    failed: error => void reportError(error, options.debug === true),
  })
  const server = await listen(starting, options, terminal)
  if (typeof server === 'number') return server
  const printUrls = () => {
    for (const url of server.addresses()) printLine(terminal, `  ${url}`)
  }
  const open = () => openBrowser(server.addresses()[0] ?? '')
  void server.ready.then(() => {
    printUrls()
    if (options.open) open()
  })
  watchKeys({
    r: { does: 'load everything again', run: () => void server.rebuild() },
    u: { does: 'print addresses', run: printUrls },
    o: { does: 'open the site in a browser', run: open },
    c: { does: 'clear the screen', run: () => void process.stderr.write('\u001b[2J\u001b[3J\u001b[H') },
    q: { does: 'stop', run: () => void server.close() },
  })
  await server.closed
  return 0
}

/** Prints the result of each load; a problem that was there before is counted, not repeated. */
function createReporter(terminal: Terminal): (update: DevUpdate) => void {
  let known = new Set<string>()
  return ({ findings, pages, changed, time }) => {
    const isNew = (finding: Finding) => !known.has(JSON.stringify(finding))
    const fresh = changed[0] === '*' ? findings : findings.filter(isNew)
    known = new Set(findings.map(finding => JSON.stringify(finding)))
    printFindings(terminal, fresh)
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
