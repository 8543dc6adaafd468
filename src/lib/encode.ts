/** Bytes that are kept for it, which most pages fit into; larger texts get memory of their own. */
const ROOM = 4_000_000

const encoder = new TextEncoder()
let room: Uint8Array | undefined

/**
 * Text as UTF-8, in memory that the next call uses again: for what is hashed and written at once. Fresh memory for every
 * page of a site would cost as much as encoding it. What is to last must be copied before the next call.
 */
export function encodeForNow(text: string): Uint8Array {
  // A UTF-16 unit is three bytes at most.
  if (text.length * 3 > ROOM) return encoder.encode(text)
  const bytes = (room ??= new Uint8Array(ROOM))
  return bytes.subarray(0, encoder.encodeInto(text, bytes).written)
}
