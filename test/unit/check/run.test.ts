import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { FINDERS, runInBuild, settleInBuild, rules } from '../../../src/check/run.ts'
import type { UserConfig } from '../../../src/schema/config.ts'
import type { Finding } from '../../../src/schema/finding.ts'
import { createTestSite } from './test-site.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { LIMITS } from '../../../src/schema/limits.ts'

const siteWith = (check: UserConfig['check'] = {}) =>
  createTestSite(
    {
      'a.md': { sections: [{ id: 'usage' }], links: [{ url: './no.md', target: '/no.html' }] },
      'b.md': { sections: [{ id: 'usage' }] },
    },
    { check },
  )
const found = async (check?: UserConfig['check'], options: { strict?: boolean } = {}) =>
  (await runInBuild(siteWith(check), options)).map(({ rule, severity }) => `${severity} ${rule}`)

describe('rules in a build', () => {
  const exemptions = [{ pages: ['/a.html'], rules: ['links/page'], reason: 'It is on its way.' }]

  it('are those of links: broken ones fail it, unless the site or the command line is lenient', async () => {
    const failed = ['error links/page', 'info links/build']
    expect(await found()).toEqual(failed)
    expect(await found({ rules: { 'links/*': 'warning' } })).toEqual(['warning links/page'])
    expect(await found({ rules: { '*': 'info' } })).toEqual(['info links/page'])
    expect(await found({ exemptions })).toEqual([])
    expect((await runInBuild(siteWith(), {})).at(-1)?.message).toBe(
      'A broken link prevents the site from being published.',
    )
  })

  it('fail it where `check.rules` says so: by name, as a family, all', async () => {
    expect(await found({ rules: { 'links/*': 'error', 'links/page': 'info' } })).toEqual(['info links/page'])
    expect(await found({ rules: { 'links/page': 'off' } })).toEqual([])
    expect(await found({ rules: { '*': 'error' } })).toContain('error coverage/missing')
  })

  it('run only for that where they are none of a build', async () => {
    const missing = (severity: 'error' | 'warning') => {
      return found({ rules: { 'coverage/missing': severity, 'links/page': 'off' } })
    }
    expect(await missing('error')).toEqual(Array(4).fill('error coverage/missing'))
    expect(await missing('warning')).toEqual([])
  })

  it('are errors with --strict, but for what an exemption covers', async () => {
    expect(await found({ exemptions }, { strict: true })).toEqual([])
  })
})

describe('findings of the stages in a build', () => {
  const finding = (rule: string, severity: Finding['severity']): Finding => ({ rule, severity, message: 'x' })
  const all = [
    finding('markdown/image-alt', 'warning'),
    finding('markdown/unknown-language', 'info'),
    finding('files/unreadable', 'error'),
    finding('cache/damaged', 'warning'),
    finding('markdown/snippet-missing', 'error'),
  ]
  const settled = (check: UserConfig['check'], strict = false) =>
    settleInBuild(all, siteWith(check), strict).map(({ rule, severity }) => `${severity} ${rule}`)

  it('have the severity of `check.rules`, but an error stays one unless readers can live with it', () => {
    const rules = {
      'markdown/image-alt': 'error',
      'markdown/unknown-language': 'off',
      'files/*': 'off',
      'markdown/snippet-missing': 'warning',
    } as const
    expect(settled({ rules })).toEqual([
      'error markdown/image-alt',
      'error files/unreadable',
      'warning cache/damaged',
      'warning markdown/snippet-missing',
    ])
  })

  it('are errors with --strict where they are warnings about the site', () => {
    expect(settled({}, true)).toEqual([
      'error markdown/image-alt',
      'info markdown/unknown-language',
      'error files/unreadable',
      'warning cache/damaged',
      'error markdown/snippet-missing',
    ])
  })
})

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
  const id =
    /(?<=')(?:config|i18n|markdown|nav|redirects|templates|plugins|frontmatter|files|routes|search|security|output|cache|offline|git)\/[a-z][a-z-]+(?=')/g
  const ids = sources().flatMap(text => text.match(id) ?? [])
  return [...new Set(ids)].filter(id => !['offline/worker', 'offline/packs', 'templates/icons'].includes(id))
}

describe('the reference of rules', () => {
  it('lists every rule with its severity and description', () => {
    expect(listed.length).toBeGreaterThan(100)
    const ids = rules.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(Object.keys(FINDERS)))
    expect(ids).toEqual([...new Set(ids)].toSorted())
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

  it('has an example of every rule: what is written, the message, how to fix it', () => {
    expect(listed.filter(id => !described.get(id)?.text.includes('**Example:** '))).toEqual([])
  })

  it('quotes what is really said', () => {
    const said = sources()
      .join('\n')
      .replaceAll(/\$\{[^{}]+ \? '' : 's'\}/g, 's')
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
