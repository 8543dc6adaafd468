import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Random } from './random.ts'
import type { TestSite } from './site.ts'

/** What a person or a program does to a site between two builds. Returns a description; undefined when it does not apply. */
export type Edit = (site: TestSite, random: Random) => string | undefined

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
export const EDITED_SITE: Record<string, string> = {
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

/** `keepAssets: 0`: nothing of earlier builds is beside the output, so it can be compared whole. */
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

export const EDITS: Edit[] = [
  function editBody(site, random) {
    const page = random.pick(pages(site))
    site.write(page, `${site.read(page)}\nAnother ${random.pick(WORDS)} line ${random.below(1000)}.\n`)
    return `body of ${page}`
  },
  function editTitle(site, random) {
    const page = random.pick(pages(site))
    site.write(page, site.read(page).replace(/^# .*$/m, `# ${random.pick(WORDS)} ${random.below(1000)}`))
    return `title of ${page}`
  },
  function editFrontmatter(site, random) {
    const page = random.pick(pages(site))
    const line = random.pick([
      `title: Given ${random.below(100)}`,
      `description: About ${random.below(100)}`,
      `tags: [t${random.below(9)}]`,
      'search: false',
      'sidebar: false',
      'prev: false',
    ])
    site.write(page, `---\n${line}\n---\n${site.read(page).replace(/^---\n[^]*?\n---\n/, '')}`)
    return `frontmatter of ${page}: ${line}`
  },
  function editInclude(site, random) {
    site.write('snippets/part.md', `Shared *${random.pick(WORDS)}* ${random.below(1000)}.\n`)
    return 'included file'
  },
  function addPage(site, random) {
    const page = `content/${random.pick(['', 'guide/', 'fr/', 'fr/guide/', 'new/'])}page-${random.below(50)}.md`
    site.write(page, `# Page ${random.below(1000)}\n\n[Home](/)\n\n## Part\n\n${random.pick(WORDS)}\n`)
    return `new ${page}`
  },
  function renamePage(site, random) {
    const page = random.pick(pages(site))
    const target = `${path.dirname(page)}/renamed-${random.below(50)}.md`
    if (existsSync(path.join(site.root, target)) || /content\/README/.test(page)) return undefined
    renameSync(path.join(site.root, page), path.join(site.root, target))
    return `${page} → ${target}`
  },
  function deletePage(site, random) {
    const all = pages(site)
    const page = random.pick(all)
    if (all.length < 5 || page === 'content/README.md') return undefined
    rmSync(path.join(site.root, page))
    return `deleted ${page}`
  },
  function changeConfig(site, random) {
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
    return `configuration ${JSON.stringify(settings)}`
  },
  function changeTemplates(site, random) {
    const file = 'templates/components/Footer.tsx'
    if (existsSync(path.join(site.root, file)) && random.below(2) === 0) {
      rmSync(path.join(site.root, 'templates'), { recursive: true })
      return 'own template removed'
    }
    site.write(file, `export function Footer() {\n  return <footer>Mine ${random.below(9)}</footer>\n}\n`)
    return 'own template'
  },
  function changePicture(site, random) {
    site.write('content/picture.svg', picture(1 + random.below(99)))
    return 'picture'
  },
  function changePublicFile(site, random) {
    const file = `public/file-${random.below(3)}.txt`
    if (existsSync(path.join(site.root, file)) && random.below(2) === 0) {
      rmSync(path.join(site.root, file))
      return `deleted ${file}`
    }
    site.write(file, `Content ${random.below(9)}\n`)
    return file
  },
  function touchOutput(site, random) {
    if (!existsSync(path.join(site.root, 'dist'))) return undefined
    const files = readdirSync(path.join(site.root, 'dist'), { recursive: true, encoding: 'utf8' }).toSorted()
    const file = random.pick(files.filter(name => /\.(?:html|js|json)$/.test(name)))
    if (random.below(2) === 0) rmSync(path.join(site.root, 'dist', file))
    else site.write(`dist/${file}`, 'edited by hand')
    return `output ${file}`
  },
]

/** Undoes all edits of sources. */
export function restore(site: TestSite): void {
  for (const folder of ['content', 'templates', 'public'])
    rmSync(path.join(site.root, folder), { recursive: true, force: true })
  for (const [file, content] of Object.entries(EDITED_SITE)) site.write(file, content)
}

/** What a build says, without times, the name of the output and where pages came from. */
export function words(stderr: string): string {
  return stderr.replace(/^(?:Built .*|  (?:time|output|shared) .*)\n/gm, '')
}

/** Pages of the content folder, sorted. */
function pages(site: TestSite): string[] {
  const files = readdirSync(path.join(site.root, 'content'), { recursive: true, encoding: 'utf8' })
  return files
    .filter(file => file.endsWith('.md'))
    .map(file => `content/${file}`)
    .toSorted()
}
