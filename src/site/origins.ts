import type { SiteConfig } from '../schema/config.ts'
import type { Finding, Place } from '../schema/finding.ts'
import type { Link, LinkKind } from '../schema/page.ts'
import type { Page } from '../schema/site.ts'
import { analyticsAddresses } from './analytics.ts'
import { headAddress, type LocateKey, type NamedAddress } from './named-addresses.ts'

/** Something that pages of the site load, or send, that a strict policy does not allow. */
export interface Use {
  directive: string
  /** What the policy must name: the origin of `url`, or a keyword in quotes such as `'self'`. */
  source: string
  /** The absolute address; the keyword again where it is of the site itself. */
  url: string
  place?: Place | undefined
  /** The configuration names it, so it is wanted: allowed under `strict`, too. */
  named: boolean
}

/** The site itself, as a policy names it. */
const SELF = "'self'"

/** Everything that configuration, content and files of the site load from other origins. */
export function collectUses(
  config: SiteConfig,
  named: readonly NamedAddress[],
  pages: readonly Pick<Page, 'links'>[],
  locate: LocateKey,
): Use[] {
  const search = searchHosts(config.theme.search).flatMap(host =>
    useOf('connect-src', host, { place: locate(['theme', 'search']), named: true }),
  )
  const analytics = (config.analytics ? analyticsAddresses(config.analytics) : []).flatMap(
    ({ directive, url }) => useOf(directive, url, { place: locate(['analytics']), named: true }),
  )
  const links = pages.flatMap(page => page.links.flatMap(linkUses))
  const files = named.flatMap(address => useOf(address.directive, address.url, address))
  return [...files, ...search, ...analytics, ...links]
}

/** The use of an address, or nothing where that is of the site itself. */
function useOf(directive: string, url: string, { place, named }: Pick<Use, 'place' | 'named'>): Use[] {
  if (url.startsWith("'")) return [{ directive, source: url, url, place, named }]
  const absolute = url.startsWith('//') ? `https:${url}` : url
  if (!/^(?:https?|wss?):/i.test(absolute) || !URL.canParse(absolute)) return []
  return [{ directive, source: new URL(absolute).origin, url: absolute, place, named }]
}

/** Origins that a hosted search asks. */
function searchHosts(search: SiteConfig['theme']['search']): string[] {
  if (typeof search !== 'object' || !search.key || !search.indexName) return []
  if (search.hosts.length > 0) return search.hosts
  const id = search.appId.toLowerCase()
  return [
    `https://${id}-dsn.algolia.net`,
    ...[1, 2, 3].map(number => `https://${id}-${number}.algolianet.com`),
  ]
}

/** Under which directive browsers load what an address is used for. */
const DIRECTIVES: Record<LinkKind, string | undefined> = {
  link: undefined,
  image: 'img-src',
  media: 'media-src',
  frame: 'frame-src',
  object: 'object-src',
  form: 'form-action',
}

function linkUses({ kind, type, target, place }: Link): Use[] {
  const directive = DIRECTIVES[kind]
  if (!directive) return []
  if (target === 'data:') return [{ directive, source: target, url: target, place, named: false }]
  if (type === 'external') return useOf(directive, target, { place, named: false })
  if (kind !== 'frame' && kind !== 'object') return []
  // What stands in a frame must let itself be put there, too.
  return [directive, 'frame-ancestors'].map(name => ({
    directive: name,
    source: SELF,
    url: SELF,
    place,
    named: true,
  }))
}

/** Scripts and style sheets of other origins: a hash of their content is recommended. */
export function reportForeignCode({ head }: SiteConfig, locate: LocateKey): Finding[] {
  return head.flatMap((entry, index): Finding[] => {
    const { directive, url } = headAddress(entry)
    if (!/^https?:/i.test(url) || !/^(?:script|style)-src$/.test(directive)) return []
    if (entry.attributes['integrity']) return []
    const place = locate(['head', index])
    const message = `\`${url}\` is of another origin: whoever controls that can change what every page does.`
    const hint =
      "Add its hash as `integrity`, with `crossorigin: 'anonymous'`, or keep a copy in the public folder."
    return [{ rule: 'security/integrity', severity: 'info', ...(place ? { place } : {}), message, hint }]
  })
}
