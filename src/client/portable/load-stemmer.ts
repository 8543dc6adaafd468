import { assetFile, runScript } from './run-script.ts'

/** Takes the place of `../search/load-stemmer.ts`: a module of the site is a script here. */
export async function loadStemmer(address: string): Promise<(word: string) => string> {
  return ((await runScript(assetFile(address))) as { stemmer: (word: string) => string }).stemmer
}
