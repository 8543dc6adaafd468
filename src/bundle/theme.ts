import { realpath } from 'node:fs/promises'
import path from 'node:path'
import type { BuildFailure, BuildResult } from 'esbuild'
import type { Memory } from '../cache/memory.ts'
import { type Damage, readStored, writeStored } from '../cache/store.ts'
import { isRegularFileInside, readText, sitePath } from '../lib/files.ts'
import { allDone } from '../lib/process.ts'
import { bundleName, type BundledCode, type FindOrigin, mappedBy, packageFolder } from '../lib/site-code.ts'
import { hashContent, hashData, hashFile } from '../lib/hash.ts'
import { packagedCache, packageRoot } from '../lib/package.ts'
import type { Finding } from '../schema/finding.ts'
import type { AddedTheme } from '../plugins/load.ts'
import type { OutputFile } from '../schema/site.ts'
import type { Colors, Font, Fonts } from '../schema/values.ts'
import { assetAddress, safeDecode } from '../shared/addresses.ts'
import type { Addition } from '../site/additions.ts'
import { type BrowserFiles, bundleBrowser } from './browser.ts'
import { bundle, findThemeSource, FOR_NODE, inputsOf, themePlugin, type ThemeSource } from './bundler.ts'
import { buildFinding, bundleComponents, type BundledComponents, reviewTemplates } from './own-templates.ts'
import { packagedScript } from './scripts.ts'

/** Modules for Node.js: one renders pages, in threads, the other returns UI strings. */
const MODULES = { server: 'templates/server.tsx', strings: 'templates/strings/index.ts' }

type ModuleName = keyof typeof MODULES

export interface Theme extends BrowserFiles {
  modules: Record<ModuleName, BundledCode>
  /** Comes with the package, so no code of the site is in it. */
  isPackaged?: boolean
  /** Hash of the templates: part of every render's cache key. */
  hash: string
  layouts: string[]
  added?: readonly AddedTheme[]
  components?: BundledComponents
  /** Sources outside the folders of templates, relative to the site: for a package, its `package.json`. */
  outside: string[]
  /** Warnings about the site's own templates. */
  findings: Finding[]
}

/** Contains no absolute paths. */
type StoredTheme = Omit<Theme, 'modules' | 'added'> &
  Pick<ThemeSource, 'styleFiles'> & { modules: Record<ModuleName, string>; key: string; outsideHash: string }

const FILE = 'theme.json'

/** Templates may be written while they are bundled. */
const TRIES = 5

interface Reading {
  damage?: Damage | undefined
  memory?: Memory | undefined
}

/** Takes the theme from the package or the cache if its templates haven't changed. `added`: what plugins add to it. */
export async function bundleTheme(
  root: string,
  cacheDir: string,
  { added, damage, memory }: Reading & { added?: readonly AddedTheme[] } = {},
): Promise<{ theme?: Theme; findings: Finding[] }> {
  for (let tries = 1; ; tries += 1) {
    const source = await findThemeSource(root, added)
    const packaged = await readTheme(packagedCache, source, { memory })
    if (packaged) return { theme: { ...packaged, isPackaged: true }, findings: [] }
    const stored = await readTheme(cacheDir, source, { damage, memory })
    if (stored) return { theme: stored, findings: [] }
    const made = await bundleParts(source)
    if (!('modules' in made)) return made
    // The cached theme must match its key.
    if (tries < TRIES && (await findThemeSource(root, added)).hash !== source.hash) continue
    writeStored(path.join(cacheDir, FILE), JSON.stringify(made))
    return { theme: complete(made, source), findings: [] }
  }
}

async function bundleParts(source: ThemeSource) {
  const { root } = source
  try {
    const hasOwn = Object.keys(source.components).length > 0
    const own = hasOwn ? await bundleComponents(source) : undefined
    if (own && own.findings.length > 0) return { findings: own.findings }
    const withIslands = own ? { ...source, islands: own.components.islands } : source
    const [server, strings, { bundles, ...browser }] = await allDone([
      bundle(moduleOptions(source, 'server')),
      bundle(moduleOptions(source, 'strings')),
      bundleBrowser(withIslands),
    ])
    const all = [server, strings, ...bundles, ...(own ? [own.made] : [])]
    const outside = filesOutside(source, all)
    const outsideHash = hashFiles(outside, root)
    const css = browser.files.filter(file => file.path.endsWith('.css')).map(({ content }) => content)
    const [code = '', texts = ''] = [server, strings].map(({ outputFiles }) => outputFiles?.[0]?.text)
    return {
      ...browser,
      styleFiles: source.styleFiles,
      key: source.hash,
      modules: { server: code, strings: texts },
      outside,
      outsideHash,
      hash: hashData([source.hash, outsideHash]),
      layouts: Object.keys(source.layouts),
      findings: await reviewTemplates(source, all, css.join('\n')),
      ...(own && { components: own.components }),
    }
  } catch (error) {
    const { errors } = error as BuildFailure
    if (!errors) throw error
    return { findings: errors.map(message => buildFinding(message, root)) }
  }
}

/** React, which is part of the hash of every theme that is bundled here. */
const COUNTED = /[\\/]node_modules[\\/](?:react|react-dom|scheduler)$/

function filesOutside(source: ThemeSource, bundles: readonly BuildResult[]) {
  const { root } = source
  const folders = [packageRoot, source.site, ...source.added.flatMap(({ templates }) => templates ?? [])]
  const sheets = source.added.flatMap(({ styles }) => styles)
  const files = inputsOf(bundles, root)
    .filter(file => !sheets.includes(file) && !folders.some(folder => file.startsWith(folder + path.sep)))
    .filter(file => !COUNTED.test(packageFolder(file)))
    .map(file => (packageFolder(file) === file ? file : path.join(packageFolder(file), 'package.json')))
  return [...new Set([...source.settings, ...files].map(file => sitePath(root, file)))].toSorted()
}

function hashFiles(files: readonly string[], root: string) {
  return hashData(files.map(file => [file, readText(path.join(root, file)) ?? '']))
}

function moduleOptions(source: ThemeSource, name: ModuleName) {
  const entryPoints = [path.join(packageRoot, MODULES[name])]
  return { ...FOR_NODE, entryPoints, plugins: [themePlugin(source, 'server')] }
}

function complete(stored: StoredTheme, { added, root, site }: ThemeSource): Theme {
  const { styleFiles, modules, key: _key, outsideHash: _hash, ...browser } = stored
  const bundled = (name: ModuleName): BundledCode => {
    return { code: modules[name], hash: hashContent(modules[name], 32), root }
  }
  const copied = Object.entries(styleFiles).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    ...browser,
    ...(added.length > 0 && { added }),
    modules: { server: bundled('server'), strings: bundled('strings') },
    files: [
      ...browser.files,
      ...copied.map(([file, name]) => ({ path: file, content: { copy: path.join(site, name) } })),
    ],
  }
}

async function readTheme(folder: string, source: ThemeSource, { damage, memory }: Reading) {
  const file = path.join(folder, FILE)
  const read = async () => {
    const text = readStored(file, damage)
    return text === undefined ? undefined : (JSON.parse(text) as StoredTheme)
  }
  const stored = await (memory ? memory.keep('theme', file, read, () => [file]) : read())
  if (!stored) return undefined
  const { key, outside, outsideHash } = stored
  const isSame = key === source.hash && hashFiles(outside, source.root) === outsideHash
  return isSame ? complete(stored, source) : undefined
}

/** Finds where code of `modules` was written, by bundling them again. Finds nothing once the templates have changed. */
export async function mapServer(root: string, theme: Pick<Theme, 'modules' | 'added'>): Promise<FindOrigin> {
  const { modules, added } = theme
  const source = await findThemeSource(root, added)
  const mapModule = async (name: ModuleName): Promise<FindOrigin> => {
    const outfile = path.join(packageRoot, `out/${name}.js`)
    const options = moduleOptions(source, name)
    const made = await bundle({ ...options, sourcemap: 'external', sourcesContent: false, outfile })
    const [map, code] = made.outputFiles ?? []
    if (code?.text !== modules[name].code) return () => undefined
    const find = mappedBy(map?.text, path.dirname(outfile))
    return place => (place.file === bundleName(modules[name].hash) ? find(place) : undefined)
  }
  const maps = [await mapModule('server'), await mapModule('strings')]
  return place => maps.map(find => find(place)).find(origin => origin !== undefined)
}

type ConfiguredStyles = Awaited<ReturnType<typeof createConfiguredStyles>>

/** Where each scheme applies, as in `templates/styles/tokens.css`. */
const SCHEMES: Record<keyof Colors, (values: string) => string> = {
  light: values => `:root{${values}}`,
  dark: values =>
    `@media screen{@media (prefers-color-scheme:dark){:root:not([data-scheme=light]){${values}}}:root[data-scheme=dark]{${values}}}`,
}

/** Rules are in the layer of the theme's own values: its styles for print and more contrast, and `site.css`, still win. */
export async function createConfiguredStyles(
  { colors = {}, fonts = {} }: { colors?: Colors | undefined; fonts?: Fonts | undefined },
  root: string,
) {
  const { text, code } = fonts
  const files: OutputFile[] = []
  const missing: string[] = []
  /** First font for text, without base. */
  let first: string | undefined
  let faces = ''
  for (const font of [text, code]) {
    if (typeof font !== 'object') continue
    for (const given of font.files) {
      const defaults = { weight: '400', style: 'normal', range: undefined }
      const { file, weight, style, range } = typeof given === 'string' ? { ...defaults, file: given } : given
      const source = path.join(root, file)
      if (!(await isRegularFileInside([await realpath(root)], source))) {
        missing.push(file)
        continue
      }
      const address = assetAddress(file, (await hashFile(source)).hash)
      if (font === text && given === font.files[0]) first = address
      files.push({ path: safeDecode(address).slice(1), content: { copy: source } })
      const format = FORMATS[path.extname(file).toLowerCase()] ?? ''
      const only = range === undefined ? '' : `;unicode-range:${range}`
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
  const css = (rules === '' ? '' : `@layer tokens{${rules}}\n`) + faces
  return { css, files, missing, ...(first !== undefined && { font: first }) }
}

const FORMATS: Record<string, string> = {
  '.woff2': 'woff2',
  '.woff': 'woff',
  '.ttf': 'truetype',
  '.otf': 'opentype',
}

/** Adds configured colors and fonts, and the additions (`names`) with their rules (`css`) and data for their scripts (`js`). */
export function extendTheme<T extends Pick<Theme, 'entries' | 'files' | 'additions'>>(
  theme: T,
  configured: ConfiguredStyles,
  { names, css: own, js: known = '' }: { names: readonly Addition[]; css: string; js?: string },
): T {
  const used = names.flatMap(name => theme.additions[name] ?? [])
  const css = used.map(addition => addition.css).join('') + configured.css + own
  const js = known + used.map(addition => addition.js ?? '').join('')
  const entries = { ...theme.entries, ...(configured.font !== undefined && { font: configured.font }) }
  const files = theme.files.map((file): OutputFile => {
    const added = `/${file.path}` === entries.style ? css : `/${file.path}` === entries.scheme ? js : ''
    if (added === '' || typeof file.content !== 'string') return file
    const content = file.content + added
    const renamed = file.path.replace(/\.\w+(?=\.\w+$)/, `.${hashContent(content).toUpperCase()}`)
    entries[file.path.endsWith('.css') ? 'style' : 'scheme'] = `/${renamed}`
    return { ...file, content, path: renamed }
  })
  const all = new Map([...files, ...configured.files].map(file => [file.path, file]))
  return { ...theme, entries, files: [...all.values()] }
}

/** Adds the script that counts page views. */
export async function withAnalytics<T extends Pick<Theme, 'entries' | 'files'>>(theme: T): Promise<T> {
  const content = await packagedScript('analytics')
  const name = `assets/js/analytics.${hashContent(content).toUpperCase()}.js`
  return {
    ...theme,
    entries: { ...theme.entries, analytics: `/${name}` },
    files: [...theme.files, { path: name, content }],
  }
}
