import path from 'node:path/posix'
import type { Emitted, EmitInput } from './job-types.ts'
import { hashContent } from '../../lib/hash.ts'
import type { Lost } from './pool.ts'
import { mustReadValue, readValue, type Segment, storeValue } from '../segment.ts'
import { withBase } from '../../shared/addresses/base.ts'
import { fileAddress } from '../../shared/addresses/file-address.ts'
import { fileWriterFor, type StagingFolders } from '../../render/file-writer.ts'
import type { RenderedPage, RenderInput } from '../../render/page.ts'
import type { PackEntry } from '../../schema/offline.ts'
import { fileLines, type PageAddresses, packLines, splitPage } from '../../shared/page-entry.ts'

interface PageEmitterOptions {
  base: string
  render(input: RenderInput): RenderedPage | Lost
  folders: StagingFolders | undefined
  keepsFallbacks: boolean
  segment: Segment | undefined
}

/** Writes the document and the chunk of pages, rendered now or as they were once rendered. Runs in a thread. */
export function createPageEmitter(options: PageEmitterOptions) {
  const { base, render, folders, keepsFallbacks, segment } = options
  const writer = folders && fileWriterFor(folders)

  /** Writes a file whose name may depend on the hash of its content. */
  function write(nameFor: (hash: string) => string, text: string, { previous }: EmitInput) {
    const bytes = Buffer.from(text)
    const hash = hashContent(bytes, 64)
    const name = nameFor(hash)
    const known = previous.get(name)
    const facts = writer?.write(name, bytes, { hash, known }) ?? {
      size: bytes.length,
      hash,
      mtime: 0,
      inode: 0,
    }
    return { name, facts }
  }

  /** What is kept of a page that was rendered now. */
  function linesOf(page: RenderedPage, addresses: PageAddresses, { chunk }: EmitInput): string | undefined {
    if (chunk === undefined) return packLines(addresses, page, page.json)
    return keepsFallbacks ? fileLines(addresses, page) : undefined
  }

  return (input: EmitInput): Emitted | Lost => {
    const { view } = input
    const kept = input.entry && readValue(input.entry)
    const page =
      (kept && readEntry(kept.toString())) ?? render({ ...input, html: mustReadValue(input.html).toString() })
    if ('lost' in page) return page
    const document = write(() => input.document, page.document, input)
    const chunk =
      page.chunk === ''
        ? undefined
        : write(hash => `assets/js/${view.key}.${hash.slice(0, 8)}.js`, page.chunk, input)
    const addresses = { page: withBase(base, view.path), chunk: fileAddress(base, chunk?.name ?? '') }
    const lines = page.script && linesOf(page, addresses, input)
    return {
      document: { ...document.facts, immutable: false },
      ...(chunk && { chunk: { name: path.basename(chunk.name), file: { ...chunk.facts, immutable: true } } }),
      entry: lines === undefined ? undefined : storeValue(segment, input.key, Buffer.from(lines)),
    }
  }
}

/** The files of a kept page; without `script`, which only a page has that is rendered now. Undefined for what is none. */
function readEntry(lines: string): { document: string; chunk: string; script?: undefined } | undefined {
  try {
    const [first, second] = JSON.parse(`[${lines}]`) as PackEntry[]
    if (first && 'page' in first) return splitPage(first)
    const [document, chunk] = [textOf(first), textOf(second)]
    return document && chunk !== undefined ? { document, chunk } : undefined
  } catch {
    // Whole, but not from a program like this one, as what comes from other machines may be.
    return undefined
  }
}

function textOf(entry: PackEntry | undefined): string | undefined {
  return Array.isArray(entry) && typeof entry[1] === 'string' ? entry[1] : undefined
}
