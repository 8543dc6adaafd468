import { cpSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTestSite, manyPages } from './site.ts'

/** So many that several threads render them. */
const PAGES = manyPages(12)

const first = createTestSite(PAGES)
await first.build()
const before = first.hashes('dist')

/** Builds a site that was built before, now with these files in `templates/`, and gives what is printed. */
async function build(templates: Record<string, string>): Promise<string> {
  const site = createTestSite(PAGES)
  cpSync(first.root, site.root, { recursive: true })
  for (const [name, text] of Object.entries(templates)) site.write(path.join('templates', name), text)
  const { code, stderr } = await site.run(['build'])
  expect(code).toBe(1)
  expect(site.hashes('dist')).toEqual(before)
  return stderr
}

describe('a template that fails', () => {
  it('is an error at its own location, with a code frame and the page that it failed on', async () => {
    const stderr = await build({
      'components/Pager.tsx': `import type { PageView } from 'docsgen'

export function Pager({ page }: { page: PageView }) {
  if (page.path === '/p1.html') throw new Error('no such\\nthing')
  return null
}
`,
    })
    expect(stderr).toContain(
      'templates/components/Pager.tsx:4:39 error templates/failed A template failed on `content/p1.md`: no such thing.\n',
    )
    expect(stderr).toContain(`> 4 |   if (page.path === '/p1.html') throw new Error('no such`)
    expect(stderr.match(/error templates\/failed/g)).toHaveLength(1)
  })

  it('is one error however many pages it fails on, with a hint where it uses `window`', async () => {
    const stderr = await build({
      'lib/width.ts': `export const width = () =>\n  window.innerWidth\n`,
      'components/Pager.tsx': `import { width } from '../lib/width.ts'\nexport const Pager = () => <p>{width()}</p>\n`,
    })
    expect(stderr).toMatch(
      /templates\/lib\/width\.ts:2:\d+ error templates\/failed A template failed on `content\/\S+\.md` and 12 other pages: `window` only exists in browsers\./,
    )
    expect(stderr).toContain('→ Templates also run during the build. Use `window` in `useEffect`')
    expect(stderr.match(/error templates\/failed/g)).toHaveLength(1)
  })

  it('is reported at its location where it cannot be parsed, without a stack', async () => {
    const stderr = await build({ 'components/Footer.tsx': 'export function Footer() {\n  return <p>\n}\n' })
    expect(stderr).toMatch(/templates\/components\/Footer\.tsx:\d+:\d+/)
    expect(stderr).not.toMatch(/\n\s+at .*:\d+:\d+\)?/)
  })

  it('fails on the not-found page as on any other', async () => {
    const stderr = await build({
      'layouts/NotFound.tsx': `export default function NotFound() {\n  return <main>{document.title}</main>\n}\n`,
    })
    expect(stderr).toContain(
      'templates/layouts/NotFound.tsx:2:26 error templates/failed A template failed on `/404.html` and 1 other page: `document` only exists in browsers.',
    )
  })

  it('is reported at the page where what it threw has no location', async () => {
    const stderr = await build({
      'components/Pager.tsx': `export const Pager = ({ page }: { page: { path: string } }) => {\n  if (page.path === '/p1.html') throw 'nothing'\n  return null\n}\n`,
    })
    expect(stderr).toContain(
      'content/p1.md:1:1 error templates/failed A template failed on `content/p1.md`: nothing.',
    )
  })
})
