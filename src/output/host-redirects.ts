import type { Site } from '../schema/site.ts'
import { localAddress, withBase } from '../addresses/base.ts'
import { safeDecode } from '../addresses/safe-decode.ts'

/** One redirect as hosts are told of it: encoded addresses with base. */
export interface Rule {
  from: string
  to: string
  /** True for the `index.html` form of a folder: there is a file at that address, which the host must not serve. */
  index: boolean
}

/** Configured redirects and the `index.html` form of every folder (H-IDX-1), with base, sorted. */
export function allRedirects(site: Site): Rule[] {
  const { base } = site.config
  const folders = site.pages.map(page => page.record.path).filter(path => path.endsWith('/'))
  const rules: Rule[] = [
    ...site.redirects.map(({ from, to }) => ({
      from: withBase(base, from),
      to: localAddress(base, to),
      index: false,
    })),
    ...folders.map(path => ({
      from: withBase(base, `${path}index.html`),
      to: withBase(base, path),
      index: true,
    })),
  ]
  return rules.toSorted((a, b) => (a.from < b.from ? -1 : 1))
}

/** Netlify and Cloudflare Pages; rules of the site's own file come first. */
export function redirectRules(rules: readonly Rule[], own: string | undefined): string {
  const lines = rules.map(({ from, to }) => `${from} ${to} 301`)
  return [...(own ? [own.trimEnd()] : []), ...lines].join('\n') + '\n'
}

/** Vercel reads a source as a pattern: what means something in it is escaped. */
export function vercelRules(rules: readonly Rule[]): object[] {
  return rules.map(({ from, to }) => ({
    source: from.replace(/[()[\]{}:*+?!$^|\\]/g, '\\$&'),
    destination: to,
    permanent: true,
  }))
}

/**
 * To be included in a `server` block of nginx. An exact location answers redirects. For `index.html` the address as it was
 * asked for decides: the `index` directive asks for the same file internally, and would be sent back for ever.
 */
export function nginxRules(rules: readonly Rule[]): string {
  const lines = rules.map(({ from, to, index }) => {
    const answer = `return 301 ${quote(withQuery(to.replaceAll('$', '%24')))};`
    if (!index) return `location = ${quote(safeDecode(from))} { ${answer} }`
    return `if ($request_uri ~ ${quote(`^${escapePattern(from)}(?:\\?|$)`)}) { ${answer} }`
  })
  return lines.join('\n') + '\n'
}

/** The reader's query goes along, before the hash. */
function withQuery(to: string): string {
  const [path = '', hash] = to.split('#')
  return (path.includes('?') ? path : `${path}$is_args$args`) + (hash === undefined ? '' : `#${hash}`)
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
