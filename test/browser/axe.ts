import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { sample } from '../support/full.ts'
import { overflow } from './browser.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Tags of WCAG 2.2 AA and best practice; `target-size` is off by default and switched on. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Violations everywhere, and colours that could not be judged outside the content, as lines of text. Single characters
 * and arrows, which axe never judges, are left to the colour pairs of the unit tests.
 */
async function findViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  return page.evaluate(async tags => {
    const { run } = (globalThis as unknown as { axe: { run(...given: unknown[]): Promise<AxeResults> } }).axe
    const options = {
      runOnly: { type: 'tag', values: tags },
      rules: { 'target-size': { enabled: true } },
      // What passes needs no names of elements, which take half of the time.
      resultTypes: ['violations', 'incomplete'],
    }
    const { violations, incomplete } = await run(document, options)
    const isContent = (target: string) => document.querySelector(target)?.closest('.content') !== null
    const unclear = incomplete
      .filter(({ id }) => id === 'color-contrast')
      .map(result => ({
        ...result,
        nodes: result.nodes.filter(({ target, any }) => {
          const reasons = any.map(({ data }) => (data as { messageKey?: string } | null)?.messageKey)
          const isSign = reasons.some(reason => reason === 'shortTextContent' || reason === 'nonBmp')
          return !isSign && !isContent(String(target))
        }),
      }))
    return [...violations, ...unclear].flatMap(({ id, nodes }) =>
      nodes.map(({ target, html }) => `${id} ${String(target)} ${html.slice(0, 100)}`),
    )
  }, TAGS)
}

/** A color scheme, and the width of the window where it is not to stay. */
type Look = readonly [colorScheme: 'light' | 'dark', width?: number]

/** Two looks that differ in both; all four with `DOCSGEN_FULL=1`. */
export const LOOKS: readonly Look[] = sample(
  [
    ['light', 1280],
    ['dark', 360],
    ['light', 360],
    ['dark', 1280],
  ],
  0,
  1,
)

/** For what is open while the window stays as it is. Pairs of colors of both schemes are unit tests. */
export const SCHEMES: readonly Look[] = sample([['dark'], ['light']], 0)

export async function judge(page: Page, looks = LOOKS): Promise<string[]> {
  const found: string[] = []
  for (const [colorScheme, width] of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    if (width) await page.setViewportSize({ width, height: 800 })
    const violations = await findViolations(page)
    const over = await overflow(page)
    if (over > 0) violations.push(`${over} pixels too wide`)
    found.push(...violations.map(violation => `${colorScheme} ${width ?? ''}: ${violation}`))
  }
  return found
}
