import { readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { shownComponents } from './package-types.ts'
import { createTestSite, manyPages, twoLanguages } from './site.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What the guide shows, and so many pages that threads parse them. */
const FILES: Record<string, string> = {
  ...shownComponents(root),
  'site.config.ts': twoLanguages(),
  'content/README.md': '# Home\n',
  'content/fr/README.md': '# Accueil\n',
  'content/fr/changes.md': '# Versions\n\n::release-note{version="2.1"}\n',
  'templates/markdown/Unused.tsx': `export const client = 'load'
export default () => <p>Unused</p>
`,
  ...manyPages(40, '::counter{start=4}\n\nText.'),
}

/** A page of which only builds know that it fails. */
const FAILS = `export default function Fails() {
  return <p>{document.title}</p>
}
`

describe("a site's own components, as the guide shows them", async () => {
  const site = createTestSite(FILES)
  const built = await site.run(['build'])
  const output = site.hashes('dist')

  it('are in the pages, in the language of each, and in search', () => {
    expect(built).toMatchObject({ code: 0, stderr: expect.not.stringMatching(/warning|error /) })
    expect(site.read('dist/changes.html')).toContain(
      '<section class="release-note new"><strong>2.1</strong> January 31, 2026\n<p>The <strong>first</strong> release with islands.</p>',
    )
    expect(site.read('dist/fr/changes.html')).toContain('<strong>2.1</strong> 31 janvier 2026</section>')
    expect(site.read('dist/counting.html')).toContain('<div class="counter"><output>3</output>')
    expect(site.read('dist/changes.html')).not.toMatch(/assets\/js\/islands/)
    const search = readdirSync(path.join(site.root, 'dist/assets/search')).find(name =>
      name.startsWith('en.'),
    )
    expect(site.read(`dist/assets/search/${search}`)).toContain('2.0 January 31, 2026')
  })

  it('bring a script of their own for each island, which can be read offline; one that no page has, none', () => {
    const scripts = readdirSync(path.join(site.root, 'dist/assets/js'))
    const [counter = ''] = scripts.filter(name => /^Counter\.\w+\.js$/.test(name))
    expect(scripts.some(name => /^(?:ReleaseNote|Unused)\./.test(name))).toBe(false)
    expect(Buffer.byteLength(site.read(`dist/assets/js/${counter}`))).toBeLessThan(1000)
    expect(site.read('dist/service-worker.js')).toContain(counter)
  })

  it('that fail are errors at their own line, of `build` and of `check`, and the output stays', async () => {
    site.write('templates/markdown/Fails.tsx', FAILS)
    site.write('templates/markdown/Badge.tsx', FAILS)
    site.write('content/fails.md', '# Fails\n\n<Fails/>\n\n::counter{start=x}\n')
    site.write('content/fails-too.md', '# Fails too\n\n::fails\n')
    for (const command of ['build', 'check']) {
      const { code, stdout, stderr } = await site.run([command])
      const said = stdout + stderr
      expect(code).toBe(1)
      expect(said).toMatch(
        /templates\/markdown\/Fails\.tsx:2:\d+ error templates\/failed The component `<Fails>` failed on `content\/fails\S*\.md`: `document` exists only in browsers\./,
      )
      expect(said).toContain('> 2 |   return <p>{document.title}</p>')
      expect(said.match(/error templates\/failed/g)).toHaveLength(1)
      expect(said).toContain(
        'templates/markdown/Badge.tsx:1:1 error templates/component `:badge` and `<Badge>` are already used by a built-in component.',
      )
      expect(said).toContain('content/fails.md:5:11 warning markdown/attribute')
    }
    expect(site.hashes('dist')).toEqual(output)
  })
})
