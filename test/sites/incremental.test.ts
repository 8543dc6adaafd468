import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { EDITED_SITE, EDITS, restore, words } from './edits.ts'
import { createRandom } from './random.ts'
import { createTestSite, type TestSite, twoLanguages } from './site.ts'
import { IS_FULL } from '../support/full.ts'

const SEQUENCES = IS_FULL ? 200 : Math.ceil(EDITS.length / 2)
const sites: TestSite[] = []
function site(files: Record<string, string>): TestSite {
  const created = createTestSite(files)
  sites.push(created)
  return created
}
afterEach(() => {
  for (const created of sites.splice(0)) created.remove()
})

describe('a warm build equals a cold one', () => {
  it(`byte for byte, findings included, after each of ${SEQUENCES} random sequences of edits`, async () => {
    const created = site(EDITED_SITE)
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
      // A site that cannot be built begins anew.
      if (warm.code !== 0) restore(created)
      else built += 1
      if (warm.code === 0) expect(created.hashes('dist'), what).toEqual(created.hashes('cold'))
    }
    expect(built).toBeGreaterThan(SEQUENCES * 0.7)
  }, 1_800_000)
})

describe('a change renders the pages that depend on it, and no other', () => {
  const FILES = {
    'content/README.md': '# Home\n\n[Guide](guide/README.md)\n',
    'content/plain.md': '# Plain\n',
    'content/code.md': '# Code\n\n```js\nconst a = 1\n```\n',
    'content/one.md': '# One\n\n<!--@include: ../parts/part.md-->\n',
    'content/two.md': '# Two\n\n<!--@include: ../parts/part.md-->\n',
    'content/guide/README.md': '# Guide\n',
    'content/fr/README.md': '# Accueil\n',
    'content/fr/plain.md': '# Simple\n',
    'parts/part.md': 'Shared.\n',
  }
  const config = (extra = '') => twoLanguages(`offline: { keepAssets: 0 }, ${extra}`)
  const ENGLISH = [
    '404.html',
    'code.html',
    'guide/index.html',
    'index.html',
    'one.html',
    'plain.html',
    'two.html',
  ]
  const FRENCH = ['fr/404.html', 'fr/index.html', 'fr/plain.html']
  const withTexts = config().replace("label: 'Français'", "label: 'Français', strings: { nextPage: 'Après' }")

  const CHANGES: [what: string, file: string, content: string, pages: string[]][] = [
    ['a body', 'content/plain.md', '# Plain\n\nMore.\n', ['plain.html']],
    ['an included file', 'parts/part.md', 'Other.\n', ['one.html', 'two.html']],
    ['a text of one language', 'site.config.ts', withTexts, FRENCH],
    ['an option of Markdown', 'site.config.ts', config('markdown: { lineNumbers: true },'), ['code.html']],
    [
      'the title of the site',
      'site.config.ts',
      config().replace("'Example'", "'Other'"),
      [...ENGLISH, ...FRENCH],
    ],
    [
      'a layout',
      'templates/components/Footer.tsx',
      'export const Footer = () => <p>Mine</p>\n',
      [...ENGLISH, ...FRENCH],
    ],
    ['nothing', 'content/plain.md', '# Plain\n', []],
  ]

  it.each(CHANGES)('%s', async (_what, file, content, pages) => {
    const created = site({ 'site.config.ts': config(), ...FILES })
    expect((await created.run(['build'])).code).toBe(0)
    const before = inodes(created)
    created.write(file, content)
    expect((await created.run(['build'])).code).toBe(0)
    const written = [...inodes(created)]
      .filter(([name, inode]) => before.get(name) !== inode)
      .map(([name]) => name)
    expect(written.filter(name => name.endsWith('.html')).toSorted()).toEqual(pages.toSorted())
    await created.run(['build', '--no-cache', '--out-dir', 'cold'])
    expect(created.hashes('dist')).toEqual(created.hashes('cold'))
  })
})

describe('an edit of one page', () => {
  const files = {
    'site.config.ts': twoLanguages(),
    ...Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `content/p${index}.md`,
        `# Page ${index}\n\nText ${index}.\n`,
      ]),
    ),
    'content/fr/README.md': '# Accueil\n',
  }

  it('rewrites at most 8 files; all others stay the same files', async () => {
    const created = site(files)
    await created.run(['build'])
    const before = inodes(created)
    created.write('content/p7.md', '# Page 7\n\nOther words.\n')
    await created.run(['build'])
    const after = inodes(created)
    const rewritten = [...after].filter(([name, inode]) => before.get(name) !== inode).map(([name]) => name)
    expect(rewritten).toContain('p7.html')
    expect(rewritten).toContain('assets/locales/en.json')
    expect(rewritten).not.toContain('p8.html')
    expect(rewritten).not.toContain('assets/locales/fr.json')
    expect(rewritten.filter(name => name !== '.docsgen.json').length).toBeLessThanOrEqual(8)
  })

  it('changes nothing of a language that has the page and shows others in place of its own', async () => {
    const config = twoLanguages().replace("fallback: 'none',", '')
    const created = site({ ...files, 'site.config.ts': config, 'content/fr/p7.md': '# Sept\n' })
    await created.run(['build'])
    const isFrench = (name: string) => /^fr\/|(?:locales|search|offline)\/fr\./.test(name)
    const before = Object.entries(created.hashes('dist')).filter(([name]) => isFrench(name))
    expect(before.map(([name]) => name)).toContain('fr/p8.html')
    created.write('content/p7.md', '# Page 7\n\nOther words.\n')
    await created.run(['build'])
    expect(Object.entries(created.hashes('dist')).filter(([name]) => isFrench(name))).toEqual(before)
  })

  it('of a page that others include changes them too, and nothing else', async () => {
    const created = site({
      'content/part.md': '# Part\n\nOld words.\n',
      'content/whole.md': '# Whole\n\n<!--@include: ./part.md-->\n',
      'content/other.md': '# Other\n',
    })
    await created.run(['build'])
    const before = created.hashes('dist')
    created.write('content/part.md', '# Part\n\nNew words.\n')
    await created.run(['build'])
    const after = created.hashes('dist')
    expect(created.read('dist/whole.html')).toContain('New words.')
    const changed = Object.keys(after).filter(name => name.endsWith('.html') && before[name] !== after[name])
    expect(changed).toEqual(['part.html', 'whole.html'])
  })
})

/** Path → inode of every file of the output. */
function inodes(created: TestSite): Map<string, number> {
  const folder = path.join(created.root, 'dist')
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry =>
    entry.isFile(),
  )
  return new Map(
    entries.map(entry => {
      const file = path.join(entry.parentPath, entry.name)
      return [path.relative(folder, file), statSync(file).ino]
    }),
  )
}
