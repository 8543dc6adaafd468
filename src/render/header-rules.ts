import type { SiteConfig } from '../schema/config.ts'
import type { Site } from '../schema/site.ts'
import { isIcon } from '../shared/icon.ts'
import { matchesAny } from '../lib/path-patterns.ts'
import { safeDecode } from '../shared/addresses/safe-decode.ts'
import { documentPolicy, DOWNLOAD_HEADERS, LINKED_SCRIPT } from '../shared/own-documents.ts'
import { headerText, PICTURE_POLICY, POLICY_HEADER } from '../shared/policy.ts'

/** Headers by name for the addresses that fit a pattern: a path with base, in which `*` stands for anything. */
export interface HeaderRule {
  pattern: string
  headers: Record<string, string>
}

/** nginx can only add headers: a type is said to it in another way. */
export const CONTENT_TYPE = 'Content-Type'

const PERMISSIONS = ['camera', 'geolocation', 'microphone', 'payment', 'usb']

/** Folders in which every name has a hash of its content. */
const HASHED = ['assets/js', 'assets/css', 'assets/img', 'assets/media', 'assets/search', 'offline']
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Browsers ask for the icon again whenever the address changes, also by scrolling, unless they may keep it. */
const KEPT_A_DAY = 'public, max-age=86400'

/** What names the hashed files. Documents of folders are covered by the trailing slash. */
const REVALIDATED = ['', '*/', '*.html', 'assets/locales/*', 'service-worker.js', 'sitemap.xml', 'robots.txt']

/**
 * The headers of a site, for hosts that send those of every rule that fits: where several name the same header they join
 * its values, so no header stands in two rules that overlap. Hashed files get theirs, documents and indexes theirs, the
 * rest the host's own, which revalidates. Two policies are both enforced, so that the one for pictures only adds to the
 * general one (X-SVG-1). `versions`: old versions of the site, which lie below its base.
 */
export function createHeaderRules(site: Site, versions: readonly Site[] = []): HeaderRule[] {
  const { config, policy } = site
  const { base } = config
  const configs = [config, ...versions.map(version => version.config)]
  const bases = configs.map(each => each.base)
  // What the patterns of the site itself do not cover.
  const ofVersions = bases
    .slice(1)
    .flatMap(each => ['assets/locales/*', 'service-worker.js'].map(name => each + name))
  return [
    {
      pattern: `${base}*`,
      headers: {
        ...(policy ? { [POLICY_HEADER]: headerText(policy) } : {}),
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'strict-origin-when-cross-origin',
        'Permissions-Policy': PERMISSIONS.map(name => `${name}=()`).join(', '),
        'Cross-Origin-Opener-Policy': 'same-origin',
      },
    },
    ...bases.flatMap(each =>
      HASHED.map(folder => ({ pattern: `${each}${folder}/*`, headers: { 'Cache-Control': IMMUTABLE } })),
    ),
    ...[...REVALIDATED.map(name => base + name), ...ofVersions].map(pattern => ({
      pattern,
      headers: { 'Cache-Control': 'no-cache' },
    })),
    ...configs.flatMap(iconPaths).map(pattern => ({ pattern, headers: { 'Cache-Control': KEPT_A_DAY } })),
    ...(configs.some(({ machines }) => machines.markdown)
      ? [{ pattern: `${base}*.md`, headers: { [CONTENT_TYPE]: 'text/markdown; charset=utf-8' } }]
      : []),
    ...(policy ? [{ pattern: `${base}*.svg`, headers: { [POLICY_HEADER]: PICTURE_POLICY } }] : []),
    ...[site, ...versions].flatMap(each => documentRules(each)),
  ]
}

/**
 * Documents that docsgen did not write run no scripts beside its pages, and scripts that pages link to are downloads. Hosts answer
 * `/a` and `/b/` with `/a.html` and `/b/index.html`, too.
 */
function documentRules({ config, policy, documents, assets }: Site): HeaderRule[] {
  const under = (path: string) => config.base + path.slice(1)
  const rules = policy ? documents.filter(path => !path.endsWith('.svg')) : []
  const scripts = Object.values(assets).filter(path => LINKED_SCRIPT.test(path))
  return [
    ...rules.flatMap(path => {
      const decoded = safeDecode(path)
      const isEmbedded = matchesAny(decoded, config.security.embed)
      const headers = { [POLICY_HEADER]: documentPolicy(headerText(policy ?? {}), isEmbedded) }
      const forms = [path, decoded].flatMap(form => [form, form.replace(/(?:(\/)index)?\.html?$/i, '$1')])
      const isSafe = (form: string) => !/[\p{Cc}*]/u.test(form)
      return [...new Set(forms)].filter(isSafe).map(form => ({ pattern: under(form), headers }))
    }),
    ...scripts.map(path => ({ pattern: under(path), headers: DOWNLOAD_HEADERS })),
  ]
}

/** Paths with base of a site's own icons that have no hash in their names. */
function iconPaths({ base, head }: SiteConfig): string[] {
  const addresses = head.filter(isIcon).map(({ attributes }) => String(attributes['href']))
  const isHashed = (address: string) => HASHED.some(folder => address.startsWith(`/${folder}/`))
  const own = addresses.filter(address => /^\/\w[\w./-]*$/.test(address) && !isHashed(address))
  return [...new Set(own)].map(address => base + address.slice(1))
}
