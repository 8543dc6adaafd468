import path from 'node:path'
import type { BuildContext, BuildFailure } from 'esbuild'
import { allDone } from '../lib/process.ts'
import { packagedCache } from '../lib/package.ts'
import { type Damage, readStored, writeStored } from '../cache/checked-file.ts'
import type { Finding } from '../schema/finding.ts'
import type { AddedTheme, OutputFile } from '../schema/output.ts'
import { type BrowserFiles, bundleBrowser } from './browser.ts'
import { bundleOnce, type Bundler } from './bundler.ts'
import type { BundledComponents } from './components.ts'
import { buildFinding, reviewTemplates } from './review-templates.ts'
import { type ModuleHashes, pruneThemes, readModules, touchTheme, writeModules } from './theme-cache.ts'
import { bundleServer, type ServerModules } from './server-module.ts'
import { styleOutput } from './style-files.ts'
import { findThemeSource, type ThemeSource } from './theme-source.ts'
import { bundleComponents } from './components.ts'

/** The bundled theme: modules for rendering on the server, and the files for browsers. */
export interface Theme extends Omit<BrowserFiles, 'styleFiles'> {
  /** Render pages (`templates/server.tsx`), and give interface texts (`templates/strings/index.ts`). */
  modules: ServerModules
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

type BrowserTheme = Omit<Theme, 'modules'> & BrowserFiles

/** In the cache: with the hashes of the modules for Node.js, which are files of their own. */
type StoredTheme = BrowserTheme & { moduleHashes: ModuleHashes }

/** Where bundled themes are in a cache. */
const FOLDER = 'theme'

/** What a theme may be bundled with. */
interface ThemeExtras {
  damage?: Damage | undefined
  /** What plugins add to it. */
  added?: readonly AddedTheme[] | undefined
}

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

/** What is kept under the name of some templates is made of these: with templates that have changed meanwhile it is bundled anew. */
async function bundleUnchanged(
  bundlerOf: (source: ThemeSource) => Bundler,
  root: string,
  cacheDir: string,
  { damage, added }: ThemeExtras,
): Promise<ThemeResult> {
  for (let tries = 1; ; tries += 1) {
    const source = await findThemeSource(root, cacheDir, added)
    const isUnchanged = async () =>
      tries === TRIES || (await findThemeSource(root, cacheDir, added)).hash === source.hash
    const result = await readOrBundle(bundlerOf(source), { root, cacheDir, damage, isUnchanged })
    if (result) return result
  }
}

interface ThemeResult {
  theme?: Theme
  findings: Finding[]
}

interface BundleOptions {
  root: string
  cacheDir: string
  damage?: Damage | undefined
  /** True if the templates are still those that the bundler was given. */
  isUnchanged(): Promise<boolean>
}

/** Undefined if the templates have changed meanwhile. */
async function readOrBundle(
  bundler: Bundler,
  { root, cacheDir, damage, isUnchanged }: BundleOptions,
): Promise<ThemeResult | undefined> {
  const { source } = bundler
  const packaged = await readTheme(path.join(packagedCache, FOLDER), source)
  if (packaged) return { theme: packaged, findings: [] }
  const folder = path.join(cacheDir, FOLDER)
  const stored = await readTheme(folder, source, damage)
  if (stored) await touchTheme(folder, source.hash)
  if (stored) return { theme: stored, findings: [] }
  try {
    const hasOwn = Object.keys(source.components).length > 0
    const own = hasOwn ? await bundleComponents(bundler, root) : undefined
    if (own && own.findings.length > 0) return { findings: own.findings }
    const [{ code, bundles }, { bundles: ofBrowser, ...bundled }] = await allDone([
      bundleServer(bundler),
      bundleBrowser(bundler),
    ])
    const findings = await reviewTemplates(
      source,
      [...bundles, ...ofBrowser, ...(own ? [own.bundle] : [])],
      stylesIn(bundled.files),
      root,
    )
    if (!(await isUnchanged())) return undefined
    const { layouts: all, hash } = source
    const layouts = Object.keys(all)
    const browser = { ...bundled, hash, layouts, findings, ...(own ? { components: own.components } : {}) }
    const { modules: written, hashes } = await writeModules(folder, source.hash, code)
    if (!hashes) return { theme: complete(browser, source, written), findings: [] }
    const theme: StoredTheme = { ...browser, moduleHashes: hashes }
    await writeStored(path.join(folder, `${source.hash}.json`), JSON.stringify(theme))
    await pruneThemes(folder, source.hash)
    return { theme: complete(browser, source, written), findings: [] }
  } catch (error) {
    const { errors } = error as BuildFailure
    if (!errors) throw error
    return { findings: errors.map(message => buildFinding(message, root)) }
  }
}

function complete(
  { styleFiles, ...browser }: BrowserTheme,
  source: ThemeSource,
  modules: ServerModules,
): Theme {
  const { added } = source
  return {
    ...browser,
    ...(added.length > 0 ? { added } : {}),
    modules,
    files: [...browser.files, ...styleOutput(styleFiles, source)],
  }
}

async function readTheme(folder: string, source: ThemeSource, damage?: Damage): Promise<Theme | undefined> {
  const text = await readStored(path.join(folder, `${source.hash}.json`), damage)
  if (text === undefined) return undefined
  const { moduleHashes, ...browser } = JSON.parse(text) as StoredTheme
  const modules = await readModules(folder, source.hash, moduleHashes, damage)
  return modules && complete(browser, source, modules)
}

function stylesIn(files: readonly OutputFile[]): string {
  return files.flatMap(file => (file.path.endsWith('.css') ? file.content : [])).join('\n')
}
