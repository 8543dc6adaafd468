import path from 'node:path'
import { expect, test } from 'vitest'
import { createFolder } from '../sites/site.ts'
import { IS_FULL } from '../support/full.ts'
import { judge, LOOKS } from './axe.ts'
import { useServedSite } from './browser.ts'

/** A page of each kind, in English; all of them with `DOCSGEN_FULL=1`. */
const SAMPLE = ['index.html', 'guide/theme.html', 'reference/configuration.html']

/** It is made from the source beside it, so it is built where it is, into another folder. */
const folder = createFolder().root
const served = useServedSite(
  () => ({ ...createFolder({}, path.resolve(import.meta.dirname, '../../docs')), remove: () => undefined }),
  {},
  async site => {
    const { stdout } = await site.run(['build', '--json', '--out-dir', folder])
    const { pages } = JSON.parse(stdout) as { pages: Record<string, number> }
    expect(pages).toEqual({ '/': expect.any(Number), '/ja/': expect.any(Number), '/zh/': expect.any(Number) })
    return folder
  },
)

test(
  'the documentation of docsgen: every page is fine for axe and as wide as its window',
  { timeout: 1_800_000 },
  async () => {
    const all = Object.keys(createFolder({}, folder).hashes('.')).filter(file => file.endsWith('.html'))
    const { page } = await served.open(undefined, { bypassCSP: true })
    const found: string[] = []
    for (const [index, address] of (IS_FULL ? all : SAMPLE).entries()) {
      await page.goto(`/${address}`)
      const looks = IS_FULL ? LOOKS : [LOOKS[index % LOOKS.length]!]
      found.push(...(await judge(page, looks)).map(what => `${address}: ${what}`))
    }
    expect(found).toEqual([])
  },
)
