import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('../../../templates/styles/tokens.css', import.meta.url), 'utf8')

type Color = [number, number, number]

/** Colors of a block of custom properties by name. */
function colorsOf(block: RegExp): Map<string, Color> {
  const text = block.exec(css)?.[1] ?? ''
  const found = text.matchAll(/--([\w-]+): #([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2});/g)
  return new Map(
    [...found].map(([, name = '', ...parts]) => [name, parts.map(part => parseInt(part, 16)) as Color]),
  )
}

const SCHEMES: [string, Map<string, Color>][] = [
  ['light', colorsOf(/color-scheme: light;([^}]*)\}/)],
  ['dark', colorsOf(/:root\[data-scheme='dark'\] \{([^}]*)\}/)],
]

/** Relative luminance (WCAG 2.2). */
function luminance(color: Color): number {
  const [r, g, b] = color.map(part => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as Color
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: Color, b: Color): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

/** `color-mix(in srgb, over share, transparent)` on a background. */
function mix(over: Color, share: number, under: Color): Color {
  return over.map((part, index) => part * share + (under[index] ?? 0) * (1 - share)) as Color
}

const BOXES = ['tip', 'info', 'warning', 'danger', 'important']
const CODE = [
  'text',
  'comment',
  'keyword',
  'string',
  'function',
  'number',
  'tag',
  'attribute',
  'type',
  'punctuation',
].map(token => `code-${token}`)
/** Text and the backgrounds it stands on. */
const TEXT: [string, string[]][] = [
  [
    'text',
    ['bg', 'bg-soft', 'bg-raised', 'accent-soft', 'selection', 'mark', ...BOXES.map(box => `${box}-bg`)],
  ],
  ['text-soft', ['bg', 'bg-soft', 'bg-raised', 'code-bg', 'warning-bg', 'info-bg']],
  ['accent', ['bg', 'bg-soft', 'bg-raised', 'accent-soft', 'code-bg', 'warning-bg']],
  ['accent-strong', ['bg', 'bg-soft', 'bg-raised', 'accent-soft']],
  ['on-accent', ['accent', 'accent-strong']],
  ...BOXES.map((box): [string, string[]] => [box, [`${box}-bg`, 'bg']]),
  ...CODE.map((token): [string, string[]] => [
    token,
    ['code-bg', 'code-line', 'tip-bg', 'danger-bg', 'warning-bg'],
  ]),
]
/** Parts of controls, and what they stand on. */
const PARTS: [string, string[]][] = [
  ['border-control', ['bg', 'bg-soft', 'bg-raised']],
  [
    'accent',
    ['bg', 'bg-soft', 'bg-raised', 'accent-soft', 'code-bg', 'code-line', 'tip-bg', 'danger-bg', 'info-bg'],
  ],
]

describe.each(SCHEMES)('colors of the %s scheme', (_name, colors) => {
  const color = (name: string): Color => {
    const found = colors.get(name)
    if (!found) throw new Error(`There is no color --${name}.`)
    return found
  }
  const pairs = (list: [string, string[]][]) =>
    list.flatMap(([over, unders]) => unders.map(under => [over, under]))

  it.each(pairs(TEXT))(
    'text %s on %s has a contrast of at least 4.5 (A-CON-1, A-CODE-1)',
    (over = '', under = '') => {
      expect(contrast(color(over), color(under))).toBeGreaterThanOrEqual(4.5)
    },
  )

  it.each(pairs(PARTS))('control %s on %s has a contrast of at least 3', (over = '', under = '') => {
    expect(contrast(color(over), color(under))).toBeGreaterThanOrEqual(3)
  })

  it('keeps inline code readable, in links and in boxes too', () => {
    const background = mix(color('text'), 0.08, color('bg'))
    expect(contrast(color('text'), background)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(color('accent'), background)).toBeGreaterThanOrEqual(4.5)
    for (const token of CODE) expect(contrast(color(token), background), token).toBeGreaterThanOrEqual(4.5)
    for (const box of BOXES) {
      const inBox = mix(color(box), 0.12, color(`${box}-bg`))
      expect(contrast(color('text'), inBox), box).toBeGreaterThanOrEqual(4.5)
    }
  })
})
