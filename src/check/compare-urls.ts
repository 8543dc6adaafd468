import { readFileSync } from 'node:fs'
import path from 'node:path'
import { stripBase } from '../addresses/base.ts'
import { createAddressTable, resolvePath } from '../addresses/resolve-path.ts'
import { safeDecode } from '../addresses/safe-decode.ts'
import { isFile } from '../lib/files.ts'
import { nearest } from '../lib/nearest.ts'
import type { Finding, Place } from '../schema/finding.ts'
import type { Site } from '../schema/site.ts'
import { hasAnchor } from '../site/links.ts'

/** An address that readers know, and where the list has it. */
interface ListedAddress {
  /** Absolute, or from the root of the host, with its base. */
  address: string
  line: number
}

/** Suggesting a page for each of very many would take long. */
const MOST_HINTS = 200

/**
 * Reads a list of addresses: a site map, or one address in each line; empty lines and those that begin with `#` are left
 * out. Throws what reading throws.
 */
export function readUrlList(file: string): ListedAddress[] {
  const lines = readFileSync(file, 'utf8').split(/\r?\n/)
  const isXml = lines.some(line => line.includes('<loc>'))
  return lines.flatMap((text, row) => {
    const found = isXml
      ? Array.from(text.matchAll(/<loc>([^<]*)/g), ([, loc = '']) => decodeXml(loc))
      : [text]
    const addresses = found.map(address => address.trim()).filter(address => /^[^#]/.test(address))
    return addresses.map(address => ({ address, line: row + 1 }))
  })
}

/**
 * What of a list the site would lose: addresses that neither a page, a redirect nor a public file answers to – tolerantly,
 * as the site answers its readers –, and anchors that their pages do not have.
 * @param file the list, site-relative, for places
 */
export function compareUrls(listed: readonly ListedAddress[], file: string, site: Site): Finding[] {
  const { config, pages, fallbacks, redirects, root } = site
  const byPath = new Map([...pages, ...fallbacks].map(page => [page.view.path, page]))
  const table = createAddressTable(
    byPath.keys(),
    redirects.map(({ from, to }): [string, string] => [safeDecode(from), to]),
  )
  const findings: Finding[] = []
  let hints = 0
  const suggest = (lost: string) => {
    hints += 1
    return hints > MOST_HINTS ? undefined : nearest(lost, byPath.keys())
  }
  for (const { address, line } of listed) {
    const place = { file, line, column: 1 }
    const [, pathname = '', , hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(withoutHost(address)) ?? []
    const local = pathname.startsWith('/') ? stripBase(pathname, config.base) : undefined
    const found = local === undefined ? undefined : resolvePath(table, local)
    const page = found && byPath.get(found.path)
    if (!found) {
      const name = local && safeDecode(local).slice(1)
      const isPublic = name !== undefined && isFile(path.join(root, config.publicDir), name)
      if (!isPublic) findings.push(lostAddress(local ?? address, place, local && suggest(local)))
    } else if (page && found.hash === '' && !hasAnchor(page, hash))
      findings.push(lostAnchor(page.view.path, safeDecode(hash.slice(1)), place))
  }
  return findings
}

function withoutHost(address: string): string {
  const [, rest] = /^https?:\/\/[^/?#]+(.*)$/i.exec(address) ?? []
  return rest === undefined ? address : rest.replace(/^(?!\/)/, '/')
}

function decodeXml(text: string): string {
  return text.replaceAll('&apos;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

function lostAddress(address: string, place: Place, near: string | undefined): Finding {
  return {
    rule: 'routes/lost-address',
    severity: 'error',
    place,
    message: `Nothing answers to \`${address}\` any more.`,
    hint: `Write where it leads into \`redirects\`: \`'${address}': '${near ?? '…'}'\`.`,
  }
}

function lostAnchor(page: string, id: string, place: Place): Finding {
  return {
    rule: 'routes/lost-anchor',
    severity: 'error',
    place,
    message: `\`${page}\` has lost its anchor \`#${id}\`.`,
    hint: 'Give its heading the id again, or the heading its former words.',
  }
}
