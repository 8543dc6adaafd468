import path from 'node:path'
import { assetAddress, safeDecode } from '../shared/addresses.ts'
import { isRegularFileInside } from '../lib/files.ts'
import { hashContent, hashFile } from '../lib/hash.ts'
import type { Colors, Font, FontFile, Fonts } from '../schema/theme.ts'
import type { OutputFile } from '../schema/output.ts'
import type { Theme } from './theme.ts'

/** What the configuration says of how a site looks. */
interface Look {
  colors?: Colors | undefined
  fonts?: Fonts | undefined
}

/**
 * The theme in the colours and fonts of the configuration: they take their place among its custom
 * properties, so that the site's `site.css` and what the theme does for print or more contrast still win. `root` is the
 * absolute folder of the site; `missing` are files of fonts that are not there.
 */
export async function withLook(
  theme: Theme,
  { colors, fonts = {} }: Look,
  root: string,
): Promise<{ theme: Theme; missing: string[] }> {
  const name = theme.entries.style.slice(1)
  const style = theme.files.find(file => file.path === name)
  const isPlain = !colors && !fonts.text && !fonts.code
  if (isPlain || typeof style?.content !== 'string') return { theme, missing: [] }
  const files = [...filesOf(fonts.text), ...filesOf(fonts.code)]
  const addresses = await addressFonts(root, files)
  const content = dress(style.content, { colors, fonts }) + fontFaces(fonts, addresses)
  const dressed = { ...style, content, path: `assets/css/style.${hashContent(content).toUpperCase()}.css` }
  const first = addresses.get(filesOf(fonts.text)[0]?.file ?? '')
  const entries = { ...theme.entries, style: `/${dressed.path}`, ...(first ? { font: first } : {}) }
  const written = new Map(
    [...theme.files.map(file => (file === style ? dressed : file)), ...fontOutput(root, addresses)].map(
      (file): [string, OutputFile] => [file.path, file],
    ),
  )
  return {
    theme: { ...theme, entries, files: [...written.values()], additions: dressAdditions(theme, fonts) },
    missing: files.map(({ file }) => file).filter(file => !addresses.has(file)),
  }
}

/** The style sheet with other values of its custom properties. */
function dress(css: string, { colors = {}, fonts = {} }: Look): string {
  // What follows the first layer is none of the theme's values; a site's own sheet may be without that layer.
  const base = css.indexOf('@layer base{')
  const end = base === -1 ? css.length : base
  const tokens = css.slice(0, end)
  const colored = tokens.replace(/color-scheme:\s?(light|dark);[^}]*/g, (block, scheme: keyof Colors) =>
    Object.entries(colors[scheme] ?? {}).reduce(
      (text, [name, color]) => setProperty(text, name, color ?? ''),
      block,
    ),
  )
  return putInFront(colored, fonts) + css.slice(end)
}

/** What only some sites get has fonts, too: those of some languages. */
function dressAdditions({ additions }: Theme, fonts: Fonts): Theme['additions'] {
  return Object.fromEntries(
    Object.entries(additions).map(([name, text]) => [name, { ...text, css: putInFront(text.css, fonts) }]),
  )
}

function putInFront(css: string, { text, code }: Fonts): string {
  const withText = css.replace(/--font:/g, `--font:${inFront(text)}`)
  return withText.replace(/--font-code:/g, `--font-code:${inFront(code)}`)
}

/** A block of declarations in which a custom property has this value. */
function setProperty(block: string, name: string, value: string): string {
  const others = block.split(';').filter(declaration => !declaration.startsWith(`--${name}:`))
  return [...others, `--${name}:${value}`].join(';')
}

/** Names of a font with what separates them from those behind. */
function inFront(font: Font | undefined): string {
  if (font === undefined) return ''
  return typeof font === 'string' ? `${font},` : `"${font.family}",`
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

function fontOutput(root: string, addresses: ReadonlyMap<string, string>): OutputFile[] {
  return [...addresses].map(([file, address]) => ({
    path: safeDecode(address).slice(1),
    content: { copy: path.join(root, file) },
    immutable: true,
  }))
}

const FORMATS: Record<string, string> = {
  '.woff2': 'woff2',
  '.woff': 'woff',
  '.ttf': 'truetype',
  '.otf': 'opentype',
}

/** Rules that name the files of fonts; text is shown in another font until they are there. */
function fontFaces(fonts: Fonts, addresses: ReadonlyMap<string, string>): string {
  const faces = [fonts.text, fonts.code].flatMap(font => {
    if (typeof font !== 'object') return []
    return filesOf(font).flatMap(({ file, weight, style, range }) => {
      const address = addresses.get(file)
      if (address === undefined) return []
      const format = FORMATS[path.extname(file).toLowerCase()] ?? ''
      const only = range === undefined ? '' : `;unicode-range:${range}`
      return `@font-face{font-family:"${font.family}";src:url("../..${address}")format("${format}");font-weight:${weight};font-style:${style};font-display:swap${only}}`
    })
  })
  return faces.length > 0 ? `${faces.join('\n')}\n` : ''
}
