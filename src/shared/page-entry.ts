import type { PackEntry, PageEntry } from '../schema/offline.ts'
import { escapeJson } from './escape.ts'

/** The two files of a page as they are kept and packed: apart from the content, which both have in common. */
export interface JoinedFiles {
  html: string
  document: string
  /** What stands before and after the content as JSON in the chunk. */
  script: [before: string, after: string]
}

/** Addresses with base of the two files of a page. */
export interface PageAddresses {
  page: string
  chunk: string
}

/** The lines of a pack for a page, without line end. `json` is its content as JSON, which is long. */
export function packLines(
  addresses: PageAddresses,
  files: JoinedFiles,
  json = JSON.stringify(files.html),
): string {
  return joinPage(addresses, files)
    .map(line => {
      if (!('html' in line)) return JSON.stringify(line)
      const { html: _html, document, script } = line
      const [before, after] = [JSON.stringify(addresses), JSON.stringify({ document, script })]
      return `${before.slice(0, -1)},"html":${json},${after.slice(1)}`
    })
    .join(',\n')
}

export function fileLines(
  { page, chunk }: PageAddresses,
  files: { document: string; chunk: string },
): string {
  return `${JSON.stringify([page, files.document])},\n${JSON.stringify([chunk, files.chunk])}`
}

/** One entry that has the content once, or one for each file where the document is without it. */
export function joinPage(addresses: PageAddresses, { html, document, script }: JoinedFiles): PackEntry[] {
  const at = document.indexOf(html)
  if (at >= 0) {
    const around: PageEntry['document'] = [document.slice(0, at), document.slice(at + html.length)]
    return [{ ...addresses, html, document: around, script }]
  }
  return [
    [addresses.page, document],
    [addresses.chunk, script[0] + escapeJson(html) + script[1]],
  ]
}

export function splitPage({ html, document, script }: PageEntry): { document: string; chunk: string } {
  return {
    document: document[0] + html + document[1],
    chunk: script[0] + escapeJson(html) + script[1],
  }
}
