import { expect, it } from 'vitest'
import { contrast, mix, nearestColor, readHex, type Rgb } from '../../../../src/import/vuepress/contrast.ts'

it('contrast is that of WCAG', () => {
  const color = (hex: string) => readHex(hex) as Rgb
  expect(contrast(color('#000'), color('#ffffff'))).toBe(21)
  // The gray that is commonly named as the lightest one for text on white.
  expect(contrast(color('#767676'), color('#fff'))).toBeCloseTo(4.54, 2)
  expect(mix(color('#000'), 0.5, color('#ffffff'))).toEqual([127.5, 127.5, 127.5])
  expect(readHex('red')).toBeUndefined()
})

it('the nearest color is on the shorter way to black or white', () => {
  const passes = ([red]: Rgb) => red <= 90 || red >= 250
  expect(nearestColor([100, 100, 100], passes)).toEqual([90, 90, 90])
  expect(nearestColor([240, 240, 240], passes)).toEqual([250, 250, 250])
  expect(nearestColor([100, 100, 100], () => false)).toBeUndefined()
})
