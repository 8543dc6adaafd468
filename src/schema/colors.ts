import * as z from 'zod'

/** Colours of what stands in code. */
export const CODE_COLORS = [
  'code-text',
  'code-comment',
  'code-keyword',
  'code-string',
  'code-function',
  'code-number',
  'code-tag',
  'code-attribute',
  'code-type',
  'code-punctuation',
] as const

/** Colours of the theme: each is a custom property of that name in `templates/styles/tokens.css`. */
export const COLOR_NAMES = [
  'bg',
  'bg-soft',
  'bg-raised',
  'text',
  'text-soft',
  'border',
  'border-control',
  'brand',
  'accent',
  'accent-strong',
  'accent-soft',
  'on-accent',
  'selection',
  'mark',
  'tip-bg',
  'tip',
  'info-bg',
  'info',
  'warning-bg',
  'warning',
  'danger-bg',
  'danger',
  'important-bg',
  'important',
  'code-bg',
  'code-line',
  ...CODE_COLORS,
] as const

export type ColorName = (typeof COLOR_NAMES)[number]

/** Without transparency: importers measure contrast. */
const color = z
  .string()
  .regex(/^#(?:[\da-f]{3}|[\da-f]{6})$/i, 'must be a colour such as `#12734a` or `#174`')

const shape = Object.fromEntries(COLOR_NAMES.map(name => [name, color.optional()])) as Record<
  ColorName,
  z.ZodOptional<typeof color>
>

/** Colours of one scheme. */
const scheme = z.strictObject(shape)

/** `theme.colors`: colours in place of those of the theme. */
export const colorsSchema = z.strictObject({
  /** Colours of the light scheme, by name: `{ accent: '#7a2e8e' }`. */
  light: scheme.optional(),
  /** Colours of the dark scheme. */
  dark: scheme.optional(),
})

export type Colors = z.output<typeof colorsSchema>
/** The two schemes. */
export type SchemeName = keyof Colors
