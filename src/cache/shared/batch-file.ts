/** The bytes of a batch under `cas/`: gzip of a line of JSON, which says whose values follow, and the values. */
import { constants, gunzipSync, gzip } from 'node:zlib'
import { promisify } from 'node:util'

interface Head {
  /** Of the program that wrote the values. */
  format: string
  /** Key and length of each value, in their order. */
  entries: [key: string, length: number][]
}

/** No batch of pages comes near it: what is larger once it is unpacked is made to fill the memory. */
const LARGEST = 1 << 26

const pack = promisify(gzip)

/** Packs values by their keys. */
export function encodeBatch(
  format: string,
  values: readonly (readonly [key: string, value: Uint8Array])[],
): Promise<Buffer> {
  const head: Head = { format, entries: values.map(([key, value]) => [key, value.length]) }
  const parts = [Buffer.from(`${JSON.stringify(head)}\n`), ...values.map(([, value]) => value)]
  return pack(Buffer.concat(parts), { level: constants.Z_BEST_SPEED })
}

/**
 * Values by their keys; undefined for bytes that another program wrote. Unpacks one batch at a time, so that bombs that arrive
 * together don't fill the memory together.
 */
export function decodeBatch(format: string, bytes: Uint8Array): Map<string, Buffer> | undefined {
  try {
    const content = gunzipSync(bytes, { maxOutputLength: LARGEST })
    const start = content.indexOf('\n') + 1
    const head = JSON.parse(content.subarray(0, start).toString()) as Head
    if (head.format !== format) return undefined
    let at = start
    const values = head.entries.map(([key, length]) => {
      return [key, content.subarray(at, (at += length))] as const
    })
    return at === content.length ? new Map(values) : undefined
  } catch {
    return undefined
  }
}
