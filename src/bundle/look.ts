import path from 'node:path'
import { isRegularFileInside } from '../lib/files.ts'
import { hashContent, hashFile } from '../lib/hash.ts'
import type { OutputFile } from '../schema/output.ts'
import type { Addition } from '../site/additions.ts'
import type { Colors, Font, FontFile, Fonts } from '../schema/theme.ts'
import { assetAddress, safeDecode } from '../shared/addresses.ts'
import { packagedScript } from './scripts.ts'
import type { Theme } from './theme.ts'

/** Colors and fonts of the configuration. */
export interface Look {
  /** Rules for the end of the style sheet. */
  css: string
  /** Files of fonts. */
  files: OutputFile[]
  /** Address of the first font for text, without base. */
  font?: string
  /** Files of fonts that aren't there. */
  missing: string[]
}

/** Where each scheme applies, as in `templates/styles/tokens.css`. */
const SCHEMES: Record<keyof Colors, (values: string) => string> = {
  light: values => `:root{${values}}`,
  dark: values =>
    `@media screen{@media (prefers-color-scheme:dark){:root:not([data-scheme=light]){${values}}}:root[data-scheme=dark]{${values}}}`,
}

/**
 * Returns the colors and fonts of the configuration as rules after the theme's own values and in their layer, so that what the
 * theme does for print and more contrast, and the site's `site.css`, still win. `root` is the absolute folder of the site.
 */
export async function createLook(
  { colors = {}, fonts = {} }: { colors?: Colors | undefined; fonts?: Fonts | undefined },
  root: string,
): Promise<Look> {
  const { text, code } = fonts
  const files = [text, code].flatMap(filesOf)
  const addresses = await addressFonts(root, files)
  const families = [
    text ? `--font-first:${familyOf(text)},` : '',
    code ? `--font-code-first:${familyOf(code)},` : '',
  ].filter(Boolean)
  const rules = [
    families.length > 0 ? `:root{${families.join(';')}}` : '',
    ...Object.entries(SCHEMES).map(([scheme, rule]) => {
      const values = Object.entries(colors[scheme as keyof Colors] ?? {})
      return values.length > 0 ? rule(values.map(([name, color]) => `--${name}:${color}`).join(';')) : ''
    }),
  ].join('')
  const font = addresses.get(filesOf(text)[0]?.file ?? '')
  return {
    css: (rules === '' ? '' : `@layer tokens{${rules}}\n`) + [text, code].map(fontFaces(addresses)).join(''),
    files: [...addresses].map(([file, address]) => ({
      path: safeDecode(address).slice(1),
      content: { copy: path.join(root, file) },
      immutable: true,
    })),
    ...(font ? { font } : {}),
    missing: files.map(({ file }) => file).filter(file => !addresses.has(file)),
  }
}

function familyOf(font: Font): string {
  return typeof font === 'string' ? font : `"${font.family}"`
}

function filesOf(font: Font | undefined): FontFile[] {
  if (typeof font !== 'object') return []
  return font.files.map(file => (typeof file === 'string' ? { file, weight: '400', style: 'normal' } : file))
}

/** File → its address in the output, without base, of those that are there. */
async function addressFonts(root: string, files: readonly FontFile[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { file } of files) {
    const absolute = path.join(root, file)
    if (!(await isRegularFileInside(root, absolute))) continue
    const { hash } = await hashFile(absolute)
    found.set(file, assetAddress(file, hash))
  }
  return found
}

const FORMATS: Record<string, string> = {
  '.woff2': 'woff2',
  '.woff': 'woff',
  '.ttf': 'truetype',
  '.otf': 'opentype',
}

/** Rules that name the files of a font; text is shown in another font until they are there. */
function fontFaces(addresses: ReadonlyMap<string, string>): (font: Font | undefined) => string {
  return font =>
    filesOf(font)
      .map(({ file, weight, style, range }) => {
        const address = addresses.get(file)
        if (address === undefined) return ''
        const format = FORMATS[path.extname(file).toLowerCase()] ?? ''
        const only = range === undefined ? '' : `;unicode-range:${range}`
        return `@font-face{font-family:${familyOf(font ?? '')};src:url("../..${address}")format("${format}");font-weight:${weight};font-style:${style};font-display:swap${only}}\n`
      })
      .join('')
}

/** Returns the theme of a site: with its look, the additions it needs, their rules and what their scripts need to know. */
export function extendTheme<T extends Pick<Theme, 'entries' | 'files' | 'additions'>>(
  theme: T,
  look: Look,
  { names, css: own, js: known = '' }: { names: readonly Addition[]; css: string; js?: string },
): T {
  const used = names.flatMap(name => theme.additions[name] ?? [])
  const css = used.map(addition => addition.css).join('') + look.css + own
  const js = known + used.map(addition => addition.js ?? '').join('')
  const entries = { ...theme.entries, ...(look.font === undefined ? {} : { font: look.font }) }
  const files = theme.files.map((file): OutputFile => {
    const added = `/${file.path}` === entries.style ? css : `/${file.path}` === entries.scheme ? js : ''
    if (added === '' || typeof file.content !== 'string') return file
    const content = file.content + added
    const renamed = file.path.replace(/\.\w+(?=\.\w+$)/, `.${hashContent(content).toUpperCase()}`)
    entries[file.path.endsWith('.css') ? 'style' : 'scheme'] = `/${renamed}`
    return { ...file, content, path: renamed }
  })
  const all = new Map([...files, ...look.files].map(file => [file.path, file]))
  return { ...theme, entries, files: [...all.values()] }
}

/** Returns the theme with the script that counts page views, for sites that want it. */
export async function withAnalytics<T extends Pick<Theme, 'entries' | 'files'>>(theme: T): Promise<T> {
  const content = await packagedScript('analytics')
  const name = `assets/js/analytics.${hashContent(content).toUpperCase()}.js`
  return {
    ...theme,
    entries: { ...theme.entries, analytics: `/${name}` },
    files: [...theme.files, { path: name, content, immutable: true }],
  }
}
