import { cpSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadSite } from '../../src/index.ts'
import { createTestSite, type TestSite } from '../sites/site.ts'
import { CORPUS, HAS_CORPUS } from './corpus.ts'
import { readUses, type Uses } from './source-uses.ts'

interface OtherSite {
  /** Folders of the corpus and where their files go in the content. */
  folders: readonly (readonly [from: string, to: string])[]
  /** Languages besides English. */
  languages: readonly string[]
}

const TRANSLATIONS = process.env['DOCSGEN_FULL'] ? ['es', 'fa', 'ja', 'ko', 'pt', 'ru', 'zh'] : ['fa', 'ru']
const SITES: Record<string, OtherSite> = {
  'vitepress-docs': {
    folders: [
      ['docs/en', ''],
      ...[...TRANSLATIONS, 'snippets', 'components'].map(name => [`docs/${name}`, name] as const),
    ],
    languages: TRANSLATIONS,
  },
  'vuepress-1-docs': { folders: [['packages/docs/docs', '']], languages: ['zh'] },
}

function copySite(name: string, { folders, languages }: OtherSite): TestSite {
  const locales = languages.map(lang => [`/${lang}/`, { lang, label: lang }] as const)
  const all = Object.fromEntries([['/', { lang: 'en-US', label: 'English' }] as const, ...locales])
  const site = createTestSite({
    'site.config.ts': `export default { title: 'Other', locales: ${JSON.stringify(all)}, markdown: { includeRoot: 'content' } }`,
    // What the corpus names outside of its documentation.
    '@vuepress/markdown/__tests__/fragments/snippet.js': '1\n',
    '@vuepress/markdown/__tests__/fragments/snippet-with-region.js':
      '// #region snippet\n1\n// #endregion snippet\n',
  })
  rmSync(path.join(site.root, 'content/README.md'))
  for (const [from, to] of folders)
    cpSync(path.join(CORPUS, '..', name, from), path.join(site.root, 'content', to), { recursive: true })
  return site
}

const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&#x3C;', '<')
    .trim()
const textsIn = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, text = '']) => textOf(text))

/** What stands on a page that docsgen made, in the terms of `Uses`; each box with its title. */
function readOutput(html: string): Omit<Uses, 'unknown'> {
  const code = textsIn(html, /<pre [^>]*><code>([^]*?)<\/code>/g).join('\n')
  const lines = [...html.matchAll(/<\w+ class="code-line ([\w ]+)"/g)].flatMap(([, marks = '']) =>
    marks.split(' '),
  )
  return {
    badges: textsIn(html, /<span class="badge [a-z]+">(.*?)<\/span>/g),
    groups: html
      .split('<div class="code-group">')
      .slice(1)
      .map(part =>
        textsIn(part.split('<div class="code-group-blocks">')[0] ?? '', /<label[^>]*>(.*?)<\/label>/g),
      ),
    boxes: [
      ...html.matchAll(/class="custom-block (?:alert )?(\w+)"><(?:p|summary)[^>]*>(.*?)<\/(?:p|summary)>/g),
    ].map(([, kind = '', title = '']) => `${kind}: ${textOf(title)}`),
    blocks: html.match(/<div class="language-[^"]* code-block/g)?.length ?? 0,
    marked: lines,
    shown: textsIn(code, /\[!code ([^\]:]*)/g),
  }
}

/** Titles that authors left to the generator are no part of the comparison. */
function likeSource(output: string[], source: string[]): string[] {
  return output.map((box, index) => (source[index]?.includes(':') ? box : box.replace(/:.*/, '')))
}

describe.runIf(HAS_CORPUS).each(Object.entries(SITES))('%s, a site of another generator', (name, other) => {
  it('comes out with all that its authors wrote; what cannot be shown is told', async () => {
    const site = copySite(name, other)
    const { site: loaded, findings, close } = await loadSite({ root: site.root })
    const told = new Set(findings.map(({ place }) => `${place?.file}:${place?.line}`))
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
    const lost: string[] = []
    let total = 0
    for (const page of loaded?.pages ?? []) {
      const text = readFileSync(path.join(site.root, page.file), 'utf8')
      const { unknown, ...source } = readUses(text)
      const output = readOutput(loaded?.htmlOf(page) ?? '')
      output.boxes = likeSource(output.boxes, source.boxes)
      expect.soft(output, page.file).toEqual(source)
      for (const use of unknown)
        if (!told.has(`${page.file}:${use.line}`)) lost.push(`${page.file}:${use.line} ${use.name}`)
      total += source.badges.length + source.groups.length + source.boxes.length + source.blocks
      if (!text.includes('layout: home')) expect.soft(page.title, page.file).not.toBe('')
    }
    await close()
    site.remove()
    expect(lost).toEqual([])
    expect(total).toBeGreaterThan(500)
  })
})
