import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import type { Session } from '../cache/workers/session.ts'
import { inParallel } from '../lib/process.ts'
import type { OutputFacts } from '../schema/output.ts'
import { COMPRESSED_FROM, COMPRESSIONS, contentType, isCompressible } from '../shared/http.ts'
import { HOST_FILES } from '../site/assets.ts'
import type { Staging } from './files/staging.ts'

/** Facts by which a compressed file is found again in the previous output; null where it would be no smaller. */
type Trace = Pick<OutputFacts, 'size' | 'hash'> | null

/** Node.js 22.15 and later. */
const { zstdCompress } = zlib as {
  zstdCompress?: (content: Buffer, options: object, done: (error: Error | null, made: Buffer) => void) => void
}

/** Smallest there is: it is done once, and sent many times. Nothing in the result depends on time or machine. */
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_MAX_QUALITY, Z_BEST_COMPRESSION } =
  zlib.constants
const ZSTD_LEVEL = (zlib.constants as { ZSTD_c_compressionLevel?: number }).ZSTD_c_compressionLevel ?? 0
const METHODS = {
  br: (content: Buffer) =>
    promisify(zlib.brotliCompress)(content, {
      params: { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY, [BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
  gzip: (content: Buffer) => promisify(zlib.gzip)(content, { level: Z_BEST_COMPRESSION }),
  zstd:
    zstdCompress && ((content: Buffer) => promisify(zstdCompress)(content, { params: { [ZSTD_LEVEL]: 19 } })),
}

/** Part of the cache keys: another version of a library may compress in another way. */
const VERSIONS = { br: 'brotli', gzip: 'zlib', zstd: 'zstd' } as const

/** Threads that Node.js has for this. */
const AT_A_TIME = 4

/** Writes compressed copies (`index.html.br`) last, because files must not change afterwards; reuses those of the previous output. */
export async function compressFiles({ rendered }: Session, staging: Staging): Promise<void> {
  // Copies that are noted meanwhile are compressed already.
  const files = [...staging.written].filter(([name, { size }]) => size >= COMPRESSED_FROM && isSent(name))
  const copies = files.flatMap(([name, facts]) =>
    COMPRESSIONS.map(({ name: encoding, ending }) => {
      const key = `compressed.${encoding}.${process.versions[VERSIONS[encoding]] ?? ''}.${facts.hash}`
      return { name, ...facts, compress: METHODS[encoding], copy: name + ending, key }
    }),
  )
  const missing = copies.filter(({ copy, key, immutable, compress }) => {
    if (!compress || staging.written.has(copy)) return false
    const stored = rendered.get(key)
    const trace = stored && (JSON.parse(stored.toString()) as Trace)
    return trace !== null && !(trace && staging.reuse(copy, { ...trace, immutable }))
  })
  // The largest first: no thread is left with one of them at the end.
  missing.sort((a, b) => b.size - a.size || (a.copy < b.copy ? -1 : 1))
  await inParallel(missing, AT_A_TIME, async ({ name, copy, key, size, immutable, compress }) => {
    const content = (await compress?.(await readFile(path.join(staging.folder, name)))) ?? Buffer.of()
    const file = content.length < size ? await staging.write({ path: copy, content, immutable }) : undefined
    const trace: Trace = file ? { size: file.size, hash: file.hash } : null
    rendered.set(key, Buffer.from(JSON.stringify(trace)))
  })
}

const FOR_HOSTS: ReadonlySet<string> = new Set(HOST_FILES)

/** True for what readers load: neither rules for hosts nor what is compressed already. */
function isSent(name: string): boolean {
  return !FOR_HOSTS.has(name) && !/(?:^|\/)[._][^/]*$/.test(name) && isCompressible(contentType(name))
}
