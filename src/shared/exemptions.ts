import type { Exemption } from '../schema/config.ts'

/** True when the exemption is about this page of this locale. */
export function coversPage(exemption: Exemption, locale: string, localPath: string): boolean {
  return (
    (exemption.locales?.includes(locale) ?? true) &&
    exemption.pages.some(pattern => fitsPath(pattern, localPath))
  )
}

/** True for the path itself, and for what starts as a pattern does that ends in `*`. */
export function fitsPath(pattern: string, localPath: string): boolean {
  return pattern.endsWith('*') ? localPath.startsWith(pattern.slice(0, -1)) : pattern === localPath
}

/** True when the exemption names the rule, or its family as `coverage/*`. */
export function coversRule(exemption: Exemption, rule: string): boolean {
  return exemption.rules.some(
    pattern =>
      pattern === rule ||
      pattern === '*' ||
      (pattern.endsWith('/*') && rule.startsWith(pattern.slice(0, -1))),
  )
}
