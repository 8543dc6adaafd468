import type { Emitted, EmitInput } from './job-types.ts'
import type { Lost } from './pool.ts'
import { mustReadValue, readValue, type Segment, storeValue } from '../store.ts'
import { withBase, fileAddress } from '../../shared/addresses.ts'
import { bundleChunks, type ChunkFile } from '../../render/files/chunks.ts'
import { type StagingFolders, writeStaged } from '../../render/files/staging.ts'
import type { RenderedPage, RenderInput } from '../../render/files/page.ts'
import { hashContent } from '../../lib/hash.ts'
import type { PackEntry } from '../../schema/offline.ts'
import type { WrittenFile } from '../../schema/output.ts'
import { fileLines, packLines, splitPage } from '../../shared/page-entry.ts'

interface PageEmitterOptions {
  base: string
  render(input: RenderInput): RenderedPage | Lost
  folders: StagingFolders | undefined
  keepsFallbacks: boolean
  segment: Segment | undefined
}

/** A page with its document written and its chunk still to be. */
interface HalfEmitted {
  input: EmitInput
  page: RenderedPage | KeptPage
  document: WrittenFile
}

/** The files of a page that was rendered before; without `script`, which only a page has that is rendered now. */
type KeptPage = Pick<RenderedPage, 'document' | 'chunk'> & { script?: undefined }

/** Writes documents one by one, then the chunks of all of them (`finish`). Runs in a thread. */
export function createPageEmitter(options: PageEmitterOptions) {
  const { base, render, folders, keepsFallbacks, segment } = options

  function write(name: string, bytes: Uint8Array, { previous }: EmitInput) {
    const hash = hashContent(bytes, 64)
    const known = previous.get(name)
    return folders
      ? writeStaged(folders, name, bytes, { hash, known })
      : { size: bytes.length, hash, mtime: 0, inode: 0 }
  }

  function complete({ input, page, document }: HalfEmitted, file: ChunkFile | undefined): Emitted {
    const name = file && `assets/js/${file.name}`
    const chunk = file &&
      name && { name: file.name, file: { ...write(name, file.bytes, input), immutable: true } }
    const addresses = { page: withBase(base, input.view.path), chunk: fileAddress(base, name ?? '') }
    const { script } = page
    let lines: string | undefined
    if (script && input.chunk === undefined) lines = packLines(addresses, page, page.json)
    else if (script && keepsFallbacks) lines = fileLines(addresses, page)
    const entry = lines === undefined ? undefined : storeValue(segment, input.key, Buffer.from(lines))
    return { document, ...(chunk ? { chunk } : {}), entry }
  }

  return {
    emit(input: EmitInput): HalfEmitted | Lost {
      const kept = input.entry && readValue(input.entry)
      const page =
        (kept && readEntry(kept.toString())) ??
        render({ ...input, html: mustReadValue(input.html).toString() })
      if ('lost' in page) return page
      const bytes = Buffer.from(page.document)
      return { input, page, document: { ...write(input.document, bytes, input), immutable: false } }
    },

    async finish(pages: readonly (HalfEmitted | Lost)[]): Promise<(Emitted | Lost)[]> {
      const scripts = pages.flatMap(page =>
        'lost' in page || page.page.chunk === '' ? [] : [[page.input.view.key, page.page.chunk] as const],
      )
      const chunks = await bundleChunks(new Map(scripts))
      return pages.map(page => ('lost' in page ? page : complete(page, chunks.get(page.input.view.key))))
    },
  }
}

/** The files of a kept page; undefined for bytes that aren't one. */
function readEntry(lines: string): KeptPage | undefined {
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
