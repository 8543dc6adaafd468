import type { ZodObject } from 'zod'
import type { Finding, Place } from '../schema/finding.ts'
import type { Frontmatter } from '../schema/frontmatter.ts'

export interface ReadFrontmatter {
  /** Empty when the text cannot be read; without the keys whose values are of the wrong kind. */
  frontmatter: Frontmatter
  /** Where each key stands. */
  keyPlaces: Record<string, Place>
  findings: Finding[]
}

/** Frontmatter with what the schemas of plugins make of their keys; a value that is wrong is left out, with a finding. */
export function checkAddedKeys(
  read: ReadFrontmatter,
  file: string,
  added: readonly ZodObject[],
): ReadFrontmatter {
  const { frontmatter, keyPlaces } = read
  const findings = [...read.findings]
  const values: Record<string, unknown> = {}
  for (const schema of added) {
    const keys = Object.keys(schema.shape)
    const { data, error } = schema.safeParse(Object.fromEntries(keys.map(key => [key, frontmatter[key]])))
    for (const key of keys) values[key] = error ? undefined : data?.[key]
    for (const { path, message } of error?.issues ?? []) {
      const place = keyPlaces[String(path[0])] ?? { file, line: 1, column: 1 }
      const text = `\`${path.join('.')}\`: ${message.replace(/\.$/, '')}.`
      findings.push({ rule: 'frontmatter/invalid', severity: 'error', place, message: text })
    }
  }
  const entries = Object.entries({ ...frontmatter, ...values }).filter(([, value]) => value !== undefined)
  return { frontmatter: Object.fromEntries(entries), keyPlaces, findings }
}
