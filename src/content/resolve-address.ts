import path from 'node:path/posix'
import { MARKDOWN_FILE, safeDecode, pageAddress, isOutside, isSafeAddress } from '../shared/addresses.ts'
import type { LinkKind } from '../schema/page.ts'
import { type Rewrites, rewritePath } from '../lib/paths.ts'

/** What an address in Markdown leads to, seen from the file it stands in. Fields as in `Link`. */
export interface Address {
  type: 'page' | 'hash' | 'asset' | 'external'
  target: string
  query: string
  hash: string
}

export interface AddressInput {
  url: string
  kind: LinkKind
  /** Site-relative file that the address is written in, and the page that is rendered. */
  file: string
  page: string
  /** Site-relative folder of the content; `.` for the root. */
  contentDir: string
  rewrites?: Rewrites | undefined
}

/** Decides what an address is; undefined when it must not be rendered. */
export function resolveAddress(input: AddressInput): Address | undefined {
  if (!isSafeAddress(input.url)) return undefined
  if (isOutside(input.url))
    return { type: 'external', target: attributeUrl(input.url.trim()), query: '', hash: '' }
  const [, file = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#[^]*)?$/.exec(input.url.trim()) ?? []
  const parts = { query: attributeUrl(query), hash: attributeUrl(hash) }
  if (file === '') return { type: 'hash', target: parts.query + parts.hash, ...parts }
  const decoded = safeDecode(file).replaceAll('\\', '/')
  if (/^(?:image|media|object)$/.test(input.kind) || isAsset(decoded))
    return { type: 'asset', target: assetTarget(decoded, input), ...parts }
  return { type: 'page', target: pageTarget(decoded, input), ...parts }
}

/** An address that ends in an extension other than those of pages is a file to copy. */
function isAsset(file: string): boolean {
  const extension = /\.([a-z][a-z0-9]{0,9})$/i.exec(file)?.[1]?.toLowerCase()
  return extension !== undefined && !['html', 'htm'].includes(extension) && !MARKDOWN_FILE.test(file)
}

function assetTarget(file: string, input: AddressInput): string {
  if (file.startsWith('/')) return path.normalize(file)
  return path.join(path.dirname(input.file), file)
}

/** Absolute decoded address in the site; extra `..` stop at the content folder. */
function pageTarget(file: string, input: AddressInput): string {
  const { contentDir, rewrites } = input
  const base = contentPath(input.file, contentDir) ?? contentPath(input.page, contentDir) ?? ''
  return pageAddress(
    path.resolve('/', path.dirname(`/${rewritePath(base, rewrites)}`), file) +
      (/(?:^|\/)\.{0,2}$|\/$/.test(file) ? '/' : ''),
  )
}

/** Path of a site-relative file below the content folder; undefined when it lies elsewhere. */
export function contentPath(file: string, contentDir: string): string | undefined {
  if (contentDir === '.' || contentDir === '') return file
  return file.startsWith(`${contentDir}/`) ? file.slice(contentDir.length + 1) : undefined
}

/** Encodes what may not stand in a quoted attribute or an address; existing percent escapes are kept. */
function attributeUrl(url: string): string {
  return url.replace(/%(?![0-9a-f]{2})|[^\w!#$&'()*+,./:;=?@~%[\]-]/giu, character =>
    /[\ud800-\udfff]/.test(character) && character.length === 1 ? '%EF%BF%BD' : encodeURIComponent(character),
  )
}
