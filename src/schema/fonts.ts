import * as z from 'zod'

/** A file of the site, never one of another origin. */
const file = z
  .string()
  .regex(/\.(?:woff2?|ttf|otf)$/i, 'must be a file that ends in .woff2, .woff, .ttf or .otf')
  .refine(
    name => !/^(?:[a-z][a-z0-9+.-]*:|[\\/])|(?:^|[\\/])\.\.(?:[\\/]|$)/i.test(name),
    'must be a file of the site, relative to its folder: keep a copy of a font there',
  )

/** One name as CSS writes it. */
const NAME = /^(?:'[^'"\\<>]+'|"[^'"\\<>]+"|[\p{L}_-][\p{L}\p{N} _-]*)$/u

/** Names as CSS writes them: `Georgia, 'Times New Roman', serif`. */
const families = z
  .string()
  .refine(
    text => text.split(',').every(name => NAME.test(name.trim())),
    "must be names of fonts with commas between, such as Georgia, 'Times New Roman', serif",
  )

const fontFile = z.strictObject({
  /** File of the font, relative to the folder of the site. */
  file,
  /** Weight, or the range of a variable font: `'100 900'`. By default `'400'`. */
  weight: z
    .string()
    .regex(/^\d{1,4}(?: \d{1,4})?$/, "must be a weight such as '700', or a range such as '100 900'")
    .default('400'),
  /** `'italic'` for slanted letters. */
  style: z.enum(['normal', 'italic']).default('normal'),
  /** The characters that it is for, as `unicode-range` writes them: browsers load it only for these. */
  range: z
    .string()
    .regex(
      /^U\+[\dA-F?]+(?:-[\dA-F]+)?(?:, ?U\+[\dA-F?]+(?:-[\dA-F]+)?)*$/i,
      'must be a range such as U+0000-00FF',
    )
    .optional(),
})

const ownFont = z.strictObject({
  /** Name of the font. */
  family: z.string().regex(/^[\p{L}\p{N} _-]+$/u, 'must be the name of one font'),
  /** Its files: names, or mappings with `file`, `weight`, `style` and `range`. The first of `text` is loaded ahead. */
  files: z.array(z.union([file, fontFile])).min(1),
})

/** Fonts that readers have, or a font of the site's own. */
const font = z.union([families, ownFont])

/** `theme.fonts`: fonts before those of the theme (specification 22). */
export const fontsSchema = z.strictObject({
  /** For text. The theme's own fonts of the language stand behind it. */
  text: font.optional(),
  /** For code. */
  code: font.optional(),
})

export type Fonts = z.output<typeof fontsSchema>
export type Font = z.output<typeof font>
export type FontFile = z.output<typeof fontFile>
