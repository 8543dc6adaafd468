/** A warm build equals a cold one, and renders what has changed only. */
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { IS_FULL } from '../support/full.ts'
import { EDITED_SITE, EDITS, restore, words } from './edits.ts'
import { createRandom } from './random.ts'
import { createTestSite, inodes, manyPages, twoLanguages } from './site.ts'

const SEQUENCES = IS_FULL ? 200 : Math.ceil(EDITS.length / 2)

it(`a warm build equals a cold one, byte for byte and with its findings, after each of ${SEQUENCES} random sequences of edits`, async () => {
  const created = createTestSite(EDITED_SITE)
  expect(await created.run(['build'])).toMatchObject({ code: 0 })
  let built = 0
  for (let sequence = 0; sequence < SEQUENCES; sequence += 1) {
    const random = createRandom(1000 + sequence)
    const done: (string | undefined)[] = []
    const apply = (index: number) => done.push(EDITS[index % EDITS.length]?.(created, random))
    // Every kind of edit has its turn; others come before it, some with a build between.
    for (let more = random.below(3); more > 0; more -= 1) {
      apply(random.below(EDITS.length))
      if (random.below(2) === 0) await created.run(['build'])
    }
    apply(sequence)
    if (!IS_FULL) apply(sequence + SEQUENCES)
    const [warm, cold] = await Promise.all([
      created.run(['build']),
      created.run(['build', '--no-cache', '--out-dir', 'cold']),
    ])
    const what = `${sequence}: ${done.join(', ')}\n${warm.stderr}`
    expect(warm.code, what).toBe(cold.code)
    expect(words(warm.stderr), what).toBe(words(cold.stderr))
    // A site that cannot be built begins again.
    if (warm.code !== 0) restore(created)
    else built += 1
    if (warm.code === 0) expect(created.hashes('dist'), what).toEqual(created.hashes('cold'))
  }
  expect(built).toBeGreaterThan(SEQUENCES * 0.7)
}, 1_800_000)

describe('a change renders the pages that depend on it, and no other', () => {
  const config = (extra = '') => twoLanguages(`offline: { keepAssets: 0 }, ${extra}`)
  const FILES: Record<string, string> = {
    'site.config.ts': config(),
    'content/README.md': '# Home\n\n[Guide](guide/README.md)\n',
    'content/code.md': '# Code\n\n```js\nconst a = 1\n```\n',
    'content/one.md': '# One\n\n<!--@include: ../parts/part.md-->\n',
    'content/two.md': '# Two\n\n<!--@include: ../parts/part.md-->\n',
    'content/around.md': '# Around\n\n<!--@include: ./p2.md-->\n',
    'content/guide/README.md': '# Guide\n',
    'content/fr/README.md': '# Accueil\n',
    'content/fr/p1.md': '# Un\n',
    'parts/part.md': 'Shared.\n',
    ...manyPages(30),
  }
  const texts = config().replace("label: 'Français'", "label: 'Français', strings: { nextPage: 'Après' }")
  /** The file that is edited, its content, and the documents that are written again. */
  const CHANGES: [what: string, file: string, content: string, isWritten: RegExp][] = [
    ['nothing', 'content/p1.md', FILES['content/p1.md'] ?? '', /^$/],
    ['a body', 'content/p1.md', '# Page 1\n\nMore.\n', /^p1\.html$/],
    ['an included file', 'parts/part.md', 'Other.\n', /^(?:one|two)\.html$/],
    ['a page that another one includes', 'content/p2.md', '# Page 2\n\nOther.\n', /^(?:p2|around)\.html$/],
    ['a text of one language', 'site.config.ts', texts, /^fr\//],
    [
      'an option of Markdown',
      'site.config.ts',
      config('markdown: { lineNumbers: true },'),
      /^(?:fr\/.*|code\.html)$/,
    ],
    ['the title of the site', 'site.config.ts', config().replace("'Example'", "'Other'"), /./],
    ['a layout', 'templates/components/Footer.tsx', 'export const Footer = () => <p>Mine</p>\n', /./],
  ]

  it('in turn on one site, which is that of a cold build in the end', async () => {
    const created = createTestSite(FILES)
    expect(await created.run(['build'])).toMatchObject({ code: 0 })
    for (const [what, file, content, isWritten] of CHANGES) {
      const before = inodes(created)
      created.write(file, content)
      expect(await created.run(['build'])).toMatchObject({ code: 0 })
      const after = inodes(created)
      const documents = [...after.keys()].filter(name => name.endsWith('.html'))
      const written = [...after].filter(([name, inode]) => before.get(name) !== inode).map(([name]) => name)
      expect(written.filter(name => name.endsWith('.html')).toSorted(), what).toEqual(
        documents.filter(name => isWritten.test(name)).toSorted(),
      )
      if (what !== 'a body') continue
      expect(written).toContain('assets/locales/en.json')
      expect(written).not.toContain('assets/locales/fr.json')
      // Folders have an inode, too, and the list of files is that of every build.
      const files = written.filter(name => path.extname(name) && name !== '.docsgen.json')
      expect(files.length).toBeLessThanOrEqual(8)
    }
    await created.run(['build', '--no-cache', '--out-dir', 'cold'])
    expect(created.hashes('dist')).toEqual(created.hashes('cold'))
  })

  it('and nothing of a language that has the page and falls back for others', async () => {
    const created = createTestSite({
      ...FILES,
      'site.config.ts': twoLanguages().replace("fallback: 'none',", ''),
    })
    await created.run(['build'])
    const isFrench = (name: string) => /^fr\/|(?:locales|search|offline)\/fr\./.test(name)
    const before = Object.entries(created.hashes('dist')).filter(([name]) => isFrench(name))
    expect(before.map(([name]) => name)).toContain('fr/p8.html')
    created.write('content/p1.md', '# Page 1\n\nOther words.\n')
    await created.run(['build'])
    expect(Object.entries(created.hashes('dist')).filter(([name]) => isFrench(name))).toEqual(before)
  })
})
