import { readdir, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import type { BuildContext, BuildFailure, BuildOptions, BuildResult } from 'esbuild'
import { type Damage, readStored, writeStored } from '../cache/store.ts'
import { allDone } from '../lib/process.ts'
import { bundleName, type BundledCode } from '../lib/site-code.ts'
import { hashContent } from '../lib/hash.ts'
import { packagedCache, packageRoot } from '../lib/package.ts'
import { type FindOrigin, mappedBy } from '../lib/errors.ts'
import type { Finding } from '../schema/finding.ts'
import type { AddedTheme } from '../schema/output.ts'
import { type BrowserFiles, bundleBrowser, styleOutput } from './browser.ts'
import {
  bundleOnce,
  type Bundler,
  COMMON,
  findThemeSource,
  themePlugin,
  type ThemeSource,
} from './bundler.ts'
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

/** What a theme may be bundled with. */
interface ThemeExtras {
  damage?: Damage | undefined
  /** What plugins add to it. */
  added?: readonly AddedTheme[] | undefined
}

interface ThemeResult {
  theme?: Theme
  findings: Finding[]
}

/** Folder of bundled themes in a cache, and how many stay there beside the one in use: those of other branches, and of edits taken back. */
const FOLDER = 'theme'
const KEPT = 8

/** Takes the theme from the package or from the cache if its templates did not change since, or bundles it with esbuild. */
export async function bundleTheme(
  root: string,
  cacheDir: string,
  extras: ThemeExtras = {},
): Promise<ThemeResult> {
  return bundleUnchanged(bundleOnce, root, cacheDir, extras)
}

/** The same for a program that bundles again and again: esbuild keeps what it has parsed, until `close`. */
export function bundleThemeAgain(): { bundle: typeof bundleTheme; close(): Promise<void> } {
  const contexts = new Map<string, Promise<BuildContext>>()
  let bundler: Bundler | undefined
  const run: Bundler['run'] = async (name, options) => {
    const made = contexts.get(name) ?? import('esbuild').then(({ context }) => context(options))
    contexts.set(name, made)
    return (await made).rebuild()
  }
  // One object for all times: plugins of a context keep it.
  const bundlerOf = (source: ThemeSource) =>
    (bundler = Object.assign(bundler ?? bundleOnce(source), { source, run }))
  return {
    bundle: (root, cacheDir, extras = {}) => bundleUnchanged(bundlerOf, root, cacheDir, extras),
    async close() {
      await Promise.allSettled([...contexts.values()].map(async context => (await context).dispose()))
    },
  }
}

/** Templates may be written while they are bundled: so often it is done, at most. */
const TRIES = 5

/** What is kept under the name of some templates is made of these: with templates that have changed meanwhile it is bundled again. */
async function bundleUnchanged(
  bundlerOf: (source: ThemeSource) => Bundler,
  root: string,
  cacheDir: string,
  { damage, added }: ThemeExtras,
): Promise<ThemeResult> {
  for (let tries = 1; ; tries += 1) {
    const source = await findThemeSource(root, cacheDir, added)
    const packaged = await readTheme(path.join(packagedCache, FOLDER), source)
    if (packaged) return { theme: { ...packaged, isPackaged: true }, findings: [] }
    const stored = await readTheme(path.join(cacheDir, FOLDER), source, damage)
    if (stored) return { theme: stored, findings: [] }
    const made = await bundle(bundlerOf(source), root)
    if (!('modules' in made)) return made
    if (tries < TRIES && (await findThemeSource(root, cacheDir, added)).hash !== source.hash) continue
    const folder = path.join(cacheDir, FOLDER)
    writeStored(path.join(folder, `${source.hash}.json`), JSON.stringify(made))
    await pruneThemes(folder)
    return { theme: complete(made, source), findings: [] }
  }
}

/** Bundles all parts of a theme; findings for templates that can't be bundled. */
async function bundle(bundler: Bundler, root: string): Promise<StoredTheme | { findings: Finding[] }> {
  const { source } = bundler
  try {
    const hasOwn = Object.keys(source.components).length > 0
    const own = hasOwn ? await bundleComponents(bundler, root) : undefined
    if (own && own.findings.length > 0) return { findings: own.findings }
    const [server, strings, { bundles, ...browser }] = await allDone([
      bundler.run('server', serverOptions(bundler, 'server')),
      bundler.run('strings', serverOptions(bundler, 'strings')),
      bundleBrowser(bundler),
    ])
    const all = [server, strings, ...bundles, ...(own ? [own.bundle] : [])]
    const css = browser.files.filter(file => file.path.endsWith('.css')).map(({ content }) => content)
    return {
      ...browser,
      modules: { server: textOf(server), strings: textOf(strings) },
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

function textOf(bundle: BuildResult): string {
  return bundle.outputFiles?.[0]?.text ?? ''
}

function serverOptions(bundler: Bundler, name: ModuleName): BuildOptions {
  return {
    ...COMMON,
    entryPoints: [path.join(packageRoot, MODULES[name])],
    format: 'cjs',
    platform: 'browser',
    metafile: true,
    banner: { js: '"use strict";' },
    // This build of React's server renderer needs nothing of Node.js and leaves no open port behind.
    conditions: ['edge-light'],
    plugins: [themePlugin(() => bundler.source, 'server')],
  }
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
    files: [...browser.files, ...styleOutput(styleFiles, source)],
  }
}

/** Reads a theme, and notes that it is in use, so that it outlives those that aren't. */
async function readTheme(folder: string, source: ThemeSource, damage?: Damage): Promise<Theme | undefined> {
  const file = path.join(folder, `${source.hash}.json`)
  const text = readStored(file, damage)
  if (text === undefined) return undefined
  const now = new Date()
  if (damage) await utimes(file, now, now).catch(() => undefined)
  return complete(JSON.parse(text) as StoredTheme, source)
}

/** Removes the themes that were used longest ago; every edit of a template leaves one. */
export async function pruneThemes(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  // The script of offline copies is one for all themes, replaced by the next.
  const themes = names.filter(name => !name.startsWith('portable.'))
  const files = await Promise.all(
    themes.map(async name => {
      const file = path.join(folder, name)
      const stats = await stat(file).catch(() => undefined)
      return { file, used: stats?.mtimeMs ?? 0 }
    }),
  )
  const old = files.toSorted((a, b) => b.used - a.used).slice(KEPT + 1)
  await Promise.allSettled(old.map(({ file }) => rm(file, { recursive: true, force: true })))
}

/**
 * Tells where the code of a theme's modules for Node.js was written. They are bundled once more for it, because a source
 * map is needed only when a template fails. Undefined for what isn't in one, and for all once the templates have changed.
 */
export async function mapServer(
  { root, cacheDir }: { root: string; cacheDir: string },
  { modules, added }: Pick<Theme, 'modules' | 'added'>,
): Promise<FindOrigin> {
  const bundler = bundleOnce(await findThemeSource(root, cacheDir, added))
  const mapModule = async (name: ModuleName): Promise<FindOrigin> => {
    const outfile = path.join(packageRoot, `out/${name}.js`)
    const mapped: BuildOptions = { sourcemap: 'external', sourcesContent: false, outfile }
    const { outputFiles = [] } = await bundler.run('map', { ...serverOptions(bundler, name), ...mapped })
    const [map, code] = outputFiles
    if (code?.text !== modules[name].code) return () => undefined
    const find = mappedBy(map?.text, path.dirname(outfile))
    return place => (place.file === bundleName(modules[name].hash) ? find(place) : undefined)
  }
  const maps = [await mapModule('server'), await mapModule('strings')]
  return place => maps.map(find => find(place)).find(origin => origin !== undefined)
}
