import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { PackEntry } from '../schema/offline.ts'
import type { PageChunk } from '../schema/view.ts'
import { escapeJson } from '../shared/html.ts'
import { fileAddress, pageAddress } from './addresses.ts'
import type { PageFiles } from './group-files.ts'

/** What becomes one entry of a pack: the files of a page, or one file. */
export type PackItem = PageFiles | string

interface EntryContext {
  /** Absolute folder that holds the whole output. */
  folder: string
  base: string
}

/** Reads the files of an item; a page's two files become one entry when the content is found in both.
 * One file at a time is open (R-FD-1). */
export function readEntries(item: PackItem, { folder, base }: EntryContext): PackEntry[] {
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
  if (typeof item !== 'string') {
    const addresses = { page: pageAddress(base, item.path), chunk: fileAddress(base, item.chunk) }
    const [document, chunk] = [read(item.document), read(item.chunk)]
    const joined = joinPage(addresses, document, chunk)
    return joined
      ? [joined]
      : [
          [addresses.page, document],
          [addresses.chunk, chunk],
        ]
  }
  const address = fileAddress(base, item)
  if (isText(item)) return [[address, read(item)]]
  return [[address, { base64: readFileSync(path.join(folder, item), 'base64') }]]
}

/** How many addresses an item has in the device's store. */
export function addressCount(item: PackItem): number {
  return typeof item === 'string' ? 1 : 2
}

/** Stores the content that document and chunk share once; undefined when they do not share it byte for byte. */
export function joinPage(
  addresses: { page: string; chunk: string },
  document: string,
  chunk: string,
): PackEntry | undefined {
  const html = contentOf(chunk)
  if (!html) return undefined
  const [before, after, ...rest] = document.split(html)
  const [scriptBefore, scriptAfter, ...scriptRest] = chunk.split(escapeJson(html))
  if (before === undefined || after === undefined || rest.length > 0) return undefined
  if (scriptBefore === undefined || scriptAfter === undefined || scriptRest.length > 0) return undefined
  return { ...addresses, html, document: [before, after], script: [scriptBefore, scriptAfter] }
}

/** The content's HTML in the call that a chunk consists of. */
function contentOf(chunk: string): string | undefined {
  const argument = /\.push\((\[.*\])\)/s.exec(chunk)?.[1]
  try {
    return (JSON.parse(argument ?? '[]') as [string, PageChunk?])[1]?.html
  } catch {
    return undefined
  }
}

function isText(name: string): boolean {
  return /\.(?:js|css|html|json|svg|webmanifest)$/.test(name)
}
