/** Milliseconds of work after which signals are heard and requests answered. */
const TURN = 50

/** Lets others have their turn before what may take long. */
export function giveTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}

/** `items.map(make)` for what may be tens of thousands of items: this thread looks up again and again. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  make: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  // What came before may have taken long, too.
  let end = 0
  for (const item of items) {
    results.push(make(item))
    if (performance.now() < end) continue
    await giveTurn()
    end = performance.now() + TURN
  }
  return results
}
