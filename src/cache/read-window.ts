import { readSync } from 'node:fs'
import type { Slice } from './segment.ts'

/** Bytes that are read at once. */
const SIZE = 1 << 18

/** Reads values that lie near each other with one call, where they are asked for in the order in which they lie. */
export class ReadWindow {
  #bytes: Buffer | undefined
  #descriptor = -1
  #start = 0
  #end = 0

  /** The bytes of a value as the file had them when the window came there; they are good until the next call. */
  read({ descriptor, offset, length }: Slice): Buffer | undefined {
    if (length > SIZE) return undefined
    const isInside = descriptor === this.#descriptor && offset >= this.#start && offset + length <= this.#end
    if (!isInside) this.#move(descriptor, offset)
    if (offset + length > this.#end) return undefined
    return this.#bytes?.subarray(offset - this.#start, offset - this.#start + length)
  }

  #move(descriptor: number, offset: number): void {
    this.#bytes ??= Buffer.allocUnsafeSlow(SIZE)
    this.#descriptor = descriptor
    this.#start = this.#end = offset
    try {
      this.#end += readSync(descriptor, this.#bytes, 0, SIZE, offset)
    } catch {
      // Who needs the value reads it, and sees why that fails.
    }
  }
}
