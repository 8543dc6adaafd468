/** Loads the stemmer that an index names. Documents that open from any path have another one (`portable/data.ts`). */
export async function loadStemmer(address: string): Promise<(word: string) => string> {
  return ((await import(address)) as { stemmer: (word: string) => string }).stemmer
}
