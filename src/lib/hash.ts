import { createHash, hash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** First `length` hex digits of the SHA-256. */
export function hashContent(content: string | Uint8Array, length = 8) {
  return hash('sha256', content, 'hex').slice(0, length)
}

/** Size in bytes and hexadecimal SHA-256. Streams the file. */
export async function hashFile(file: string) {
  const sum = createHash('sha256')
  let size = 0
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      sum.update(chunk)
      size += chunk.length
    }
  } catch (error) {
    // A failed read, as of what has become a folder, doesn't name the file.
    throw Object.assign(error as Error, { path: file })
  }
  return { size, hash: sum.digest('hex') }
}

/** Hash of plain data, whatever the order of its keys. */
export function hashData(data: unknown, length = 16) {
  return hashContent(JSON.stringify(data, sortKeys), length)
}

function sortKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
