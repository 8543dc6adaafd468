import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Colors } from '../../../src/schema/colors.ts'
import { contrast, mix, nearestColor, readHex, type Rgb } from '../../../src/site/contrast.ts'
import { reportColors } from '../../../src/site/report-colors.ts'

const css = readFileSync(new URL('../../../templates/styles/tokens.css', import.meta.url), 'utf8')
const report = (colors: Colors) =>
  reportColors(colors, css, path => ({ file: path.join('.'), line: 1, column: 1 })).map(
    ({ place, message, hint }) => `${place?.file}: ${message} ${hint}`,
  )

it('contrast is that of WCAG', () => {
  const color = (hex: string) => readHex(hex) as Rgb
  expect(contrast(color('#000'), color('#ffffff'))).toBe(21)
  // The grey that is commonly named as the lightest one for text on white.
  expect(contrast(color('#767676'), color('#fff'))).toBeCloseTo(4.54, 2)
  expect(mix(color('#000'), 0.5, color('#ffffff'))).toEqual([127.5, 127.5, 127.5])
  expect(readHex('red')).toBeUndefined()
})

it('the nearest colour is on the shorter way to black or white', () => {
  const passes = ([red]: Rgb) => red <= 90 || red >= 250
  expect(nearestColor([100, 100, 100], passes)).toEqual([90, 90, 90])
  expect(nearestColor([240, 240, 240], passes)).toEqual([250, 250, 250])
  expect(nearestColor([100, 100, 100], () => false)).toBeUndefined()
})

it('colours that can be read are no findings, and none are where nothing is configured', () => {
  expect(report({ light: { accent: '#6b2a80', brand: '#ff0' }, dark: { accent: '#e0b4f0' } })).toEqual([])
  expect(reportColors(undefined, css, () => undefined)).toEqual([])
})

it('a colour that cannot be read is reported once, with its worst pair and the nearest one that passes', () => {
  expect(report({ light: { accent: '#3eaf7c' } })).toEqual([
    'theme.colors.light.accent: `accent` (#3eaf7c) on `bg` (#ffffff) tinted with `text` has a contrast of 2.37 instead of 4.5 (WCAG AA) in the light scheme. 11 more of its pairs fail. The nearest colour that passes is `#2b7a57`.',
  ])
})

it('the suggestion passes', () => {
  const [finding = ''] = report({ dark: { 'code-comment': '#555' } })
  const suggestion = /is `(#\w+)`/.exec(finding)?.[1] ?? ''
  expect(suggestion).toMatch(/^#[\da-f]{6}$/)
  expect(report({ dark: { 'code-comment': suggestion } })).toEqual([])
})

it('a background is reported at its own key; where no colour passes that is said', () => {
  expect(report({ light: { bg: '#808080' } })).toEqual([
    'theme.colors.light.bg: `accent` (#12734a) on `bg` (#808080) tinted with `text` has a contrast of 1.35 instead of 4.5 (WCAG AA) in the light scheme. 21 more of its pairs fail. The nearest colour that passes is `#f1f1f1`.',
  ])
  const [, text = ''] = report({ dark: { bg: '#ffffff', text: '#fff' } }).toSorted()
  expect(text).toMatch(/^theme\.colors\.dark\.text: .* No other colour passes in its place: /)
})
