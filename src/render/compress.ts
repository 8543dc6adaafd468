import type { Staging } from './files/staging.ts'
import type { OutputFacts } from '../schema/output.ts'
import {
  COMPRESSED_FROM,
  COMPRESSIONS,
  type CompressionName,
  isCompressible,
  contentType,
} from '../shared/content-type.ts'
import { HOST_FILES } from '../shared/public-files.ts'
import type { Session } from '../cache/workers/session.ts'
import { type CompressJob, knownCompressions } from '../cache/workers/write-compressed.ts'

/** Facts by which a compressed file is found again in the previous output; null where it would be no smaller. */
type Trace = Pick<OutputFacts, 'size' | 'hash'> | null

/** Writes compressed copies (`index.html.br`) last, because files must not change afterwards; reuses those of the previous output. */
export async function compressFiles(session: Session, staging: Staging): Promise<void> {
  const encodings = COMPRESSIONS.filter(({ name }) => knownCompressions().includes(name))
  const jobs: CompressJob[] = []
  // Reused copies are noted meanwhile; they are compressed already.
  for (const [name, { size, hash, immutable }] of staging.written) {
    if (size < COMPRESSED_FROM || !isSent(name)) continue
    const missing = encodings.filter(({ name: encoding, ending }) => {
      if (staging.written.has(name + ending)) return false
      const stored = session.rendered.get(traceKey(encoding, hash))
      if (!stored) return true
      const trace = JSON.parse(stored.toString()) as Trace
      return trace !== null && !staging.reuse(name + ending, { ...trace, immutable })
    })
    if (missing.length === 0) continue
    const known = missing.flatMap(({ ending }) => {
      const file = staging.previous.get(name + ending)
      return file ? [[name + ending, file] as const] : []
    })
    jobs.push({ name, size, wanted: missing.map(({ name: encoding }) => encoding), previous: new Map(known) })
  }
  if (jobs.length === 0) return
  // The largest first: no thread is left with one of them at the end.
  jobs.sort((a, b) => b.size - a.size || (a.name < b.name ? -1 : 1))
  const { folder, outDir } = staging
  const made = await session.map('compress', { folders: { folder, outDir } }, jobs)
  for (const [index, { name, wanted }] of jobs.entries()) {
    const { hash = '', immutable = false } = staging.written.get(name) ?? {}
    for (const { name: encoding, ending } of COMPRESSIONS) {
      const file = made[index]?.[encoding]
      if (!wanted.includes(encoding) || file === undefined) continue
      if (file) staging.note(name + ending, { ...file, immutable })
      const trace: Trace = file && { size: file.size, hash: file.hash }
      session.rendered.set(traceKey(encoding, hash), Buffer.from(JSON.stringify(trace)))
    }
  }
}

function traceKey(encoding: CompressionName, hash: string): string {
  return `compressed.${encoding}.${process.versions[encoding === 'br' ? 'brotli' : encoding === 'gzip' ? 'zlib' : 'zstd'] ?? ''}.${hash}`
}

const FOR_HOSTS: ReadonlySet<string> = new Set(HOST_FILES)

/** True for what readers load: neither rules for hosts nor what is compressed already. */
function isSent(name: string): boolean {
  return !FOR_HOSTS.has(name) && !/(?:^|\/)[._][^/]*$/.test(name) && isCompressible(contentType(name))
}
