import { createHash, hash } from 'node:crypto'
import { open } from 'node:fs/promises'

/** First `length` hex digits (default 8) of the SHA-256 of `content`. */
export function hashContent(content: string | Uint8Array, length = 8): string {
  return hash('sha256', content, 'hex').slice(0, length)
}

const CHUNK = 1024 * 1024

/** Size in bytes and SHA-256 (hexadecimal). Reads the file in parts, always into the same memory. */
export async function hashFile(file: string): Promise<{ size: number; hash: string }> {
  const sum = createHash('sha256')
  const part = Buffer.allocUnsafe(CHUNK)
  let size = 0
  const handle = await open(file)
  try {
    for (;;) {
      const { bytesRead } = await handle.read(part)
      if (bytesRead === 0) return { size, hash: sum.digest('hex') }
      sum.update(part.subarray(0, bytesRead))
      size += bytesRead
    }
  } catch (error) {
    // A failed read, as of what has become a folder, doesn't name the file.
    throw Object.assign(error as Error, { path: file })
  } finally {
    await handle.close()
  }
}

/** Hash of plain data, whatever the order of its keys. */
export function hashData(data: unknown, length = 16): string {
  return hashContent(JSON.stringify(data, sortKeys), length)
}

function sortKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
