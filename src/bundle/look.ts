import path from 'node:path'
import { isRegularFileInside } from '../lib/files.ts'
import { hashContent, hashFile } from '../lib/hash.ts'
import type { OutputFile } from '../schema/site.ts'
import type { Colors, Font, Fonts } from '../schema/theme.ts'
import type { Addition } from '../site/additions.ts'
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
  const look: Look = { css: '', files: [], missing: [] }
  let faces = ''
  for (const font of [text, code]) {
    if (typeof font !== 'object') continue
    for (const given of font.files) {
      const {
        file,
        weight = '400',
        style = 'normal',
        range,
      } = typeof given === 'string' ? { file: given } : given
      const source = path.join(root, file)
      if (!(await isRegularFileInside(root, source))) {
        look.missing.push(file)
        continue
      }
      const address = assetAddress(file, (await hashFile(source)).hash)
      if (font === text && given === font.files[0]) look.font = address
      look.files.push({ path: safeDecode(address).slice(1), content: { copy: source }, immutable: true })
      const format = FORMATS[path.extname(file).toLowerCase()] ?? ''
      const only = range === undefined ? '' : `;unicode-range:${range}`
      // Text is shown in another font until the file is there.
      faces += `@font-face{font-family:"${font.family}";src:url("../..${address}")format("${format}");font-weight:${weight};font-style:${style};font-display:swap${only}}\n`
    }
  }
  const familyOf = (font: Font) => (typeof font === 'string' ? font : `"${font.family}"`)
  const families = [
    ...(text ? [`--font-first:${familyOf(text)},`] : []),
    ...(code ? [`--font-code-first:${familyOf(code)},`] : []),
  ]
  const schemes = Object.entries(SCHEMES).map(([scheme, rule]) => {
    const values = Object.entries(colors[scheme as keyof Colors] ?? {})
    return values.length > 0 ? rule(values.map(([name, color]) => `--${name}:${color}`).join(';')) : ''
  })
  const rules = [families.length > 0 ? `:root{${families.join(';')}}` : '', ...schemes].join('')
  look.css = (rules === '' ? '' : `@layer tokens{${rules}}\n`) + faces
  return look
}

const FORMATS: Record<string, string> = {
  '.woff2': 'woff2',
  '.woff': 'woff',
  '.ttf': 'truetype',
  '.otf': 'opentype',
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
