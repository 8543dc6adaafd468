import path from 'node:path/posix'
import type { Emitted, EmitInput } from './job-types.ts'
import { encodeForNow } from '../lib/encode.ts'
import { hashContent } from '../lib/hash.ts'
import type { Lost } from './run.ts'
import { mustReadValue, readValue, type Segment, storeValue } from '../cache/segment.ts'
import { withBase } from '../addresses/base.ts'
import { fileAddress } from '../addresses/file-address.ts'
import { fileWriterFor, type StagingFolders } from '../output/file-writer.ts'
import type { RenderedPage, RenderInput } from '../render/page.ts'
import type { PackEntry } from '../schema/offline.ts'
import { packLines, splitPage } from '../shared/page-entry.ts'

interface PageEmitterOptions {
  base: string
  render(input: RenderInput): RenderedPage | Lost
  folders: StagingFolders
  segment: Segment | undefined
}

/** Writes the document and the chunk of pages, rendered now or as they were once rendered. Runs in a thread. */
export function createPageEmitter({ base, render, folders, segment }: PageEmitterOptions) {
  const writer = fileWriterFor(folders)

  /** Writes a file whose name may depend on the hash of its content. */
  function write(nameFor: (hash: string) => string, text: string, { previous }: EmitInput) {
    const bytes = encodeForNow(text)
    const hash = hashContent(bytes, 64)
    const name = nameFor(hash)
    return { name, facts: writer.write(name, bytes, { hash, known: previous.get(name) }) }
  }

  return (input: EmitInput): Emitted | Lost => {
    const { view } = input
    const kept = input.entry && readValue(input.entry)
    const page = kept
      ? readEntry(kept.toString())
      : render({ ...input, html: mustReadValue(input.html).toString() })
    if ('lost' in page) return page
    const document = write(() => input.document, page.document, input)
    const chunk = write(hash => `assets/js/${view.key}.${hash.slice(0, 8)}.js`, page.chunk, input)
    const addresses = { page: withBase(base, view.path), chunk: fileAddress(base, chunk.name) }
    return {
      chunkName: path.basename(chunk.name),
      document: { ...document.facts, immutable: false },
      chunk: { ...chunk.facts, immutable: true },
      // A fallback is no part of a pack: its content is there with the original.
      entry:
        input.chunk === undefined
          ? page.script && storeValue(segment, input.key, encodeForNow(packLines(addresses, page, page.json)))
          : undefined,
    }
  }
}

/** The files of a kept page; without `script`, which only a page has that is rendered now. */
function readEntry(lines: string): { document: string; chunk: string; script?: undefined } {
  const [first, second] = JSON.parse(`[${lines}]`) as PackEntry[]
  if (first && 'page' in first) return splitPage(first)
  return { document: textOf(first), chunk: textOf(second) }
}

function textOf(entry: PackEntry | undefined): string {
  return Array.isArray(entry) && typeof entry[1] === 'string' ? entry[1] : ''
}
