import { readFileSync } from 'node:fs'

/** What another generator made of a site: address without slash at the end → `2#id` of each heading below the first level. */
export function readOracle(name: string): Record<string, string[]> {
  return JSON.parse(readFileSync(new URL(`./${name}-oracle.json`, import.meta.url), 'utf8')) as Record<
    string,
    string[]
  >
}

/** The same of a document. */
export function headingsOf(html: string): string[] {
  return [...html.matchAll(/<h([2-6])[^>]* id="([^"]*)"/g)].map(([, level, id]) => `${level}#${id}`)
}
