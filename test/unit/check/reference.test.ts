import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { rules } from '../../../src/check/rules/registry.ts'

const src = fileURLToPath(new URL('../../../src', import.meta.url))
const reference = readFileSync(path.join(src, 'check/rules/README.md'), 'utf8').replace(/ +/g, ' ')
const listed = [...reference.matchAll(/^\| `([a-z0-9]+\/[a-z-]+)` \|/gm)].map(match => match[1])

/** Ids that stand as literals in the sources, in finding families that stages report by themselves. */
function literalIds(): string[] {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'))
  const ids = files.flatMap(file => {
    const text = readFileSync(path.join(src, file), 'utf8')
    return [
      ...text.matchAll(
        /'((?:config|i18n|markdown|templates|frontmatter|files|routes|security|output|cache|offline|git)\/[a-z][a-z-]+)'/g,
      ),
    ].map(match => match[1] ?? '')
  })
  return [...new Set(ids)].filter(id => id !== 'offline/worker' && id !== 'offline/packs')
}

describe('the reference of rules', () => {
  it('lists every rule with its severity and its description', () => {
    for (const { id, severity, description } of rules) {
      expect(reference).toContain(`| \`${id}\` | ${severity} | ${description} |`)
    }
  })

  it('lists every id that a stage reports by itself, and nothing that does not exist', () => {
    const known = [...rules.map(rule => rule.id), ...literalIds()]
    expect(literalIds().filter(id => !listed.includes(id))).toEqual([])
    expect(listed.filter(id => id !== undefined && !known.includes(id))).toEqual([])
  })
})
