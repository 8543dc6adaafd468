import type { SiteConfig } from '../schema/config.ts'
import type { Finding, Place } from '../schema/finding.ts'
import type { Link, LinkKind } from '../schema/page.ts'
import type { Page } from '../schema/site.ts'

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

/** Where a key of the configuration stands; undefined where that is not known. */
export type LocateKey = (path: readonly PropertyKey[]) => Place | undefined

/** Everything that configuration, frontmatter and content load from other origins. */
export function collectUses(
  config: SiteConfig,
  pages: readonly Pick<Page, 'links' | 'record' | 'file'>[],
  locate: LocateKey,
): Use[] {
  return [...configUses(config, locate), ...pages.flatMap(pageUses)]
}

/** The use of an address, or nothing where that is of the site itself. */
function useOf(directive: string, url: string, rest: Pick<Use, 'place' | 'named'>): Use[] {
  const absolute = url.startsWith('//') ? `https:${url}` : url
  if (!/^(?:https?|wss?):/i.test(absolute) || !URL.canParse(absolute)) return []
  return [{ directive, source: new URL(absolute).origin, url: absolute, ...rest }]
}

function configUses(config: SiteConfig, locate: LocateKey): Use[] {
  const { theme, head } = config
  const logo = useOf('img-src', theme.logo ?? '', { place: locate(['theme', 'logo']), named: true })
  const entries = head.flatMap(({ tag, attributes }, index) => {
    const directive = tag === 'script' ? 'script-src' : tag === 'link' && directiveOfLink(attributes)
    const url = String(attributes[tag === 'script' ? 'src' : 'href'] ?? '')
    const place = locate(['head', index])
    return directive ? useOf(directive, url, { place, named: true }) : []
  })
  const search = searchHosts(theme.search).flatMap(host =>
    useOf('connect-src', host, { place: locate(['theme', 'search']), named: true }),
  )
  return [...logo, ...entries, ...search]
}

const PRELOADED: Record<string, string> = {
  script: 'script-src',
  style: 'style-src',
  font: 'font-src',
  image: 'img-src',
  fetch: 'connect-src',
}

/** Under which directive browsers load a link of the head. */
function directiveOfLink({ rel, as }: Record<string, string | boolean>): string | undefined {
  const names = new Set(String(rel).toLowerCase().split(/\s+/))
  if (names.has('stylesheet')) return 'style-src'
  if (names.has('manifest')) return 'manifest-src'
  if (names.has('modulepreload')) return 'script-src'
  if (names.has('preload')) return PRELOADED[String(as)]
  return [...names].some(name => /^(?:icon|mask-icon|apple-touch-)/.test(name)) ? 'img-src' : undefined
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

function pageUses({ links, record, file }: Pick<Page, 'links' | 'record' | 'file'>): Use[] {
  const start = { file, line: 1, column: 1 }
  return [
    ...links.flatMap(linkUses),
    ...useOf('img-src', record.frontmatter.heroImage ?? '', { place: start, named: false }),
  ]
}

function linkUses({ kind, type, target, place }: Link): Use[] {
  const directive = DIRECTIVES[kind]
  if (!directive) return []
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

/** Scripts and style sheets of other origins: recommended is a hash of their content, and what they load is not known. */
export function reportForeignCode(config: SiteConfig, locate: LocateKey): Finding[] {
  return config.head.flatMap(({ tag, attributes }, index) => {
    const directive = tag === 'script' ? 'script-src' : tag === 'link' && directiveOfLink(attributes)
    const url = String(attributes[tag === 'script' ? 'src' : 'href'] ?? '')
    if (!/^https?:/i.test(url) || !/^(?:script|style)-src$/.test(directive || '')) return []
    if (attributes['integrity']) return []
    const place = locate(['head', index])
    return [
      {
        rule: 'security/integrity',
        severity: 'info' as const,
        ...(place ? { place } : {}),
        message: `\`${url}\` is of another origin: whoever controls that can change what runs on every page.`,
        hint: "Add its hash as `integrity`, with `crossorigin: 'anonymous'`, or keep a copy in the public folder.",
      },
    ]
  })
}
