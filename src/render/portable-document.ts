import { documentPath, encodePath, tryDecode } from '../shared/addresses.ts'
import { replaceTags, replaceValues } from '../lib/replace-tags.ts'
import { escapeHtml } from '../shared/escape.ts'

/** What documents of a site that opens from any path have in common. */
export interface PortableSite {
  /** Base that the documents were written for: that of the current version. */
  base: string
  /** Whether there is a file in the output, by its decoded path. */
  has(file: string): boolean
}

/** What is one for all documents of a version. */
export interface PortableVersion {
  /** Its folder in the output: empty for the current version, else `1.x/`. */
  below: string
  /** Path in the output of the one script. */
  script: string
}

/** Attributes that hold an address. */
const ADDRESSES = new Set(['href', 'src', 'poster', 'data', 'action', 'xlink:href'])
/** Browsers load these in ways that a document opened as a file has not. */
const UNREACHABLE = /\srel="(?:preload|modulepreload|prefetch|manifest|search)"/

/**
 * A document as it opens from any path: addresses of the site are relative and name files, and one classic script stands for
 * the modules of the theme.
 * @param file its path in the output
 */
export function portableDocument(
  html: string,
  file: string,
  site: PortableSite,
  version: PortableVersion,
): string {
  const root = folderFrom(file)
  const move = (address: string) => relativeAddress(address, root, site)
  return replaceTags(html, tag => {
    if (tag.startsWith('<script')) return scriptTag(tag, file, site, version)
    if (tag.startsWith('<link') && UNREACHABLE.test(tag)) return ''
    return replaceValues(tag, (name, value) => {
      if (ADDRESSES.has(name)) return move(value)
      if (name === 'srcset') return value.replace(/(?<![^\s,])\/[^\s,]*/g, move)
      if (name === 'content') return value.replace(/^(\d+; url=)(.*)$/s, (_all, wait, to) => wait + move(to))
      return undefined
    })
  })
}

/** The way to the folder of a site from one of its files. */
function folderFrom(file: string): string {
  return '../'.repeat(file.split('/').length - 1) || './'
}

/** The theme's modules are in the one script; what counts page views does not run in a copy. */
function scriptTag(
  tag: string,
  file: string,
  site: PortableSite,
  { below, script }: PortableVersion,
): string {
  const root = folderFrom(file)
  if (tag.includes(' data-docsgen>'))
    return tag.replace(' data-docsgen>', ` data-docsgen data-root="${folderFrom(file.slice(below.length))}">`)
  if (tag.includes(' data-docsgen-analytics=')) return ''
  const own = `${site.base}${below}assets/js/`
  const [, src = ''] = / src="([^"]*)"/.exec(tag.slice(0, tag.indexOf('>'))) ?? []
  if (tag.includes(' type="module"') && src.startsWith(own))
    return src.startsWith(`${own}boot.`) ? `<script defer src="${root}${script}"></script>` : ''
  const end = tag.indexOf('>')
  const opening = replaceValues(tag.slice(0, end), (name, value) =>
    name === 'src' ? relativeAddress(value, root, site) : undefined,
  )
  return opening + tag.slice(end)
}

/** An address of the site from the root of its host, seen from a document; any other stays. */
function relativeAddress(address: string, root: string, { base, has }: PortableSite): string {
  if (!address.startsWith(base) || address.startsWith('//')) return address
  const plain = address.replace(/&(?:amp|#39|#x27);/g, entity => (entity === '&amp;' ? '&' : "'"))
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(plain.slice(base.length)) ?? []
  const file = tryDecode(path)
  const document = documentPath(`/${path}`)
  const isPage = file !== undefined && !has(file) && has(document)
  return escapeHtml(root + (isPage ? encodePath(document) : path) + rest)
}
