import path from 'node:path/posix'
import type { Emitted, EmitInput } from './jobs.ts'
import { encodeForNow } from '../lib/encode.ts'
import { hashContent } from '../lib/hash.ts'
import type { Lost } from './pool-run.ts'
import { keep, readWhole, type Segment } from '../cache/segment.ts'
import { fileAddress, pageAddress } from '../addresses/file-address.ts'
import { createFileWriter, type StagingPlace } from '../output/file-writer.ts'
import type { RenderedPage, RenderInput } from '../render/page.ts'
import type { PackEntry } from '../schema/offline.ts'
import { joinPage, splitPage } from '../shared/page-entry.ts'

interface PageEmitterOptions {
  base: string
  render(input: RenderInput): RenderedPage | Lost
  place: StagingPlace
  segment: Segment | undefined
}

/** Writes the document and the chunk of pages, rendered now or as they were once rendered. Runs in a thread. */
export function createPageEmitter({ base, render, place, segment }: PageEmitterOptions) {
  const writer = createFileWriter(place)

  /** Writes a file whose name may depend on the hash of its content. */
  function write(nameFor: (hash: string) => string, text: string, { previous }: EmitInput) {
    const bytes = encodeForNow(text)
    const hash = hashContent(bytes, 64)
    const name = nameFor(hash)
    return { name, facts: writer.write(name, bytes, { hash, known: previous.get(name) }) }
  }

  return (input: EmitInput): Emitted | Lost => {
    const { view, from } = input
    const page =
      'html' in from
        ? render({ ...input, html: readWhole(from.html).toString() })
        : readEntry(readWhole(from.entry).toString())
    if ('lost' in page) return page
    const document = write(() => input.document, page.document, input)
    const chunk = write(hash => `assets/js/${view.key}.${hash.slice(0, 8)}.js`, page.chunk, input)
    const addresses = { page: pageAddress(base, view.path), chunk: fileAddress(base, chunk.name) }
    return {
      chunkName: path.basename(chunk.name),
      document: { ...document.facts, immutable: false },
      chunk: { ...chunk.facts, immutable: true },
      entry: page.script ? keep(segment, input.key, writeEntry(joinPage(addresses, page))) : undefined,
    }
  }
}

/** Lines as they stand in a pack. */
function writeEntry(lines: readonly PackEntry[]): Uint8Array {
  return encodeForNow(lines.map(line => JSON.stringify(line)).join(',\n'))
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
