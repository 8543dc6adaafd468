import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyCorpus, HAS_CORPUS } from '../corpus/corpus.ts'
import {
  attribute,
  type BuiltDocument,
  byTag,
  headingLevels,
  isNotFound,
  linksOf,
  pagesOf,
  readDocuments,
  textOf,
} from './built-documents.ts'

const PROGRAM = fileURLToPath(new URL('../../bin/docsgen.js', import.meta.url))

describe.skipIf(!HAS_CORPUS)('every document of the corpus (skipped where ../shared is absent)', () => {
  const state = {} as { documents: BuiltDocument[]; remove(): void }

  beforeAll(() => {
    const { root, remove } = copyCorpus()
    Object.assign(state, { remove })
    execFileSync(process.execPath, [PROGRAM, 'build', root, '--silent', '--no-cache'])
    Object.assign(state, { documents: readDocuments(path.join(root, 'dist')) })
  })

  afterAll(() => state.remove?.())

  it('is there: 429 pages and a not-found page for each of six languages', () => {
    expect(pagesOf(state.documents)).toHaveLength(429)
    expect(state.documents.filter(isNotFound)).toHaveLength(6)
  })

  it('is parsed without an error and has no id twice (H-HTML-1)', () => {
    const problems = state.documents.flatMap(({ file, errors, elements }) => {
      const ids = elements.flatMap(element => attribute(element, 'id') ?? [])
      const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
      return [
        ...errors.map(({ code, startLine }) => `${file}:${startLine} ${code}`),
        ...twice.map(id => `${file} #${id}`),
      ]
    })
    expect(problems).toEqual([])
  })

  it('has exactly one level 1 heading, skips no level, and has one title', () => {
    for (const document of state.documents) {
      const levels = headingLevels(document)
      expect(
        levels.filter(level => level === 1),
        document.file,
      ).toHaveLength(1)
      expect(
        levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1),
        `${document.file}: ${levels.join()}`,
      ).toEqual([])
      expect(
        byTag(document, 'title').map(title => textOf(title) !== ''),
        document.file,
      ).toEqual([true])
    }
  })

  it('holds nothing inline and no address that a policy would refuse (X-CSP-2)', () => {
    for (const document of state.documents) {
      const strange = document.elements.filter(
        element =>
          element.tagName === 'style' ||
          element.attrs.some(({ name }) => name.startsWith('on') || name === 'style') ||
          (element.tagName === 'script' &&
            !attribute(element, 'src') &&
            attribute(element, 'type') !== 'application/json') ||
          (element.tagName === 'script' && !(attribute(element, 'src') ?? '/').startsWith('/')),
      )
      expect(
        strange.map(({ tagName }) => tagName),
        document.file,
      ).toEqual([])
    }
  })

  it('links its translations both ways (H-HREF-1)', () => {
    const graph = new Map(
      pagesOf(state.documents).map(document => [
        linksOf(document, 'canonical')[0]?.href,
        linksOf(document, 'alternate'),
      ]),
    )
    if (graph.has(undefined)) return expect([...graph.keys()]).toEqual([undefined])
    const oneWay = [...graph].flatMap(([from, links]) =>
      links
        .filter(({ href }) => !graph.get(href)?.some(link => link.href === from))
        .map(({ href }) => `${from} → ${href}`),
    )
    expect(oneWay).toEqual([])
  })
})
