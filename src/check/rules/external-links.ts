import type { Finding } from '../../schema/finding.ts'
import type { ResolvedLink, Site } from '../../schema/site.ts'

/** Links to other sites; asked for only by its own name. */
const RULE = 'links/external'

/** Answers that say that a page is there but not for a program. */
const REFUSALS = new Set([401, 403, 429])

/** True when the settings ask for `links/external` by its own name. */
export function wantsExternal({ config }: Site): boolean {
  return (config.check.rules[RULE] ?? 'off') !== 'off'
}

/**
 * Asks for every address of another site once, several at a time, each within `check.external.timeout` milliseconds.
 * A finding for each place of an address that is not there. The result depends on the network, so nothing of it is kept.
 */
export async function askExternal(site: Site): Promise<Finding[]> {
  const { timeout, concurrency, ignore } = site.config.check.external
  const places = byAddress(site, ignore)
  const waiting = [...places.keys()].toSorted()
  const problems = new Map<string, string>()
  const worker = async (): Promise<void> => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      const problem = await ask(url, timeout)
      if (problem !== undefined) problems.set(url, problem)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return [...problems].flatMap(([url, problem]) =>
    (places.get(url) ?? []).map((place): Finding => ({
      rule: RULE,
      severity: 'warning',
      message: `\`${url}\` ${problem}`,
      place,
    })),
  )
}

type Place = ResolvedLink['link']['place']

/** Addresses without hash, with the places they are written at, once each however many pages include them. */
function byAddress({ links }: Site, ignore: readonly string[]): Map<string, Place[]> {
  const found = new Map<string, Map<string, Place>>()
  for (const { link } of links) {
    const url = link.target.replace(/#.*$/s, '')
    const isAsked =
      link.type === 'external' &&
      link.kind !== 'form' &&
      /^https?:/i.test(url) &&
      !ignore.some(start => url.startsWith(start))
    if (!isAsked) continue
    const places = found.get(url) ?? new Map<string, Place>()
    found.set(url, places.set(JSON.stringify(link.place), link.place))
  }
  return new Map([...found].map(([url, places]) => [url, [...places.values()]]))
}

/** What is wrong with an address, as the end of a sentence. Not every server knows HEAD, so GET has the last word. */
async function ask(url: string, timeout: number): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(timeout)
    const head = await request(url, 'HEAD', signal)
    const status = head < 400 || REFUSALS.has(head) ? head : await request(url, 'GET', signal)
    return status < 400 || REFUSALS.has(status) ? undefined : `answers ${status}.`
  } catch (error) {
    return describeFailure(error, timeout)
  }
}

async function request(url: string, method: string, signal: AbortSignal): Promise<number> {
  const response = await fetch(url, {
    method,
    signal,
    redirect: 'follow',
    headers: { 'user-agent': 'docsgen' },
  })
  await response.body?.cancel()
  return response.status
}

const REASONS: Record<string, string> = {
  ENOTFOUND: 'leads to a host that does not exist.',
  ECONNREFUSED: 'leads to a host that takes no connections.',
  ECONNRESET: 'leads to a host that ended the connection.',
}

/** Whatever goes wrong between here and there is said of the link: a network has no bugs of ours. */
function describeFailure(error: unknown, timeout: number): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } }
  if (name === 'TimeoutError') return `did not answer within ${timeout} ms.`
  return REASONS[cause?.code ?? ''] ?? `could not be asked for: ${cause?.message ?? message}.`
}
