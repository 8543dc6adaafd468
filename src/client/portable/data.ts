import { createTrustedTypes, element, LoadError, loadElement } from '../document.ts'

export const root = document.querySelector('[data-docsgen]')?.getAttribute('data-root') ?? './'

/** Documents opened as files can only load classic scripts. Each value is read before another one runs. */
async function runScript<T>(address: string, ending = '') {
  const file = address.slice(address.lastIndexOf('/assets/') + 1) + ending
  const script = element('script', { src: createTrustedTypes().createScriptURL(root + file) })
  const outcome = await loadElement(script)
  const { docsgenData } = self as { docsgenData?: T }
  script.remove()
  if (outcome !== 'load') throw new LoadError(`Loading ${file} failed.`)
  return docsgenData as T
}

// These replace those of `../fetch-json.ts`.
export const fetchJson = <T>(address: string) => runScript<T>(address, '.js')

export async function loadStemmer(address: string) {
  return (await runScript<{ stemmer: (word: string) => string }>(address)).stemmer
}
