import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { createTestSite, type TestSite } from './site.ts'

/** Pages of about a kilobyte, in sections of forty with a sidebar each. */
function site(count: number, translated: boolean): TestSite {
  const parts = Array.from({ length: Math.ceil(count / 40) }, (_, part) => `'/part-${part}/': 'auto'`)
  const config = `import { defineConfig } from 'docsgen'
export default defineConfig({
  title: 'Example',
  url: 'https://docs.example.org',
  locales: { '/': { lang: 'en-US', label: 'English' }, '/fr/': { lang: 'fr', label: 'Français' } },
  theme: { repo: 'acme/docs', editLinks: true, sidebar: { ${parts.join()} } },
})
`
  const files: Record<string, string> = { 'site.config.ts': config }
  for (const locale of translated ? ['', 'fr/'] : [''])
    for (let page = 0; page < count; page += 1)
      files[`content/${locale}part-${Math.floor(page / 40)}/page-${page}.md`] = text(page)
  return createTestSite(files)
}

function text(page: number): string {
  const word = (at: number) =>
    ['component', 'slot', 'event', 'value', 'router', 'store'][(page * 7 + at * 5) % 6]
  const sections = Array.from({ length: 6 }, (_, at) => {
    const sentence = `Each ${word(at + 1)} of number ${page * at} waits for the ${word(at + 2)} that came before it, and says so in a sentence of its own.`
    return `## The ${word(at)} ${page}-${at}\n\n${sentence} What the ${word(at + 3)} ${page + at} does is another matter, and stands elsewhere.\n`
  })
  return `# Page ${page}\n\nWhat page ${page} is about.\n\n${sections.join('\n')}`
}

/** Bytes of the packs of French. */
async function packBytes(count: number, translated: boolean): Promise<number> {
  const made = site(count, translated)
  expect(await made.run(['build'])).toMatchObject({ code: 0 })
  if (!translated) {
    // A page that doesn't differ has no chunk of its own.
    const list = JSON.parse(made.read('dist/assets/locales/fr.json')) as { pages: Record<string, [string]> }
    expect(new Set(Object.values(list.pages).map(([chunk]) => chunk))).toEqual(new Set(['']))
  }
  const folder = path.join(made.root, 'dist/offline')
  const packs = readdirSync(folder).filter(name => name.startsWith('fr.'))
  return packs.reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0)
}

it('the packs of a language without a page are at most 5 % of those of a translated one', async () => {
  const [shown, translated] = [await packBytes(40, false), await packBytes(40, true)]
  expect(shown / translated).toBeLessThanOrEqual(0.05)
})
