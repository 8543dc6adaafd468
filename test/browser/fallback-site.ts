import { rmSync } from 'node:fs'
import path from 'node:path'
import { createFolder, git, type TestSite } from '../sites/site.ts'

export const ORIGIN = 'https://docs.example.org'

/** A page of the site by its local path: its source file and its title. */
const SOURCES: Record<string, { file: string; title: string }> = {
  '/': { file: 'README.md', title: 'Home' },
  '/api/': { file: 'api/README.md', title: 'Reference' },
  '/api/find.html': { file: 'api/find.md', title: 'find' },
  '/api/mount.html': { file: 'api/mount.md', title: 'mount' },
  '/faq.html': { file: 'faq.md', title: 'Questions' },
  '/guide/': { file: 'guide/README.md', title: 'Guide' },
  '/guide/next.html': { file: 'guide/next.md', title: 'Next steps' },
  '/guide/start.html': { file: 'guide/start.md', title: 'Start' },
  '/news/one.html': { file: 'news/one.md', title: 'News' },
  '/team.html': { file: 'team.md', title: 'Team' },
}
const LEGACY = '/legacy.html'
SOURCES[LEGACY] = { file: 'legacy.md', title: 'Legacy' }

export const ALL_PAGES = Object.keys(SOURCES)
const PAGES = ALL_PAGES.filter(page => page !== LEGACY)

export interface Language {
  locale: string
  lang: string
  dir: 'ltr' | 'rtl'
  label: string
  pages: readonly string[]
  chain: readonly string[]
}

const describe = (
  locale: string,
  [lang, label]: [string, string],
  pages: readonly string[],
  chain: readonly string[] = ['/'],
): Language => ({ locale, lang, label, pages, chain, dir: lang === 'ar' ? 'rtl' : 'ltr' })

/** Complete, complete, 40 %, 20 %, 0 % and right to left. */
export const LANGUAGES: readonly Language[] = [
  describe('/', ['en-US', 'English'], PAGES, []),
  describe('/fr/', ['fr', 'Français'], PAGES),
  describe('/pt-BR/', ['pt-BR', 'Português (Brasil)'], ['/', '/api/', '/guide/', '/guide/start.html']),
  describe('/pt-PT/', ['pt-PT', 'Português'], ['/', '/faq.html'], ['/pt-BR/', '/']),
  describe('/ar/', ['ar', 'العربية'], []),
]

export interface Version {
  id: string
  base: string
  languages: readonly Language[]
}

const inOld = (pages: Record<string, readonly string[]>): readonly Language[] =>
  LANGUAGES.map(language => ({ ...language, pages: pages[language.locale] ?? [] }))
const FIRST = ['/', '/api/', '/api/mount.html', '/faq.html', '/guide/', '/guide/start.html', LEGACY]
const SECOND = [...PAGES.filter(page => page !== '/team.html'), LEGACY]

/** Today's content, a folder, and a tag: pages and translations have come and gone. */
export const VERSIONS: readonly Version[] = [
  { id: '2.x', base: '/', languages: LANGUAGES },
  {
    id: '1.x',
    base: '/1.x/',
    languages: inOld({
      '/': SECOND,
      '/fr/': SECOND,
      '/pt-BR/': ['/', '/guide/start.html', '/news/one.html'],
      '/pt-PT/': ['/faq.html', LEGACY],
    }),
  },
  {
    id: '0.x',
    base: '/0.x/',
    languages: inOld({
      '/': FIRST,
      '/fr/': ['/', '/guide/start.html'],
      '/pt-BR/': ['/', '/faq.html'],
      '/ar/': ['/'],
    }),
  },
]

const config = (extra = '') => `
import { defineConfig } from 'docsgen'
export default defineConfig({
  title: 'Site',
  url: '${ORIGIN}',
  fallback: { '/news/*': 'none' },
  fallbackLocales: { 'pt-PT': ['pt-BR'] },
  locales: ${JSON.stringify(Object.fromEntries(LANGUAGES.map(({ locale, lang, label }) => [locale, { lang, label }])))},
  theme: { suggestLanguage: true, repo: 'acme/docs', editLinks: true, nav: ['/guide/', '/api/'] },
  ${extra}
})
`

const WITH_VERSIONS = `versions: [
  { id: '2.x' }, { id: '1.x', from: 'versions/1.x' }, { id: '0.x', ref: 'v0-docs' },
],`

/** What a page says; its links lead to other pages of its language. */
function source(locale: string, lang: string, heading: string): string {
  const title = heading.slice(0, heading.indexOf(` ${lang}`))
  const words = `The ${lang} text of ${title} speaks of quokkas${title.replace(/\W/g, '')}.`
  const links = `[mount](${locale}api/mount.md) [start](${locale}guide/start.md#second)`
  const filling = Array.from({ length: 30 }, (_, line) => `Line ${line + 1} of it.\n`).join('\n')
  const home = title === 'Home' ? 'home: true\nactionText: Begin\nactionLink: /guide/start.html\n' : ''
  return `---\ntitle: ${heading}\n${home}---\n# ${heading}\n\n${words} ${links}\n\n## First {#first}\n\n${filling}\n\n## Second {#second}\n\n${filling}`
}

export function titleOf(page: string, lang: string, { id, base }: Version): string {
  return `${SOURCES[page]?.title} ${lang}${base === '/' ? '' : ` ${id}`}`
}

export function createFallbackSite(): TestSite {
  const site = createFolder()
  const { root } = site
  const writeVersion = (folder: string, version: Version, extra?: string) => {
    site.write(`${folder}site.config.ts`, config(extra))
    for (const { locale, lang, pages } of version.languages)
      for (const page of pages)
        site.write(
          `${folder}content${locale}${SOURCES[page]?.file}`,
          source(locale, lang, titleOf(page, lang, version)),
        )
  }
  const [current, folder, tag] = VERSIONS as readonly [Version, Version, Version]
  writeVersion('', tag)
  git(root, 'init', '-q')
  git(root, 'add', '.')
  git(root, 'commit', '-qm', 'zero')
  git(root, 'tag', 'v0-docs')
  rmSync(path.join(root, 'content'), { recursive: true })
  writeVersion('versions/1.x/', folder)
  writeVersion('', current, WITH_VERSIONS)
  return site
}
