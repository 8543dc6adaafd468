import { createHash } from 'node:crypto'

/** Integrity value as in HTML: `sha384-` and the digest in base64. */
export function integrityOf(content: string | Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}
