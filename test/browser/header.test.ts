import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, serveFolder, type FolderServer } from './browser.ts'

const run = promisify(execFile)
const program = path.resolve(import.meta.dirname, '../../bin/docsgen.js')
const corpus = path.resolve(import.meta.dirname, '../../../shared/corpus/vue-router-3')
const step = process.env['DOCSGEN_FULL'] ? 20 : 80

if (!existsSync(corpus)) console.warn('The corpus is not there: the test of the header is skipped.')

const place: { root?: string; server?: FolderServer } = {}

beforeAll(async () => {
  if (!existsSync(corpus)) return
  place.root = await mkdtemp(path.join(tmpdir(), 'docsgen-header-'))
  await cp(corpus, place.root, { recursive: true })
  await run('chmod', ['-R', 'u+w', place.root])
  await run(process.execPath, [program, 'init', '--from', 'vuepress1', place.root])
  await run(process.execPath, [program, 'build', place.root, '--silent'])
  place.server = await serveFolder(path.join(place.root, 'dist'))
})
afterAll(async () => {
  await place.server?.close()
  if (place.root) await rm(place.root, { recursive: true, force: true })
})

test.skipIf(!existsSync(corpus))(
  'the header is one row at every width, in every language of a real site',
  async () => {
    const browser = await launchBrowser()
    const page = await browser.newPage()
    const wrapped: string[] = []
    for (const language of ['/', '/zh/', '/ja/', '/ru/', '/kr/', '/fr/']) {
      await page.goto(`${place.server?.origin}${language}`)
      for (let width = 320; width <= 1920; width += step) {
        await page.setViewportSize({ width, height: 700 })
        const isOneRow = await page.evaluate(() => {
          const bar = document.querySelector('.header-bar')
          const middles = [...(bar?.children ?? [])]
            .map(part => part.getBoundingClientRect())
            .filter(({ height }) => height > 0)
            .map(({ top, height }) => Math.round((top + height / 2) / 4))
          return bar !== null && bar.scrollWidth <= bar.clientWidth && new Set(middles).size === 1
        })
        const way = page.locator('.menu-button, .nav-all button, .top-nav > ul').locator('visible=true')
        if (!isOneRow || (await way.count()) === 0) wrapped.push(`${language} ${width}`)
      }
    }
    await browser.close()
    expect(wrapped).toEqual([])
  },
)
