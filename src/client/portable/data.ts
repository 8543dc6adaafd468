import { createTrustedTypes, element, LoadError, loadElement } from '../document.ts'

export const root = document.querySelector('[data-docsgen]')?.getAttribute('data-root') ?? './'

/** Documents opened as files can load classic scripts alone. The value of each is read before another one can run. */
async function runScript(address: string, ending: '' | '.js'): Promise<unknown> {
  const file = address.slice(address.lastIndexOf('/assets/') + 1) + ending
  const script = element('script', { src: createTrustedTypes().createScriptURL(root + file) })
  const outcome = await loadElement(script)
  const value = (self as { docsgenData?: unknown }).docsgenData
  script.remove()
  if (outcome !== 'load') throw new LoadError(`Loading ${file} failed.`)
  return value
}

// These replace those of `../fetch-json.ts`.
export async function fetchJson<T>(address: string): Promise<T> {
  return (await runScript(address, '.js')) as T
}

export async function loadStemmer(address: string): Promise<(word: string) => string> {
  return ((await runScript(address, '')) as { stemmer: (word: string) => string }).stemmer
}
