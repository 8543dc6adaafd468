import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { rules } from '../../../src/check/run.ts'
import { LIMITS } from '../../../src/schema/limits.ts'

const src = fileURLToPath(new URL('../../../src', import.meta.url))
const reference = readFileSync(path.join(src, '../docs/content/reference/rules.md'), 'utf8')
/** Severity and text of each rule in the reference, by id. */
const described = new Map(
  [...reference.matchAll(/^### `([a-z\d]+\/[a-z-]+)` :badge\[(\w+)\].*\n([^]*?)(?=\n##|$(?![^]))/gm)].map(
    ([, id = '', severity = '', text = '']) => [id, { severity, text }],
  ),
)
const listed = [...described.keys()]

/** Ids that stand as literals in the sources, in finding families that stages report by themselves. */
function literalIds(): string[] {
  const ids = sources().flatMap(text => {
    return [
      ...text.matchAll(
        /'((?:config|i18n|markdown|nav|redirects|templates|plugins|frontmatter|files|routes|search|security|output|cache|offline|git)\/[a-z][a-z-]+)'/g,
      ),
    ].map(match => match[1] ?? '')
  })
  return [...new Set(ids)].filter(id => !['offline/worker', 'offline/packs', 'templates/icons'].includes(id))
}

describe('the reference of rules', () => {
  it('lists every rule with its severity and description', () => {
    expect(listed.length).toBeGreaterThan(100)
    for (const { id, severity, description } of rules) {
      expect([id, described.get(id)?.severity]).toEqual([id, severity])
      const text = described.get(id)?.text.replaceAll('%sidebarEntries%', String(LIMITS.sidebarEntries))
      expect(text).toContain(`\n${description}\n`)
    }
  })

  it('lists every id that a stage reports by itself, and nothing that does not exist', () => {
    const known = [...rules.map(rule => rule.id), ...literalIds()]
    expect(literalIds().filter(id => !listed.includes(id))).toEqual([])
    // Some stages put the family in front of the names of their rules.
    const texts = sources().join('\n')
    const isNamed = (id: string) => texts.includes(`'${id.slice(id.indexOf('/') + 1)}'`)
    expect(listed.filter(id => !known.includes(id) && !isNamed(id))).toEqual([])
  })

  it('has an example of every rule: what is written, what is said, how to mend it', () => {
    expect(listed.filter(id => !described.get(id)?.text.includes('**Example:** '))).toEqual([])
  })

  it('quotes what is really said', () => {
    const said = sources().join('\n')
    // A message may be put together of several texts.
    const isSaid = (part: string, pieces = 4): boolean =>
      part.length < 12 ||
      said.includes(part) ||
      (pieces > 1 &&
        [...part.matchAll(/ /g)].some(
          ({ index }) => said.includes(part.slice(0, index)) && isSaid(part.slice(index + 1), pieces - 1),
        ))
    // Names and numbers are those of the example; the rest stands in the sources.
    const wrong = [...described].flatMap(([id, { text }]) =>
      [...text.matchAll(/“([^”]*)”/g)]
        .flatMap(([, quote = '']) => quote.split(/`[^`]*`|\(#\w+\)|…|“|\d+|%\w+%|Did you mean/))
        .map(part => part.replace(/^[\s.,:;]+|[\s.,:;?]+$/g, ''))
        .filter(part => !isSaid(part))
        .map(part => `${id}: ${part}`),
    )
    expect(wrong).toEqual([])
  })
})

function sources(): string[] {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'))
  return files.map(file => readFileSync(path.join(src, file), 'utf8'))
}
