import path from 'node:path'
import { stripBase, safeDecode, isWebAddress, createAddressTable, resolvePath } from '../shared/addresses.ts'
import { isFile } from '../lib/files.ts'
import { nearest } from '../lib/text.ts'
import type { Finding } from '../schema/finding.ts'
import type { Page, Site } from '../schema/site.ts'
import { hasAnchor } from '../site/links.ts'

interface ListedAddress {
  /** Absolute, or from the root of the host, with its base. */
  address: string
  line: number
}

/** A version of the site, and where it is below the base: `/` for the current one. */
export interface PlacedSite {
  path: string
  site: Site
}

/** Suggesting a page for each of very many would take long. */
const MOST_HINTS = 200

/** Reads a site map, or one address in each line; empty lines and those that begin with `#` are left out. */
export function parseUrlList(text: string): ListedAddress[] {
  const isXml = text.includes('<loc>')
  return text.split(/\r?\n/).flatMap((line, row) => {
    const found = isXml
      ? Array.from(line.matchAll(/<loc>([^<]*)/g), ([, loc = '']) => decodeXml(loc))
      : [line]
    const addresses = found.map(address => address.trim()).filter(address => /^[^#]/.test(address))
    return addresses.map(address => ({ address, line: row + 1 }))
  })
}

/** What of a list the site, with `old` versions below it, would lose: addresses that it doesn't answer, anchors that are gone. */
export function compareUrls(
  listed: readonly ListedAddress[],
  file: string,
  site: Site,
  old: readonly PlacedSite[] = [],
): Finding[] {
  const { base } = site.config
  const sites = [...old, { path: '/', site }].map(one => ({
    ...one,
    below: (address: string) => one.path.slice(0, -1) + address,
  }))
  const byPath = new Map(
    sites.flatMap(({ site: { pages, fallbacks }, below }) =>
      [...pages, ...fallbacks].map((page): [string, Page] => [below(page.view.path), page]),
    ),
  )
  const redirects = sites.flatMap(({ site: { redirects }, below }) =>
    redirects.map(({ from, to }): [string, string] => {
      return [below(safeDecode(from)), isWebAddress(to) ? to : below(to)]
    }),
  )
  const table = createAddressTable(byPath.keys(), redirects)
  const isPublic = (address: string) =>
    sites.some(({ path: top, site: { root, config } }) => {
      const folder = path.join(root, config.publicDir)
      return address.startsWith(top) && isFile(folder, address.slice(top.length))
    })
  let hints = 0
  const suggest = (lost: string) => ((hints += 1) > MOST_HINTS ? undefined : nearest(lost, byPath.keys()))
  return listed.flatMap(({ address, line }): Finding[] => {
    const lost = { severity: 'error' as const, place: { file, line, column: 1 } }
    const bare = address.replace(/^https?:\/\/[^/?#]+\/?/i, '/')
    const [, pathname = '', , hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(bare) ?? []
    const local = pathname.startsWith('/') ? stripBase(pathname, base) : undefined
    const found = local === undefined ? undefined : resolvePath(table, local)
    const page = found && byPath.get(found.path)
    if (!found) {
      if (local !== undefined && isPublic(safeDecode(local))) return []
      const wanted = local ?? address
      const message = `The site no longer has the address \`${wanted}\`.`
      const hint = `Add a redirect to \`redirects\`: \`'${wanted}': '${(local && suggest(local)) ?? '…'}'\`.`
      return [{ ...lost, rule: 'routes/lost-address', message, hint }]
    }
    if (!page || found.hash !== '' || hasAnchor(page, hash)) return []
    const message = `\`${found.path}\` has lost its anchor \`#${safeDecode(hash.slice(1))}\`.`
    const hint = 'Restore the id with `{#…}`, or the former text of the heading.'
    return [{ ...lost, rule: 'routes/lost-anchor', message, hint }]
  })
}

function decodeXml(text: string): string {
  return text.replaceAll('&apos;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
