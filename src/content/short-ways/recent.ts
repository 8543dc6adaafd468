/** Remembers what was made last; the oldest is forgotten when all together is larger than `limit`. */
export class Recent<Value> {
  readonly #limit: number
  readonly #values = new Map<string, { value: Value; size: number }>()
  #size = 0

  /** `limit`: in the unit of the sizes given to `add`; 0 to remember nothing. */
  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string): Value | undefined {
    return this.#values.get(key)?.value
  }

  /** Returns the value. */
  add(key: string, value: Value, size: number): Value {
    this.#values.set(key, { value, size })
    this.#size += size
    for (const [oldest, kept] of this.#values) {
      if (this.#size <= this.#limit) break
      this.#values.delete(oldest)
      this.#size -= kept.size
    }
    return value
  }
}
