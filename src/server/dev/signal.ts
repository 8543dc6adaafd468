/** Something that happens once, and that others wait for. */
export class Signal {
  readonly given: Promise<void>
  #give: () => void = () => undefined

  constructor() {
    this.given = new Promise(resolve => (this.#give = resolve))
  }

  give(): void {
    this.#give()
  }
}
