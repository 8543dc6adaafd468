import path from 'node:path/posix'
import { isOutside, safeDecode } from '../../shared/addresses.ts'

/** The folder of the pages that are written. */
export const CONTENT = 'content'

/** The name of a file that isn't a page. */
export const FILE = /\.(?!html?$)[a-z][a-z0-9]{0,9}$/i

/** A link from one file to another; paths are relative to the root. */
export function linkTo(from: string, to: string): string {
  const relative = path.relative(path.dirname(from), to)
  return encodeURI(relative.startsWith('.') ? relative : `./${relative}`)
}

/** The path of an address, decoded, and its query and hash. The path is empty for other sites, and for a place on the same page. */
export function splitAddress(url: string): { name: string; rest: string } {
  const [, written = '', rest = ''] = (!isOutside(url) && /^([^?#]*)([^]*)$/.exec(url)) || []
  return { name: safeDecode(written), rest }
}
