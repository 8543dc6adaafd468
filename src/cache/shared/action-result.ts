/**
 * What stands under `ac/` in a cache that speaks Bazel's protocol: an `ActionResult` of the remote execution API, a protobuf
 * message. Ours names one output file by hash and size, which is all that servers look at that check such messages.
 */

/** Names bytes under `cas/`. */
export interface Digest {
  /** SHA-256, hexadecimal, lower case. */
  hash: string
  size: number
}

/** Field numbers of the messages, and the name of our one file, which servers want but nobody reads. */
const OUTPUT_FILES = 2
const FILE_PATH = 1
const FILE_DIGEST = 2
const DIGEST_HASH = 1
const DIGEST_SIZE = 2
const NAME = 'pages'

/** Wire types of protobuf. */
const VARINT = 0
const LENGTH = 2
/** Fixed sizes by wire type. */
const FIXED = new Map([
  [1, 8],
  [5, 4],
])

/** The message that names these bytes. */
export function encodeActionResult({ hash, size }: Digest): Buffer {
  const digest = [...part(DIGEST_HASH, Buffer.from(hash)), (DIGEST_SIZE << 3) | VARINT, ...varint(size)]
  const file = [...part(FILE_PATH, Buffer.from(NAME)), ...part(FILE_DIGEST, digest)]
  return Buffer.from(part(OUTPUT_FILES, file))
}

function part(field: number, bytes: Iterable<number>): number[] {
  const content = [...bytes]
  return [(field << 3) | LENGTH, ...varint(content.length), ...content]
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...varint(Math.floor(value / 0x80))]
}

/** What a message names; undefined for anything else. Servers add fields of their own: those are passed over. */
export function decodeActionResult(bytes: Uint8Array): Digest | undefined {
  const file = fieldsOf(bytes)?.get(OUTPUT_FILES)
  const digest = file instanceof Uint8Array ? fieldsOf(file)?.get(FILE_DIGEST) : undefined
  const fields = digest instanceof Uint8Array ? fieldsOf(digest) : undefined
  const hash = fields?.get(DIGEST_HASH)
  const size = fields?.get(DIGEST_SIZE)
  if (!(hash instanceof Uint8Array) || typeof size !== 'number') return undefined
  const text = Buffer.from(hash).toString('latin1')
  return /^[0-9a-f]{64}$/.test(text) ? { hash: text, size } : undefined
}

/** Field → its last value; undefined when the bytes are no message. */
function fieldsOf(bytes: Uint8Array): Map<number, number | Uint8Array> | undefined {
  const fields = new Map<number, number | Uint8Array>()
  let at = 0
  const number = () => {
    let value = 0
    for (let factor = 1; factor < Number.MAX_SAFE_INTEGER; factor *= 0x80) {
      const byte = bytes[at++] ?? NaN
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
    }
    return NaN
  }
  while (at < bytes.length) {
    const tag = number()
    const type = tag & 7
    if (!Number.isSafeInteger(tag)) return undefined
    const value = type === VARINT || type === LENGTH ? number() : (FIXED.get(type) ?? NaN)
    if (!Number.isSafeInteger(value)) return undefined
    if (type === VARINT) fields.set(tag >>> 3, value)
    else {
      if (at + value > bytes.length) return undefined
      if (type === LENGTH) fields.set(tag >>> 3, bytes.subarray(at, at + value))
      at += value
    }
  }
  return fields
}
