import { type Finding, type Place, groupBy } from '../../schema/finding.ts'
import type { Site } from '../../schema/site.ts'

const RULE = 'links/external'

/** Answers that say that a page is there but not for a program. */
const REFUSALS = new Set([401, 403, 429])

/** True when the settings ask for `links/external` by its own name. */
export function wantsExternal({ config }: Site): boolean {
  return (config.check.rules[RULE] ?? 'off') !== 'off'
}

/** Asks for every address of another site once, several at a time. Depends on the network, so nothing of it is kept. */
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

/** Addresses without hash, with the places they are written at, once each however many pages include them. */
function byAddress({ links }: Site, ignore: readonly string[]): Map<string, Place[]> {
  const asked = links.flatMap(({ link: { target, type, kind, place } }) => {
    const url = target.replace(/#.*$/s, '')
    const isAsked = type === 'external' && kind !== 'form' && /^https?:/i.test(url)
    return isAsked && !ignore.some(start => url.startsWith(start)) ? [{ url, place }] : []
  })
  const groups = [...groupBy(asked, ({ url }) => url)].map(([url, group]): [string, Place[]] => [
    url,
    [...new Map(group.map(({ place }) => [JSON.stringify(place), place])).values()],
  ])
  return new Map(groups)
}

/** What is wrong with an address, as the end of a sentence. Not every server knows HEAD, so GET has the last word. */
async function ask(url: string, timeout: number): Promise<string | undefined> {
  const signal = AbortSignal.timeout(timeout)
  const isThere = (status: number) => status < 400 || REFUSALS.has(status)
  const request = async (method: string): Promise<number> => {
    const headers = { 'user-agent': 'docsgen' }
    const response = await fetch(url, { method, signal, redirect: 'follow', headers })
    await response.body?.cancel()
    return response.status
  }
  try {
    if (isThere(await request('HEAD'))) return undefined
    const status = await request('GET')
    return isThere(status) ? undefined : `answers ${status}.`
  } catch (error) {
    // Whatever goes wrong between here and there is said of the link: a network has no bugs of ours.
    const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } }
    if (name === 'TimeoutError') return `did not answer within ${timeout} ms.`
    return REASONS[cause?.code ?? ''] ?? `could not be asked for: ${cause?.message ?? message}.`
  }
}

const REASONS: Record<string, string> = {
  ENOTFOUND: 'leads to a host that does not exist.',
  ECONNREFUSED: 'leads to a host that takes no connections.',
  ECONNRESET: 'leads to a host that ended the connection.',
}
