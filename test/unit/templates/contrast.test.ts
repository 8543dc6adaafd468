import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { COLOR_NAMES } from '../../../src/schema/theme.ts'
import { COLOR_PAIRS, contrastOf, readPalette } from '../../../src/import/vuepress/contrast.ts'

const css = readFileSync(new URL('../../../templates/styles/tokens.css', import.meta.url), 'utf8')

describe.each(['light', 'dark'] as const)('colors of the %s scheme', scheme => {
  const palette = readPalette(css, scheme)

  it('are those that a configuration may name', () => {
    expect([...palette.keys()]).toEqual(COLOR_NAMES)
  })

  it.each(COLOR_PAIRS)('$over on $under have the contrast of WCAG AA', pair => {
    expect(contrastOf(pair, palette)).toBeGreaterThanOrEqual(pair.needed)
  })
})

it('every color of the theme can be configured', () => {
  const colors = [...css.matchAll(/--([\w-]+): #[\da-f]{6};/g)].map(([, name]) => name)
  expect([...new Set(colors)]).toEqual(COLOR_NAMES)
})
