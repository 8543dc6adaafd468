import { type CodePlace, placesIn } from './stack.ts'

/** Code of the site that was run in this thread, and may have left something that still runs, such as a timer. */
export interface SiteCode {
  /** As a sentence begins: ``The plugin `a` ``. */
  what: string
  /** The rule of what goes wrong in it. */
  rule: string
  /** The innermost call in it, its file relative to the root of the site. */
  originOf(stack: string): CodePlace | undefined
}

/** By what stacks call it. */
const known = new Map<string, SiteCode>()
const MOST_KNOWN = 100

/** Tells what is to blame for an error that comes when nobody waits for it any more. */
export function noteSiteCode(name: string, code: SiteCode): void {
  known.set(name, code)
  for (const oldest of known.keys()) if (known.size > MOST_KNOWN) known.delete(oldest)
}

/** The code of the site that an error comes from, and its place; undefined for an error of another kind. */
export function findSiteCode(
  error: unknown,
): (Omit<SiteCode, 'originOf'> & { place?: CodePlace }) | undefined {
  const { stack = '' } = error instanceof Error ? error : {}
  for (const { file } of placesIn(stack)) {
    const { originOf, ...code } = known.get(file) ?? {}
    const place = originOf?.(stack)
    if (originOf) return { ...(code as SiteCode), ...(place ? { place } : {}) }
  }
  return undefined
}
