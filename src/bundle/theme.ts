import { rmSync, statSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import path from 'node:path'
import type { BuildFailure, BuildOptions } from 'esbuild'
import { type Damage, readStored, writeStored } from '../cache/store.ts'
import { namesIn } from '../lib/files.ts'
import { allDone } from '../lib/process.ts'
import { bundleName, type BundledCode, type FindOrigin, mappedBy } from '../lib/site-code.ts'
import { hashContent } from '../lib/hash.ts'
import { packagedCache, packageRoot } from '../lib/package.ts'
import type { Finding } from '../schema/finding.ts'
import type { AddedTheme } from '../plugins/load.ts'
import { type BrowserFiles, bundleBrowser } from './browser.ts'
import { bundle, findThemeSource, FOR_NODE, themePlugin, type ThemeSource } from './bundler.ts'
import { bundleComponents, type BundledComponents } from './components.ts'
import { buildFinding, reviewTemplates } from './review-templates.ts'

/** Modules for Node.js: one renders pages, which every thread evaluates, the other gives interface texts. */
const MODULES = { server: 'templates/server.tsx', strings: 'templates/strings/index.ts' }

type ModuleName = keyof typeof MODULES

/** The bundled theme: modules for Node.js, and the files for browsers. */
export interface Theme extends Omit<BrowserFiles, 'styleFiles'> {
  modules: Record<ModuleName, BundledCode>
  /** True for the one that comes with the package: no code of the site is in it. */
  isPackaged?: boolean
  /** Identifies the state of the templates: part of every render's cache key. */
  hash: string
  layouts: string[]
  /** What plugins add to it. */
  added?: readonly AddedTheme[]
  /** The site's own components for Markdown. */
  components?: BundledComponents
  /** What is doubtful about the site's own templates. */
  findings: Finding[]
}

/** A theme in the cache, which says nothing of where on the machine it was made. */
type StoredTheme = Omit<Theme, 'modules' | 'added'> & BrowserFiles & { modules: Record<ModuleName, string> }

/** Folder of bundled themes in a cache, and how many stay there beside the one in use: those of other branches, and of edits taken back. */
const FOLDER = 'theme'
const KEPT = 8

/** Templates may be written while they are bundled: the most times that they are bundled. */
const TRIES = 5

/**
 * Takes the theme from the package or from the cache if its templates did not change since, or bundles it with esbuild. `added`:
 * what plugins add to it.
 */
export async function bundleTheme(
  root: string,
  cacheDir: string,
  { damage, added }: { damage?: Damage; added?: readonly AddedTheme[] } = {},
): Promise<{ theme?: Theme; findings: Finding[] }> {
  const folder = path.join(cacheDir, FOLDER)
  for (let tries = 1; ; tries += 1) {
    const source = await findThemeSource(root, added)
    const packaged = readTheme(path.join(packagedCache, FOLDER), source)
    if (packaged) return { theme: { ...packaged, isPackaged: true }, findings: [] }
    const stored = readTheme(folder, source, damage)
    if (stored) {
      // It outlives those that aren't in use.
      const now = new Date()
      await utimes(fileOf(folder, source), now, now).catch(() => undefined)
      return { theme: stored, findings: [] }
    }
    const made = await bundleParts(source, root)
    if (!('modules' in made)) return made
    // What is kept under the name of some templates is made of these.
    if (tries < TRIES && (await findThemeSource(root, added)).hash !== source.hash) continue
    if (writeStored(fileOf(folder, source), JSON.stringify(made))) pruneThemes(folder)
    return { theme: complete(made, source), findings: [] }
  }
}

/** Bundles all parts of a theme; findings for templates that can't be bundled. */
async function bundleParts(
  source: ThemeSource,
  root: string,
): Promise<StoredTheme | { findings: Finding[] }> {
  try {
    const hasOwn = Object.keys(source.components).length > 0
    const own = hasOwn ? await bundleComponents(source, root) : undefined
    if (own && own.findings.length > 0) return { findings: own.findings }
    const withIslands = own ? { ...source, islands: own.components.islands } : source
    const [server, strings, { bundles, ...browser }] = await allDone([
      bundle(moduleOptions(source, 'server')),
      bundle(moduleOptions(source, 'strings')),
      bundleBrowser(withIslands),
    ])
    const all = [server, strings, ...bundles, ...(own ? [own.made] : [])]
    const css = browser.files.filter(file => file.path.endsWith('.css')).map(({ content }) => content)
    const [code = '', texts = ''] = [server, strings].map(({ outputFiles }) => outputFiles?.[0]?.text)
    return {
      ...browser,
      modules: { server: code, strings: texts },
      hash: source.hash,
      layouts: Object.keys(source.layouts),
      findings: await reviewTemplates(source, all, css.join('\n'), root),
      ...(own ? { components: own.components } : {}),
    }
  } catch (error) {
    const { errors } = error as BuildFailure
    if (!errors) throw error
    return { findings: errors.map(message => buildFinding(message, root)) }
  }
}

function moduleOptions(source: ThemeSource, name: ModuleName): BuildOptions {
  const entryPoints = [path.join(packageRoot, MODULES[name])]
  return { ...FOR_NODE, entryPoints, plugins: [themePlugin(source, 'server')] }
}

function complete({ styleFiles, modules, ...browser }: StoredTheme, source: ThemeSource): Theme {
  const { added, site } = source
  const bundled = (name: ModuleName): BundledCode => {
    return { code: modules[name], hash: hashContent(modules[name], 32), file: path.join(site, `${name}.js`) }
  }
  return {
    ...browser,
    ...(added.length > 0 ? { added } : {}),
    modules: { server: bundled('server'), strings: bundled('strings') },
    files: [
      ...browser.files,
      ...Object.keys(styleFiles)
        .toSorted()
        .map(file => ({
          path: file,
          content: { copy: path.join(site, styleFiles[file] ?? '') },
          immutable: true,
        })),
    ],
  }
}

function fileOf(folder: string, { hash }: ThemeSource): string {
  return path.join(folder, `${hash}.json`)
}

function readTheme(folder: string, source: ThemeSource, damage?: Damage): Theme | undefined {
  const text = readStored(fileOf(folder, source), damage)
  return text === undefined ? undefined : complete(JSON.parse(text) as StoredTheme, source)
}

/** Removes the themes that were used longest ago; every edit of a template leaves one. */
export function pruneThemes(folder: string): void {
  const files = namesIn(folder).map(name => path.join(folder, name))
  const usedAt = new Map(files.map(file => [file, orElse(() => statSync(file).mtimeMs, 0)]))
  const old = files.toSorted((a, b) => usedAt.get(b)! - usedAt.get(a)!).slice(KEPT + 1)
  for (const file of old) orElse(() => rmSync(file, { recursive: true, force: true }), undefined)
}

/** The theme is made: what the system refuses for another one, which may be in use or another user's, is no reason to fail. */
function orElse<Result>(action: () => Result, otherwise: Result): Result {
  try {
    return action()
  } catch {
    return otherwise
  }
}

/**
 * Tells where the code of a theme's modules for Node.js was written. They are bundled once more for it, because a source
 * map is needed only when a template fails. Undefined for what isn't in one, and for all once the templates have changed.
 */
export async function mapServer(
  root: string,
  { modules, added }: Pick<Theme, 'modules' | 'added'>,
): Promise<FindOrigin> {
  const source = await findThemeSource(root, added)
  const mapModule = async (name: ModuleName): Promise<FindOrigin> => {
    const outfile = path.join(packageRoot, `out/${name}.js`)
    const mapped: BuildOptions = { sourcemap: 'external', sourcesContent: false, outfile }
    const { outputFiles = [] } = await bundle({ ...moduleOptions(source, name), ...mapped })
    const [map, code] = outputFiles
    if (code?.text !== modules[name].code) return () => undefined
    const find = mappedBy(map?.text, path.dirname(outfile))
    return place => (place.file === bundleName(modules[name].hash) ? find(place) : undefined)
  }
  const maps = [await mapModule('server'), await mapModule('strings')]
  return place => maps.map(find => find(place)).find(origin => origin !== undefined)
}
