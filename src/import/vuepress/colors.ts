import type { UserConfig } from '../../schema/config.ts'
import type { ColorName } from '../../schema/theme.ts'
import type { Note } from '../common/importer.ts'

/** Red, green and blue from 0 to 255. */
export type Rgb = readonly number[]

/** Variables of the default theme that have a counterpart in the light scheme. */
const COUNTERPARTS: Readonly<Record<string, ColorName>> = {
  textColor: 'text',
  borderColor: 'border',
  badgeTipColor: 'tip',
  badgeWarningColor: 'warning',
  badgeErrorColor: 'danger',
}

/** Values of the default theme: no site has chosen them. */
const STANDARD: Readonly<Record<string, string>> = {
  accentColor: '#3eaf7c',
  textColor: '#2c3e50',
  borderColor: '#eaecef',
  codeBgColor: '#282c34',
  badgeTipColor: '#42b983',
  badgeErrorColor: '#da5961',
}

/** Of each scheme: the background, the color that text gets nearer to, and the contrast that leaves room for tinted backgrounds. */
const LIGHT = { background: [255, 255, 255], end: [0, 0, 0], wanted: 5.6 }
const DARK = { background: [20, 23, 28], end: [255, 255, 255], wanted: 6 }

/**
 * `theme.colors` for the variables of a `palette.styl`. The accent stays where it decorates; as text, and in the dark scheme, which
 * VuePress does not have, it gets enough contrast.
 * @param variables names without `$` → `#rgb` or `#rrggbb`
 */
export function translateColors(
  variables: ReadonlyMap<string, string>,
  note: Note,
): NonNullable<UserConfig['theme']>['colors'] {
  const light: Partial<Record<ColorName, string>> = {}
  let dark: typeof light | undefined
  const left: string[] = []
  for (const [variable, hex] of variables) {
    const name = COUNTERPARTS[variable]
    if (STANDARD[variable] === hex) continue
    if (variable === 'accentColor') {
      Object.assign(light, accents(readHex(hex), LIGHT))
      dark = accents(readHex(hex), DARK)
    } else if (name === undefined) left.push(`\`$${variable}\``)
    else light[name] = name === 'border' ? hex : writeHex(readable(readHex(hex), LIGHT))
  }
  if (left.length > 0) note(`Colours of \`palette.styl\` without a counterpart: ${left.join(', ')}.`)
  return Object.keys(light).length > 0 ? { light, ...(dark ? { dark } : {}) } : undefined
}

function accents(accent: Rgb, scheme: typeof LIGHT): Partial<Record<ColorName, string>> {
  const text = readable(accent, scheme)
  return {
    brand: writeHex(accent),
    'accent-soft': writeHex(mix(accent, 0.12, scheme.background)),
    selection: writeHex(mix(accent, 0.2, scheme.background)),
    accent: writeHex(text),
    'accent-strong': writeHex(mix(scheme.end, 0.3, text)),
  }
}

/** The color, nearer to black or white as far as text needs it. */
function readable(color: Rgb, { background, end, wanted }: typeof LIGHT): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const nearer = mix(end, share, color)
    if (contrast(nearer, background) >= wanted) return nearer
  }
  return end
}

/** Contrast of two colors as WCAG 2.2 defines it: from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map(part => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** `#174` or `#12734a` as numbers. */
export function readHex(hex: string): Rgb {
  const digits = hex.length === 4 ? hex.slice(1).replace(/./g, '$&$&') : hex.slice(1)
  return [...Buffer.from(digits, 'hex')]
}

function writeHex(color: Rgb): string {
  return `#${Buffer.from(color.map(Math.round)).toString('hex')}`
}

/** `over` on `under`; `share` of it from 0 to 1. */
export function mix(over: Rgb, share: number, under: Rgb): Rgb {
  return over.map((part, index) => part * share + (under[index] ?? 0) * (1 - share))
}
