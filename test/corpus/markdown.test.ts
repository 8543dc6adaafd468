import { beforeAll, describe, expect, test } from 'vitest'
import { configSchema } from '../../src/schema/config.ts'
import { parsePage } from '../../src/content/parse.ts'
import { scanContent } from '../../src/content/scan.ts'
import type { ParsedPage, SourceFile } from '../../src/schema/page.ts'
import { createOptions } from '../unit/content/helpers.ts'
import { CORPUS, HAS_CORPUS } from './corpus.ts'

const LOCALES = ['/', '/ja/', '/zh/', '/ru/', '/fr/', '/pt/']

describe.skipIf(!HAS_CORPUS)('Markdown of the corpus', () => {
  const english = createOptions().locales['/']
  if (!english) throw new Error('no locale')
  const options = createOptions({
    slugs: 'vuepress',
    contentDir: 'docs',
    locales: Object.fromEntries(LOCALES.map(path => [path, english])),
  })
  let files: SourceFile[] = []
  let pages: ParsedPage[] = []

  beforeAll(async () => {
    const scan = await scanContent({
      root: CORPUS,
      config: configSchema.parse({
        contentDir: 'docs',
        locales: Object.fromEntries(LOCALES.map(path => [path, { lang: 'en' }])),
      }),
    })
    expect(scan.findings).toEqual([])
    files = scan.files
    pages = files.map(file => parsePage(file, options))
  })

  test('429 files are read without a problem; 36 of them include others', () => {
    expect(files).toHaveLength(429)
    expect(files.flatMap(file => file.findings)).toEqual([])
    expect(files.filter(file => file.includes.length > 0)).toHaveLength(36)
  })

  test('every document has one h1, no skipped level and no id twice', () => {
    for (const { html, file } of pages) {
      const levels = [...html.matchAll(/<h([1-6])[ >]/g)].map(match => Number(match[1]))
      expect([file, levels[0], levels.filter(level => level === 1).length]).toEqual([file, 1, 1])
      expect([file, levels.some((level, index) => level > (levels[index - 1] ?? 0) + 1)]).toEqual([
        file,
        false,
      ])
      const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(match => match[1])
      expect([file, new Set(ids).size]).toEqual([file, ids.length])
    }
  })

  test('what is wrong in the corpus is found where it stands, and nothing else', () => {
    const found = pages.flatMap(page => page.findings)
    const lines = found.map(
      ({ rule, severity, place }) => `${severity} ${rule} ${place?.file}:${place?.line}`,
    )
    expect(lines.toSorted()).toEqual([
      'warning markdown/heading-level docs/ja/guides/getting-started.md:3',
      'warning markdown/heading-level docs/zh/guides/testing-async-components.md:137',
      'warning markdown/link-spaces docs/zh/installation/testing-single-file-components-with-jest.md:15',
      'warning markdown/raw-html docs/fr/guides/common-tips.md:34',
      'warning markdown/raw-html docs/guides/common-tips.md:34',
      'warning markdown/raw-html docs/pt/guides/common-tips.md:34',
      'warning markdown/raw-html docs/zh/guides/common-tips.md:32',
      'warning markdown/unknown-container docs/fr/api/wrapper-array/isEmpty.md:3',
      'warning markdown/unknown-container docs/fr/api/wrapper/setProps.md:11',
      'warning markdown/unknown-container docs/ja/api/options.md:243',
    ])
  })

  test('no inline style, script or event attribute is rendered', () => {
    for (const { html, file } of pages)
      expect([
        file,
        /<script|\sstyle=|\son[a-z]+=/.exec(html.replace(/<pre[^]*?<\/pre>|<code>[^<]*<\/code>/g, '')),
      ]).toEqual([file, null])
  })
})
