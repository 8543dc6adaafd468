import { describe, expect, test } from 'vitest'
import { align } from '../../../src/site/translations.ts'
import { createStamp, FRONTMATTER, isChanged, listChanges, NO_PROSE } from '../../../src/site/stamps.ts'
import { parsePage } from '../../../src/content/parse.ts'
import { createOptions, createSource } from '../content/helpers.ts'

test('very long lists are paired by position', () => {
  const list = Array.from({ length: 3000 }, (_, index) => index)
  const pairs = align(list, list.slice(0, 2999), () => 0)
  expect(pairs).toEqual(list.map(index => [index, index < 2999 ? index : undefined]))
})

const HERO = '---\nheroText: Fast\nfeatures:\n  - title: Small\n    details: A few bytes.\n---\n'
const PROSE = '# Guide\n\nSome text.\n'
const HTML = '# Guide\n\nSome text.\n\n<p>Seen by readers.</p>\n'

function parse(text: string) {
  const [, yaml = '', body = text] = /^---\n([^]*?\n)---\n([^]*)$/.exec(text) ?? []
  const frontmatter = yaml ? { text: yaml, line: 2 } : undefined
  return parsePage({ ...createSource(body), frontmatter }, createOptions())
}
const stampOf = (text: string) => parse(text).stamp
/** As stamps were before hashes told of raw HTML. */
const ofOld = (text: string) =>
  Object.fromEntries(
    Object.entries(stampOf(text))
      .filter(([, hash]) => !hash.startsWith(NO_PROSE))
      .map(([id, hash]) => [id, hash.slice(0, 16)]),
  )
const changes = (now: string, then: Record<string, string>) => {
  const page = parse(now)
  const { changed, added, removed } = listChanges(page, page.sections, then)
  return { changed: changed.map(({ id }) => id), added: added.map(({ id }) => id), removed }
}

describe('a translation is stale', () => {
  test('when text in raw HTML changes, comes or goes', () => {
    const then = stampOf(HTML)
    for (const now of [HTML.replace('Seen', 'Read'), PROSE]) {
      expect(isChanged(stampOf(now), then)).toBe(true)
      expect(changes(now, then)).toEqual({ changed: ['guide'], added: [], removed: [] })
    }
    expect(isChanged(then, stampOf(PROSE))).toBe(true)
    expect(isChanged(stampOf(HTML.replace('<p>', '<p class="x">')), then)).toBe(false)
  })

  test('when texts of the frontmatter change, come or go, but not for its settings', () => {
    const then = stampOf(HERO + PROSE)
    expect(isChanged(then, then)).toBe(false)
    expect(changes(HERO.replace('A few', 'No') + PROSE, then).changed).toEqual([FRONTMATTER])
    expect(changes(HERO + PROSE, stampOf(PROSE)).added).toEqual([FRONTMATTER])
    expect(isChanged(stampOf(PROSE), then)).toBe(true)
    expect(changes(PROSE, then).removed).toEqual([FRONTMATTER])
    expect(isChanged(stampOf(HERO.replace('heroText', 'sidebar: false\nheroText') + PROSE), then)).toBe(false)
  })

  test('not because its stamp is of old: that says of prose and code what it said', () => {
    for (const text of [PROSE, HTML, HERO + PROSE, `${HERO}<p>Only HTML.</p>\n`]) {
      expect(isChanged(stampOf(text), ofOld(text)), text).toBe(false)
      expect(changes(text, ofOld(text)), text).toEqual({ changed: [], added: [], removed: [] })
    }
    expect(isChanged(stampOf(PROSE.replace('Some', 'Other')), ofOld(PROSE))).toBe(true)
    expect(isChanged(stampOf(`${PROSE}\n## More\n`), ofOld(PROSE))).toBe(true)
  })
})

test('a stamp names what a page has of its own', () => {
  const { sections } = parse(HTML)
  expect(Object.keys(createStamp(sections))).toEqual(['guide'])
  expect(Object.keys(stampOf(`${HERO}<p>Only HTML.</p>\n`))).toEqual(['', FRONTMATTER])
})
