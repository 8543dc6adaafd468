import { COLOR_NAMES, type ColorName, type Colors, type SchemeName } from '../schema/colors.ts'
import type { Finding } from '../schema/finding.ts'
import { COLOR_PAIRS, type ColorPair } from './color-pairs.ts'
import { contrast, mix, nearestColor, readHex, type Rgb, writeHex } from './contrast.ts'
import type { LocateKey } from './named-addresses.ts'

/** Colours of a scheme by name. */
export type Palette = ReadonlyMap<ColorName, Rgb>

/** Colours of the theme as its style sheet says them. */
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

/** Contrast of a pair; undefined where one of its colours is not known. */
export function contrastOf({ over, under, tint }: ColorPair, palette: Palette): number | undefined {
  const [above, below] = [palette.get(over), palette.get(under)]
  const laid = tint && palette.get(tint[0])
  if (!above || !below || (tint && !laid)) return undefined
  return contrast(above, tint && laid ? mix(laid, tint[1], below) : below)
}

/**
 * Configured colours that make something hard to read, WCAG AA being the measure: one finding for each, with the pair that is
 * worst and the nearest colour that passes in all. `css` is the style sheet of the theme.
 */
export function reportColors(colors: Colors | undefined, css: string, locate: LocateKey): Finding[] {
  if (!colors) return []
  return (['light', 'dark'] as const).flatMap(scheme => {
    const given = COLOR_NAMES.flatMap((name): [ColorName, Rgb][] => {
      const color = readHex(colors[scheme]?.[name] ?? '')
      return color ? [[name, color]] : []
    })
    const palette = new Map([...readPalette(css, scheme), ...given])
    return reportScheme(scheme, new Map(given), palette, locate)
  })
}

function reportScheme(scheme: SchemeName, given: Palette, palette: Palette, locate: LocateKey): Finding[] {
  return [...given.keys()].flatMap((name): Finding[] => {
    const failing = COLOR_PAIRS.filter(pair => configured(pair, given) === name)
      .map(pair => ({ pair, measured: contrastOf(pair, palette) ?? Infinity }))
      .filter(({ pair, measured }) => measured < pair.needed)
      .toSorted((a, b) => a.measured / a.pair.needed - b.measured / b.pair.needed)
    const [worst] = failing
    if (!worst) return []
    const others = failing.length > 1 ? ` ${failing.length - 1} more of its pairs fail.` : ''
    const place = locate(['theme', 'colors', scheme, name])
    return [
      {
        rule: 'config/contrast',
        severity: 'warning',
        ...(place ? { place } : {}),
        message: `${describe(worst.pair, worst.measured, palette)} in the ${scheme} scheme.${others}`,
        hint: remedy(name, palette),
      },
    ]
  })
}

/** The colour of a pair that the configuration says: what stands on another rather than that. */
function configured({ over, under, tint }: ColorPair, given: Palette): ColorName | undefined {
  return [over, under, ...(tint ? [tint[0]] : [])].find(name => given.has(name))
}

/** What is said of a pair; the ratio is rounded down, so that what fails does not look as if it passed. */
function describe({ over, under, needed, tint }: ColorPair, measured: number, palette: Palette): string {
  const named = (name: ColorName) => `\`${name}\` (${writeHex(palette.get(name) ?? [0, 0, 0])})`
  const tinted = tint ? ` tinted with \`${tint[0]}\`` : ''
  const ratio = Math.floor(measured * 100) / 100
  return `${named(over)} on ${named(under)}${tinted} has a contrast of ${ratio} instead of ${needed} (WCAG AA)`
}

/** The colour nearest to one of a palette with which all its pairs have enough contrast; undefined where there is none. */
export function nearestPassing(name: ColorName, palette: Palette): Rgb | undefined {
  const color = palette.get(name)
  const pairs = COLOR_PAIRS.filter(({ over, under, tint }) => [over, under, tint?.[0]].includes(name))
  const passes = (candidate: Rgb) => {
    const tried = new Map([...palette, [name, candidate] as const])
    return pairs.every(pair => (contrastOf(pair, tried) ?? Infinity) >= pair.needed)
  }
  return color && nearestColor(color, passes)
}

/** What could stand there instead. */
function remedy(name: ColorName, palette: Palette): string {
  const near = nearestPassing(name, palette)
  return near
    ? `The nearest colour that passes is \`${writeHex(near)}\`.`
    : 'No other colour passes in its place: change what it stands on, or what stands on it, too.'
}
