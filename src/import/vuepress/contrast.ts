/** Contrast of colors (WCAG AA): a VuePress palette becomes colors that can be read in this theme. */
import { CODE_COLORS, COLOR_NAMES, type ColorName, type SchemeName } from '../../schema/theme.ts'

/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number]

/** `#174` or `#12734a` as numbers; undefined for anything else. */
export function readHex(text: string): Rgb | undefined {
  if (!/^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(text)) return undefined
  const digits = text.length === 4 ? text.slice(1).replace(/./g, '$&$&') : text.slice(1)
  return [0, 2, 4].map(at => parseInt(digits.slice(at, at + 2), 16)) as unknown as Rgb
}

/** `#12734a`. */
export function writeHex(color: Rgb): string {
  return `#${color.map(part => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** `color-mix(in srgb, over share, under)`: `share` from 0 to 1. */
export function mix(over: Rgb, share: number, under: Rgb): Rgb {
  return over.map((part, index) => part * share + (under[index] ?? 0) * (1 - share)) as unknown as Rgb
}

/** Contrast of two colors as WCAG 2.2 defines it: from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

/** Relative luminance (WCAG 2.2). */
function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map(part => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]

/** The color that passes and is nearest on the ways to black and to white; undefined where none does. */
export function nearestColor(color: Rgb, passes: (candidate: Rgb) => boolean): Rgb | undefined {
  const found = [BLACK, WHITE].flatMap(end => {
    for (let step = 0; step <= 255; step += 1) {
      const candidate = mix(end, step / 255, color).map(Math.round) as unknown as Rgb
      if (passes(candidate)) return [candidate]
    }
    return []
  })
  return found.toSorted((a, b) => distance(a, color) - distance(b, color))[0]
}

function distance(a: Rgb, b: Rgb): number {
  return Math.hypot(...a.map((part, index) => part - (b[index] ?? 0)))
}

/** A color of the theme that stands on another one. */
export interface ColorPair {
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
export const COLOR_PAIRS: readonly ColorPair[] = [
  ...all(TEXT, 4.5),
  ...all(PARTS, 3),
  ...(['text', 'accent', ...CODE_COLORS] as const).map((over): ColorPair => {
    return { over, under: 'bg', tint: ['text', 0.08], needed: 4.5 }
  }),
  ...BOXES.map((box): ColorPair => ({ over: 'text', under: `${box}-bg`, tint: [box, 0.12], needed: 4.5 })),
]

/** Colors of a scheme by name. */
export type Palette = ReadonlyMap<ColorName, Rgb>

/** Colors of the theme as its style sheet says them. */
export function readPalette(css: string, scheme: SchemeName): Palette {
  // Style sheets may be written with spaces or without.
  const block =
    css.split('}').find(rule => rule.replaceAll(' ', '').includes(`color-scheme:${scheme};`)) ?? ''
  const said = new Map(
    block.split(';').map((line): [string, string] => {
      const [name = '', value = ''] = line.split(':')
      return [name.trim(), value.trim()]
    }),
  )
  const found = COLOR_NAMES.flatMap((name): [ColorName, Rgb][] => {
    const color = readHex(said.get(`--${name}`) ?? '')
    return color ? [[name, color]] : []
  })
  return new Map(found)
}

/** Contrast of a pair; undefined where one of its colors is not known. */
export function contrastOf({ over, under, tint }: ColorPair, palette: Palette): number | undefined {
  const [above, below] = [palette.get(over), palette.get(under)]
  const laid = tint && palette.get(tint[0])
  if (!above || !below || (tint && !laid)) return undefined
  return contrast(above, tint && laid ? mix(laid, tint[1], below) : below)
}

/** The color nearest to one of a palette with which all its pairs have enough contrast; undefined where there is none. */
export function nearestPassing(name: ColorName, palette: Palette): Rgb | undefined {
  const color = palette.get(name)
  const pairs = COLOR_PAIRS.filter(({ over, under, tint }) => [over, under, tint?.[0]].includes(name))
  const passes = (candidate: Rgb) => {
    const tried = new Map([...palette, [name, candidate] as const])
    return pairs.every(pair => (contrastOf(pair, tried) ?? Infinity) >= pair.needed)
  }
  return color && nearestColor(color, passes)
}
