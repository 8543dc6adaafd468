/** Where a shared cache lies: files by their names, `ac/<sha256>` and `cas/<sha256>`, that nobody vouches for. */
export interface SharedStorage {
  /** What users are told that it is: an address without anything secret, or a folder. */
  readonly name: string
  /** The bytes of a file, at most `limit`; undefined when it is not there. @throws StorageError */
  read(file: string, limit: number, signal: AbortSignal): Promise<Uint8Array | undefined>
  /** True when the file is there. @throws StorageError */
  has(file: string, signal: AbortSignal): Promise<boolean>
  /** @throws StorageError */
  write(file: string, bytes: Uint8Array, signal: AbortSignal): Promise<void>
}

/** What a storage did not do; the message is what users are told, as the end of a sentence. */
export class StorageError extends Error {
  /** It will not do it the next time either. */
  readonly isFinal: boolean

  constructor(message: string, { isFinal = false } = {}) {
    super(message)
    this.isFinal = isFinal
  }
}
