import type { UserConfig } from '../../schema/config.ts'
import type { ColorName, SchemeName } from '../../schema/theme.ts'
import type { Note } from '../common/notes.ts'
import { mix, nearestPassing, readHex, readPalette, type Rgb, writeHex } from './contrast.ts'

type Colors = NonNullable<NonNullable<UserConfig['theme']>['colors']>

/** Variables of the default theme that have a counterpart in the light scheme. */
const COUNTERPARTS: Record<string, ColorName> = {
  textColor: 'text',
  borderColor: 'border',
  badgeTipColor: 'tip',
  badgeWarningColor: 'warning',
  badgeErrorColor: 'danger',
}

/** What the default theme of VuePress has itself: nothing that a site would have chosen. */
const STANDARD: Record<string, string> = {
  accentColor: '#3eaf7c',
  textColor: '#2c3e50',
  borderColor: '#eaecef',
  codeBgColor: '#282c34',
  badgeTipColor: '#42b983',
  badgeErrorColor: '#da5961',
}

const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]

/**
 * `theme.colors` for the variables of a `palette.styl`. The accent is kept where it decorates; where it is text, and in the
 * dark scheme that VuePress did not have, it becomes the nearest colour with enough contrast.
 * @param variables names without `$` → `#rgb` or `#rrggbb`
 * @param tokens style sheet of the theme's colours
 */
export function translateColors(
  variables: ReadonlyMap<string, string>,
  tokens: string,
  note: Note,
): Colors | undefined {
  const chosen = new Map([...variables].filter(([name, color]) => STANDARD[name] !== color))
  if (chosen.size === 0) return undefined
  const light = new Map(readPalette(tokens, 'light'))
  const dark = new Map(readPalette(tokens, 'dark'))
  const colors: Record<SchemeName, Map<ColorName, string>> = { light: new Map(), dark: new Map() }
  const left: string[] = []
  for (const [variable, text] of chosen) {
    const color = readHex(text)
    const name = COUNTERPARTS[variable]
    if (!color) continue
    if (variable === 'accentColor') {
      setAccent('light', light, color, colors.light)
      setAccent('dark', dark, color, colors.dark)
    } else if (name === undefined) left.push(`\`$${variable}\``)
    else set(name, light, color, colors.light)
  }
  if (left.length > 0) note(`Colours of \`palette.styl\` without a counterpart: ${left.join(', ')}.`)
  return write(colors)
}

function setAccent(
  scheme: SchemeName,
  palette: Map<ColorName, Rgb>,
  accent: Rgb,
  colors: Map<ColorName, string>,
): void {
  const under = palette.get('bg') ?? WHITE
  const put = (name: ColorName, color: Rgb) => {
    palette.set(name, color)
    colors.set(name, writeHex(color))
  }
  put('brand', accent)
  put('accent-soft', mix(accent, 0.12, under))
  set('selection', palette, mix(accent, scheme === 'light' ? 0.3 : 0.4, under), colors)
  set('accent', palette, accent, colors)
  put('accent-strong', mix(scheme === 'light' ? BLACK : WHITE, 0.3, palette.get('accent') ?? accent))
}

/** The colour, or the nearest one that can be read. */
function set(
  name: ColorName,
  palette: Map<ColorName, Rgb>,
  color: Rgb,
  colors: Map<ColorName, string>,
): void {
  palette.set(name, color)
  const near = nearestPassing(name, palette) ?? color
  palette.set(name, near)
  colors.set(name, writeHex(near))
}

function write(colors: Record<SchemeName, Map<ColorName, string>>): Colors | undefined {
  const schemes = Object.entries(colors).filter(([, scheme]) => scheme.size > 0)
  if (schemes.length === 0) return undefined
  return Object.fromEntries(schemes.map(([name, scheme]) => [name, Object.fromEntries(scheme)]))
}
