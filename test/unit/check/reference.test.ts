import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readExamples } from '../../../docs/plugins/rules-page.ts'
import { rules } from '../../../src/check/rules/registry.ts'

const src = fileURLToPath(new URL('../../../src', import.meta.url))
const read = (name: string) => readFileSync(path.join(src, 'check/rules', name), 'utf8').replace(/ +/g, ' ')
const reference = read('README.md')
/** What stands in the list of examples, by id. */
const examples = readExamples(path.join(src, '../docs'))
const listed = [...reference.matchAll(/^\| `([a-z0-9]+\/[a-z-]+)` \|/gm)].map(match => match[1])

/** Ids that stand as literals in the sources, in finding families that stages report by themselves. */
function literalIds(): string[] {
  const ids = sources().flatMap(text => {
    return [
      ...text.matchAll(
        /'((?:config|i18n|markdown|templates|plugins|frontmatter|files|routes|security|output|cache|offline|git)\/[a-z][a-z-]+)'/g,
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

  it('has an example of every rule: what is written, what is said, how to mend it', () => {
    expect(listed.filter(id => !examples.get(id ?? ''))).toEqual([])
    expect([...examples.keys()].filter(id => !listed.includes(id))).toEqual([])
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
    const wrong = [...examples].flatMap(([id, text]) =>
      [...text.matchAll(/“([^”]*)”/g)]
        .flatMap(([, quote = '']) => quote.split(/`[^`]*`|\(#\w+\)|…|“|\d+|Did you mean/))
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
