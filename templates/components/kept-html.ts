import type { ReactNode } from 'react'

type Write = (node: ReactNode) => string

/** Absent in browsers, which show a list once. */
let write: Write | undefined
const known = new WeakMap<object, string | undefined>()

/** From now on, what pages show alike is made once: called where many pages are rendered. */
export function keepHtml(writer: Write): void {
  write = writer
}

/**
 * The HTML of what is shown of an entry, the same on every page; undefined where it is to be rendered: in browsers, and when it
 * is asked for the first time, as most of what one page shows is on no other.
 */
export function keptHtml(entry: object, node: () => ReactNode): string | undefined {
  if (!write) return undefined
  const html = known.get(entry) ?? (known.has(entry) ? write(node()) : undefined)
  known.set(entry, html)
  return html
}
