import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Tags of WCAG 2.2 AA and best practice; `target-size` is off by default and switched on. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Violations everywhere, and colours that could not be judged outside the content, as lines of text. Single characters
 * and arrows, which axe never judges, are left to the colour pairs of the unit tests.
 */
export async function findViolations(page: Page): Promise<string[]> {
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
