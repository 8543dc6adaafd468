import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { type CompressionName, COMPRESSIONS } from '../../shared/content-type.ts'
import { type StagingFolders, writeStaged } from '../../render/files/staging.ts'
import type { KnownFile } from '../../schema/output.ts'

/** A file of the new site whose compressed copies are to be written. */
export interface CompressJob {
  name: string
  size: number
  wanted: CompressionName[]
  /** The copies in the previous output. */
  previous: ReadonlyMap<string, KnownFile>
}

/** What was written, by encoding; null where the file is no smaller for it. */
export type CompressedFiles = Partial<Record<CompressionName, KnownFile | null>>

type Compress = (content: Buffer, size: number) => Promise<Buffer>

/** Smallest there is: it is done once, and sent many times. Nothing in the result depends on time or machine. */
const METHODS: Partial<Record<CompressionName, Compress>> = {
  br: (content, size) =>
    promisify(zlib.brotliCompress)(content, {
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: zlib.constants.BROTLI_MAX_QUALITY,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: size,
      },
    }),
  gzip: content => promisify(zlib.gzip)(content, { level: zlib.constants.Z_BEST_COMPRESSION }),
  ...zstd(),
}

/** Node.js 22.15 and later. */
function zstd(): { zstd?: Compress } {
  const { zstdCompress, constants } = zlib as typeof zlib & {
    zstdCompress?: (
      content: Buffer,
      options: object,
      done: (error: Error | null, made: Buffer) => void,
    ) => void
    constants: { ZSTD_c_compressionLevel?: number }
  }
  const level = constants.ZSTD_c_compressionLevel
  if (!zstdCompress || level === undefined) return {}
  return { zstd: content => promisify(zstdCompress)(content, { params: { [level]: 19 } }) }
}

/** Encodings that this Node.js has. */
export function knownCompressions(): CompressionName[] {
  return COMPRESSIONS.map(({ name }) => name).filter(name => METHODS[name])
}

/** Writes the compressed copies of a file. Runs in a thread. */
export async function writeCompressed(
  { name, size, wanted, previous }: CompressJob,
  folders: StagingFolders,
): Promise<CompressedFiles> {
  const content = await readFile(path.join(folders.folder, name))
  const made: CompressedFiles = {}
  for (const { name: encoding, ending } of COMPRESSIONS) {
    const compress = wanted.includes(encoding) ? METHODS[encoding] : undefined
    if (!compress) continue
    const bytes = await compress(content, size)
    const copy = name + ending
    made[encoding] =
      bytes.length < size ? writeStaged(folders, copy, bytes, { known: previous.get(copy) }) : null
  }
  return made
}
