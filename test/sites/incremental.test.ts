/** A warm build equals a cold one, and renders what has changed only. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { IS_FULL } from '../support/full.ts'
import { createRandom, type Random } from './random.ts'
import { createTestSite, inodes, listFiles, manyPages, type TestSite, twoLanguages } from './site.ts'

const DEFAULTS = {
  base: '/',
  title: 'Example',
  depth: 1,
  lines: false,
  label: 'Français',
  next: 'Suivant',
  slugs: 'github',
  redirect: '/old.html',
  offline: '{ keepAssets: 0 }',
  html: 'allow',
}

/** A site with everything that edits can touch. */
const EDITED_SITE: Record<string, string> = {
  'site.config.ts': configuration(),
  'content/README.md': '# Home\n\nSee [the guide](guide/README.md) and ![a picture](./picture.svg).\n',
  'content/picture.svg': picture(10),
  'content/guide/README.md': '# Guide\n\n<!--@include: ../../snippets/part.md-->\n\n## Further\n\nText.\n',
  'content/guide/start.md': '---\ntags: [one]\n---\n# Start\n\n<!--@include: ../../snippets/part.md-->\n',
  'content/guide/long.md': '# Long\n\n## One\n\nText :tada:\n\n### Two\n\n```ts\nconst a: number = 1\n```\n',
  'content/fr/README.md': '# Accueil\n\n[Guide](guide/README.md)\n',
  'content/fr/guide/README.md': '# Guide\n\nBonjour.\n',
  'snippets/part.md': 'Shared *text* of a snippet.\n',
  'public/robots.txt': 'User-agent: *\n',
}

/** `keepAssets: 0`: nothing of earlier builds is in the output, so all of it can be compared. */
function configuration(settings: Record<string, unknown> = {}): string {
  const { base, title, depth, lines, label, next, slugs, redirect, offline, html } = {
    ...DEFAULTS,
    ...settings,
  }
  return `import { defineConfig } from 'docsgen'
export default defineConfig({
  title: '${title}', url: 'https://docs.example.org', base: '${base}',
  locales: {
    '/': { lang: 'en-US', label: 'English' },
    '/fr/': { lang: 'fr', label: '${label}', strings: { nextPage: '${next}' } },
  },
  redirects: { '${redirect}': '/guide/' },
  theme: { sidebarDepth: ${depth}, editLinks: true, repo: 'some/where' },
  markdown: { lineNumbers: ${lines}, slugs: '${slugs}', html: '${html}' },
  offline: ${offline},
})
`
}

function picture(size: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"/>\n`
}

const WORDS = 'alpha beta gamma delta naïve 日本語 one-two `code` <b> &amp; :smile:'.split(' ')

/** What a person or a program does to a site between two builds; false when it does not apply. */
const EDITS: Record<string, (site: TestSite, random: Random) => unknown> = {
  body(site, random) {
    const page = random.pick(pages(site))
    site.write(page, `${site.read(page)}\nAnother ${random.pick(WORDS)} line ${random.below(1000)}.\n`)
  },
  title(site, random) {
    const page = random.pick(pages(site))
    site.write(page, site.read(page).replace(/^# .*$/m, `# ${random.pick(WORDS)} ${random.below(1000)}`))
  },
  frontmatter(site, random) {
    const page = random.pick(pages(site))
    const [title, tag] = [random.below(100), random.below(9)]
    const given = [`title: Given ${title}`, `description: About ${title}`, `tags: [t${tag}]`]
    const line = random.pick([...given, 'search: false', 'sidebar: false', 'prev: false'])
    site.write(page, `---\n${line}\n---\n${site.read(page).replace(/^---\n[^]*?\n---\n/, '')}`)
  },
  include(site, random) {
    site.write('snippets/part.md', `Shared *${random.pick(WORDS)}* ${random.below(1000)}.\n`)
  },
  'new page'(site, random) {
    const page = `content/${random.pick(['', 'guide/', 'fr/', 'fr/guide/', 'new/'])}page-${random.below(50)}.md`
    site.write(page, `# Page ${random.below(1000)}\n\n[Home](/)\n\n## Part\n\n${random.pick(WORDS)}\n`)
  },
  'renamed page'(site, random) {
    const page = random.pick(pages(site))
    const target = path.join(site.root, path.dirname(page), `renamed-${random.below(50)}.md`)
    if (existsSync(target) || /content\/README/.test(page)) return false
    renameSync(path.join(site.root, page), target)
  },
  'deleted page'(site, random) {
    const all = pages(site)
    const page = random.pick(all)
    if (all.length < 5 || page === 'content/README.md') return false
    rmSync(path.join(site.root, page))
  },
  configuration(site, random) {
    const settings = random.pick<Record<string, unknown>>([
      { base: `/b${random.below(3)}/` },
      { title: `Title ${random.below(9)}` },
      { depth: random.below(3) },
      { lines: true },
      { slugs: 'vuepress' },
      { redirect: `/old-${random.below(9)}.html` },
      { offline: false },
      { html: random.pick(['sanitize', 'escape']) },
      { label: `Langue ${random.below(9)}`, next: `Après ${random.below(9)}` },
      {},
    ])
    site.write('site.config.ts', configuration(settings))
  },
  template(site, random) {
    const file = 'templates/components/Footer.tsx'
    if (existsSync(path.join(site.root, file)) && random.below(2) === 0)
      rmSync(path.join(site.root, 'templates'), { recursive: true })
    else
      site.write(file, `export function Footer() {\n  return <footer>Mine ${random.below(9)}</footer>\n}\n`)
  },
  picture(site, random) {
    site.write('content/picture.svg', picture(1 + random.below(99)))
  },
  'public file'(site, random) {
    const file = `public/file-${random.below(3)}.txt`
    if (existsSync(path.join(site.root, file)) && random.below(2) === 0) rmSync(path.join(site.root, file))
    else site.write(file, `Content ${random.below(9)}\n`)
  },
  output(site, random) {
    if (!existsSync(site.output)) return false
    const file = random.pick(listFiles(site.output).filter(name => /\.(?:html|js|json)$/.test(name)))
    if (random.below(2) === 0) rmSync(path.join(site.output, file))
    else site.write(`dist/${file}`, 'edited by hand')
  },
}
const KINDS = Object.entries(EDITS)

/** Undoes all edits of sources. */
function restore(site: TestSite): void {
  for (const folder of ['content', 'templates', 'public'])
    rmSync(path.join(site.root, folder), { recursive: true, force: true })
  for (const [file, content] of Object.entries(EDITED_SITE)) site.write(file, content)
}

/** What a build prints, without times, the name of the output and where pages came from. */
function words(stderr: string): string {
  return stderr.replace(/^(?:Built .*|  (?:time|output|shared) .*)\n/gm, '')
}

/** Pages of the content folder, sorted. */
function pages(site: TestSite): string[] {
  const files = listFiles(path.join(site.root, 'content')).filter(file => file.endsWith('.md'))
  return files.map(file => `content/${file}`)
}

const SEQUENCES = IS_FULL ? 200 : Math.ceil(KINDS.length / 2)

it(`a warm build equals a cold one, byte for byte and with its findings, after each of ${SEQUENCES} random sequences of edits`, async () => {
  const created = createTestSite(EDITED_SITE)
  expect(await created.run(['build'])).toMatchObject({ code: 0 })
  let built = 0
  for (let sequence = 0; sequence < SEQUENCES; sequence += 1) {
    const random = createRandom(1000 + sequence)
    const done: string[] = []
    const apply = (index: number) => {
      const [kind = '', edit] = KINDS[index % KINDS.length] ?? []
      if (edit?.(created, random) !== false) done.push(kind)
    }
    // Every kind of edit has its turn; others come before it, some with a build between.
    for (let more = random.below(3); more > 0; more -= 1) {
      apply(random.below(KINDS.length))
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
    ...manyPages(12),
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

  it('one after the other on one site, whose output is that of a cold build in the end', async () => {
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
    const fallbacks = twoLanguages().replace("fallback: 'none',", '')
    const created = createTestSite({ ...FILES, 'site.config.ts': fallbacks })
    await created.run(['build'])
    const isFrench = (name: string) => /^fr\/|(?:locales|search|offline)\/fr\./.test(name)
    const before = Object.entries(created.hashes('dist')).filter(([name]) => isFrench(name))
    expect(before.map(([name]) => name)).toContain('fr/p8.html')
    created.write('content/p1.md', '# Page 1\n\nOther words.\n')
    await created.run(['build'])
    expect(Object.entries(created.hashes('dist')).filter(([name]) => isFrench(name))).toEqual(before)
  })
})
