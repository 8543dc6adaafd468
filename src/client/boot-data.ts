import type { BootData } from '../schema/view.ts'

/** Reads the inert JSON of the document; undefined where there is none or it is damaged. */
export function readBootData(): BootData | undefined {
  const text = document.querySelector('script[type="application/json"][data-docsgen]')?.textContent
  if (!text) return undefined
  try {
    return JSON.parse(text) as BootData
  } catch {
    return undefined
  }
}
