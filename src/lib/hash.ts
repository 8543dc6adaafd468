import { createHash, hash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** First `length` hex digits (default 8) of the SHA-256 of `content`. */
export function hashContent(content: string | Uint8Array, length = 8): string {
  return hash('sha256', content, 'hex').slice(0, length)
}

/** Size in bytes and SHA-256 (hexadecimal) of a file, which is never held in memory as a whole. */
export async function hashFile(file: string): Promise<{ size: number; hash: string }> {
  const sum = createHash('sha256')
  let size = 0
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      sum.update(chunk)
      size += chunk.length
    }
  } catch (error) {
    // A read that fails doesn't say of which file, as where it has become a folder.
    throw Object.assign(error as Error, { path: file })
  }
  return { size, hash: sum.digest('hex') }
}

/** Hash of plain data: object keys are sorted, so that equal data has equal hashes whatever order it was made in. */
export function hashData(data: unknown, length = 16): string {
  return hashContent(JSON.stringify(data, sortKeys), length)
}

function sortKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
