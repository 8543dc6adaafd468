import { createTrustedTypes } from '../dom.ts'

/** The folder of the site, seen from the document: `../../`. */
export const root = document.querySelector('[data-docsgen]')?.getAttribute('data-root') ?? './'

/** What the scripts below give their value to. */
type Receiver = { docsgenData?: unknown }

/**
 * The value that a classic script gives: documents that are opened as files can load nothing else. Each runs, and is read,
 * before another one can.
 * @param file path in the output, with hash
 */
export function runScript(file: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.onload = () => {
      script.remove()
      resolve((self as Receiver).docsgenData)
    }
    script.onerror = () => {
      script.remove()
      reject(new Error(`Loading ${file} failed.`))
    }
    script.src = createTrustedTypes().scriptUrl(root + file)
    document.head.append(script)
  })
}

/** Path in the output of a file below `assets`, from its address. */
export function assetFile(address: string): string {
  return address.slice(address.lastIndexOf('/assets/') + 1)
}
