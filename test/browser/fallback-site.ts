import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const program = path.resolve(import.meta.dirname, '../../bin/docsgen.js')

/** Where the site says that it is. */
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

export const PAGES = Object.keys(SOURCES)

export interface Language {
  locale: string
  lang: string
  dir: 'ltr' | 'rtl'
  label: string
  /** Local paths of what is translated. */
  pages: readonly string[]
  /** Locales whose pages stand in, in their order. */
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

const CONFIG = `
import { defineConfig } from 'docsgen'
export default defineConfig({
  title: 'Site',
  url: '${ORIGIN}',
  fallback: { '/news/*': 'none' },
  fallbackLocales: { 'pt-PT': ['pt-BR'] },
  locales: ${JSON.stringify(Object.fromEntries(LANGUAGES.map(({ locale, lang, label }) => [locale, { lang, label }])))},
  theme: { suggestLanguage: true, repo: 'acme/docs', editLinks: true, nav: ['/guide/', '/api/'] },
})
`

/** What a page says; its links lead to other pages of its language. */
function source(locale: string, lang: string, title: string): string {
  const words = `The ${lang} text of ${title} speaks of quokkas${title.replace(/\W/g, '')}.`
  const links = `[mount](${locale}api/mount.md) [start](${locale}guide/start.md#second)`
  const filling = Array.from({ length: 30 }, (_, line) => `Line ${line + 1} of it.\n`).join('\n')
  const home = title === 'Home' ? 'home: true\nactionText: Begin\nactionLink: /guide/start.html\n' : ''
  return `---\ntitle: ${title} ${lang}\n${home}---\n# ${title} ${lang}\n\n${words} ${links}\n\n## First {#first}\n\n${filling}\n\n## Second {#second}\n\n${filling}`
}

/** Builds the site with the compiled program. */
export async function buildFallbackSite(): Promise<{ output: string; remove(): void }> {
  const root = mkdtempSync(path.join(tmpdir(), 'docsgen-fallback-'))
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    writeFileSync(path.join(root, name), text)
  }
  write('site.config.ts', CONFIG)
  for (const { locale, lang, pages } of LANGUAGES)
    for (const page of pages) {
      const { file = '', title = '' } = SOURCES[page] ?? {}
      write(`content${locale}${file}`, source(locale, lang, title))
    }
  await promisify(execFile)(process.execPath, [program, 'build', root, '--silent'])
  return { output: path.join(root, 'dist'), remove: () => rmSync(root, { recursive: true, force: true }) }
}
