import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrast, mix, readHex, type Rgb } from '../../../src/import/vuepress/config.ts'
import { COLOR_NAMES, type ColorName } from '../../../src/schema/theme.ts'

const CODE_COLORS = COLOR_NAMES.filter(name => /^code-(?!bg|line)/.test(name))

/** A color of the theme on another one. */
interface ColorPair {
  over: ColorName
  under: ColorName
  /** A color that is laid thinly over `under`, and its share from 0 to 1. */
  tint?: readonly [color: ColorName, share: number]
  /** The contrast that WCAG AA asks for: 4.5 for text, 3 for parts of controls. */
  needed: 4.5 | 3
}

const BOXES = ['tip', 'info', 'warning', 'danger', 'important'] as const

/** Text and the backgrounds it stands on. */
const TEXT: [ColorName, ColorName[]][] = [
  [
    'text',
    [
      'bg',
      'bg-soft',
      'bg-raised',
      'accent-soft',
      'selection',
      'mark',
      ...BOXES.map(box => `${box}-bg` as const),
    ],
  ],
  ['text-soft', ['bg', 'bg-soft', 'bg-raised', 'code-bg', 'warning-bg', 'info-bg']],
  ['accent', ['bg', 'bg-soft', 'bg-raised', 'accent-soft', 'code-bg', 'warning-bg']],
  ['accent-strong', ['bg', 'bg-soft', 'bg-raised', 'accent-soft']],
  ['on-accent', ['accent', 'accent-strong']],
  ...BOXES.map((box): [ColorName, ColorName[]] => [box, [`${box}-bg`, 'bg']]),
  ...CODE_COLORS.map((token): [ColorName, ColorName[]] => [
    token,
    ['code-bg', 'code-line', 'tip-bg', 'danger-bg', 'warning-bg'],
  ]),
]

/** Parts of controls, and what they stand on. */
const PARTS: [ColorName, ColorName[]][] = [
  ['border-control', ['bg', 'bg-soft', 'bg-raised']],
  ['accent', ['code-line', 'tip-bg', 'danger-bg', 'info-bg']],
]

const all = (list: [ColorName, ColorName[]][], needed: ColorPair['needed']): ColorPair[] =>
  list.flatMap(([over, unders]) => unders.map(under => ({ over, under, needed })))

/** Every pair of colors that the theme puts on one another, inline code in text and in boxes among them. */
const COLOR_PAIRS: readonly ColorPair[] = [
  ...all(TEXT, 4.5),
  ...all(PARTS, 3),
  ...(['text', 'accent', ...CODE_COLORS] as const).map((over): ColorPair => {
    return { over, under: 'bg', tint: ['text', 0.08], needed: 4.5 }
  }),
  ...BOXES.map((box): ColorPair => ({ over: 'text', under: `${box}-bg`, tint: [box, 0.12], needed: 4.5 })),
]

const css = readFileSync(new URL('../../../templates/styles/tokens.css', import.meta.url), 'utf8')

describe.each(['light', 'dark'] as const)('colors of the %s scheme', scheme => {
  const block = css.split('}').find(rule => rule.includes(`color-scheme: ${scheme};`)) ?? ''
  const colors = [...block.matchAll(/--([\w-]+): (#[\da-f]{6});/g)]
  const palette = new Map(colors.map(([, name = '', hex = '']): [string, Rgb] => [name, readHex(hex)]))
  const colorOf = (name: ColorName) => palette.get(name)!

  it('are those that a configuration may name', () => {
    expect([...palette.keys()]).toEqual(COLOR_NAMES)
  })

  it.each(COLOR_PAIRS)('$over on $under have the contrast of WCAG AA', ({ over, under, tint, needed }) => {
    const below = tint ? mix(colorOf(tint[0]), tint[1], colorOf(under)) : colorOf(under)
    expect(contrast(colorOf(over), below)).toBeGreaterThanOrEqual(needed)
  })
})
