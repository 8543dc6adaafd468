import path from 'node:path'
import type { Site } from '../../schema/site.ts'
import { type LocaleLeak, listLeaks } from '../rules/links.ts'
import { locateUrl, type TextEdit } from './edit.ts'

/** Edits that keep links of a translation in its language: locale prefix of addresses, path of relative links. */
export function fixLocaleLinks(site: Site, readFile: (file: string) => string | undefined): TextEdit[] {
  return listLeaks(site).flatMap(leak => {
    const { link } = leak.link
    const place = locateUrl(readFile(link.place.file) ?? '', link.place, link.url)
    return place ? [{ place, remove: link.url, insert: localUrl(leak, site.config.contentDir) }] : []
  })
}

/** The address in the form it was written in, but inside the reader's language. */
function localUrl({ link: { link, from, to }, counterpart }: LocaleLeak, contentDir: string): string {
  const [target = '', suffix = ''] = splitOnce(link.url, /[?#]/)
  if (target.startsWith('/')) {
    const foreign = to?.locale ?? '/'
    return (
      from.locale + (target.startsWith(foreign) ? target.slice(foreign.length) : target.slice(1)) + suffix
    )
  }
  const folder = path.posix.relative(contentDir, path.posix.dirname(link.place.file))
  const relative = path.posix.relative(folder, counterpart.record.relativePath)
  return (relative.startsWith('.') ? relative : `./${relative}`) + suffix
}

function splitOnce(text: string, pattern: RegExp): [string, string] {
  const index = text.search(pattern)
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index)]
}
