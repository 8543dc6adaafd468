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

/** Contrast of two colours as WCAG 2.2 defines it: from 1 to 21. */
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

/** The colour that passes and is nearest on the ways to black and to white; undefined where none does. */
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
