import { assetFile, runScript } from './run-script.ts'

/** Takes the place of `../fetch-json.ts`: the same JSON, from the script that it is in. */
export async function fetchJson<T>(address: string): Promise<T> {
  return (await runScript(`${assetFile(address)}.js`)) as T
}
