import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { BuildFailure, BuildOptions, BuildResult, Metafile, Plugin } from 'esbuild'
import { allDone } from '../lib/process.ts'
import { listFiles } from '../lib/files.ts'
import { hashContent, hashData } from '../lib/hash.ts'
import { packageRoot } from '../lib/package.ts'
import { posixPath } from '../lib/paths.ts'
import type { OutputFile } from '../schema/output.ts'
import { type Addition, ADDITIONS, WITH_SCRIPT } from '../site/additions.ts'
import { assetAddress, safeDecode } from '../shared/addresses.ts'
import { absolutePath, type Bundler, COMMON, STYLE_FILES, themePlugin, type ThemeSource } from './bundler.ts'

/** Addresses without base of what documents name. */
export interface ThemeEntries {
  boot: string
  scheme: string
  style: string
  /** What documents name whose page uses it, by name. */
  parts: Record<string, string>
  /** Only where page views are counted. */
  analytics?: string
  /** A font that every page shows text in, if the configuration names a file of it. */
  font?: string
}

/** The part of a theme for browsers. */
export interface BrowserFiles {
  entries: ThemeEntries
  files: OutputFile[]
  additions: AdditionTexts
  scripts: ScriptGraph
  /** What style sheets name of the site's templates folder: output path → name there. */
  styleFiles: Record<string, string>
}

/** Which scripts load which: output paths. */
export interface ScriptGraph {
  loads: Record<string, string[]>
  /** Scripts of the site's own components, by the name of the component. */
  components: Record<string, string>
}

/** Absolute folder of the browser's side of docsgen. */
export const CLIENT = path.join(packageRoot, 'src/client')
const OUT = path.join(packageRoot, 'out')

/**
 * Returns the scripts that nobody loads where no page has these islands, with those in `left`, which are left out already. What
 * something else loads as well stays.
 */
export function unusedScripts(
  { entries, scripts: { loads, components } }: Pick<BrowserFiles, 'entries' | 'scripts'>,
  islands: readonly string[],
  left: ReadonlySet<string>,
): Set<string> {
  const starter = entries.parts['islands']?.slice(1)
  const unused = new Set(islands.map(name => components[name]))
  const first = [entries.boot, entries.scheme, ...Object.values(entries.parts)].map(address =>
    address.slice(1),
  )
  const used = new Set(first.filter(file => !left.has(file)))
  for (const file of used)
    for (const other of loads[file] ?? []) if (file !== starter || !unused.has(other)) used.add(other)
  return new Set([...left, ...Object.keys(loads).filter(file => !used.has(file))])
}

/** Bundles scripts and style sheets, and the licences of the packages in them. */
export async function bundleBrowser(bundler: Bundler): Promise<BrowserFiles & { bundles: BuildResult[] }> {
  const hasIslands = Object.keys(bundler.source.islands ?? {}).length > 0
  const entries = ['boot.ts', 'scheme.ts', 'tabs.ts', ...(hasIslands ? ['islands.ts'] : [])]
  const [scripts, styles, additions] = await allDone([
    bundleScripts(bundler, entries),
    bundleStyles(bundler),
    bundleAdditions(bundler),
  ])
  const bundles = [...scripts.bundles, styles.bundle]
  const bundled = [...scripts.files, ...styles.files]
  const inputs = bundles.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}))
  const licenses = licensesOf([packageRoot, ...packagesOf(inputs, packageRoot)])
  const files: OutputFile[] = [...bundled, { path: LICENSES, content: licenses }]
  const [boot = '', scheme = '', tabs = '', islands] = scripts.names.map(name => `/assets/js/${name}`)
  const [code, components] = ['code', 'components'].map(styles.addressOf)
  return {
    entries: {
      boot,
      scheme,
      style: styles.addressOf('style'),
      parts: { code, components, tabs, ...(islands === undefined ? {} : { islands }) } as Record<
        string,
        string
      >,
    },
    files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    additions,
    styleFiles: await findStyleFiles(bundled.map(({ content }) => content).join('\n'), bundler.source),
    scripts: { loads: scripts.loads, components: scripts.components },
    bundles,
  }
}

/** Identifies the scripts and styles of a build: their names are made of their contents. */
export function themeId(files: readonly OutputFile[]): string {
  return hashData(files.map(({ path: name }) => name).toSorted(), 8)
}

interface Scripts extends ScriptGraph {
  files: (OutputFile & { content: string })[]
  bundles: BuildResult[]
}

/**
 * Bundles scripts so that a reader fetches few files: each is one file with all that it imports, and what it imports on demand is a
 * file of its own. Only what has React in common – the app, layouts and islands – shares files, as esbuild splits them.
 */
async function bundleScripts(
  bundler: Bundler,
  entries: readonly string[],
): Promise<Scripts & { names: string[] }> {
  const { source } = bundler
  const scripts: Scripts = { files: [], bundles: [], loads: {}, components: {} }
  const named = new Map<string, Promise<string>>()
  let app: Promise<Map<string, string>> | undefined
  bundler.bundleScript = file => {
    const known = named.get(file)
    if (known) return known
    const made = usesReact(file, source)
      ? (app ??= runApp(bundler, scripts)).then(names => names.get(file) ?? '')
      : runScript(bundler, file, scripts)
    named.set(file, made)
    return made
  }
  const names = await allDone(entries.map(entry => bundler.bundleScript(path.join(CLIENT, entry))))
  return { ...scripts, names }
}

function usesReact(file: string, { layouts, components }: ThemeSource): boolean {
  const client = path.relative(CLIENT, file)
  if (['app.tsx', 'islands.ts', 'island-root.tsx'].includes(client)) return true
  return [...Object.values(layouts), ...Object.values(components)].includes(file)
}

/** Returns the name of the script. */
async function runScript(bundler: Bundler, file: string, scripts: Scripts): Promise<string> {
  // The script before the first paint is no module, which would come too late.
  const format = path.basename(file) === 'scheme.ts' ? ('iife' as const) : ('esm' as const)
  const options = { ...scriptOptions(bundler, false), format, entryPoints: [file] }
  const output = await run(bundler, path.basename(file), options, scripts)
  return path.basename(output[0]?.[0] ?? '')
}

/** Returns the names of the app, of islands and of what they load, by their absolute files. */
async function runApp(bundler: Bundler, scripts: Scripts): Promise<Map<string, string>> {
  const hasIslands = Object.keys(bundler.source.islands ?? {}).length > 0
  const entryPoints = ['app.tsx', ...(hasIslands ? ['islands.ts'] : [])].map(name => path.join(CLIENT, name))
  const options = { ...scriptOptions(bundler, true), splitting: true, entryPoints }
  const outputs = await run(bundler, `app-${entryPoints.length}`, options, scripts)
  const root = path.dirname(bundler.source.site)
  const names = new Map(
    outputs.flatMap(([output, { entryPoint }]): [string, string][] =>
      entryPoint === undefined ? [] : [[absolutePath(entryPoint, root), path.basename(output)]],
    ),
  )
  for (const [name, file] of Object.entries(bundler.source.components)) {
    const script = names.get(file)
    if (script !== undefined) scripts.components[name] = scriptPath(script)
  }
  return names
}

/** The output path of a script that esbuild names. */
function scriptPath(file: string): string {
  return `assets/js/${path.basename(file)}`
}

function scriptOptions(bundler: Bundler, isApp: boolean): BuildOptions {
  return {
    ...COMMON,
    outdir: OUT,
    entryNames: '[name].[hash]',
    chunkNames: '[name].[hash]',
    metafile: true,
    plugins: [onDemand(bundler, isApp), sheets(bundler), themePlugin(() => bundler.source, 'browser')],
  }
}

async function run(
  bundler: Bundler,
  name: string,
  options: BuildOptions,
  scripts: Scripts,
): Promise<[string, Metafile['outputs'][string]][]> {
  const bundle = await bundler.run(name, options)
  scripts.bundles.push(bundle)
  for (const { path: file, text } of bundle.outputFiles ?? [])
    scripts.files.push({ path: scriptPath(file), content: text, immutable: true })
  const outputs = Object.entries(bundle.metafile?.outputs ?? {})
  for (const [file, { imports }] of outputs)
    scripts.loads[scriptPath(file)] = imports.map(imported => scriptPath(imported.path))
  return outputs
}

/** Leaves what is imported on demand out of a script, and names the file that it is in. */
function onDemand(bundler: Bundler, isApp: boolean): Plugin {
  return {
    name: 'docsgen-on-demand',
    setup({ onResolve }) {
      onResolve({ filter: /\.tsx?$/ }, async ({ kind, path: name, resolveDir }) => {
        const file = path.resolve(resolveDir, name)
        if (kind !== 'dynamic-import' || (isApp && usesReact(file, bundler.source))) return undefined
        try {
          return { path: `./${await bundler.bundleScript(file)}`, external: true }
        } catch (error) {
          const { errors } = error as Partial<BuildFailure>
          if (!errors) throw error
          return { errors }
        }
      })
    },
  }
}

/** Style sheets of what scripts alone put into a document, as texts: `docsgen:sheet/search`. */
export function sheets(bundler: Bundler): Plugin {
  return {
    name: 'docsgen-sheets',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^docsgen:sheet\// }, ({ path: name }) => ({
        path: name,
        namespace: 'docsgen-sheet',
      }))
      onLoad({ filter: /./, namespace: 'docsgen-sheet' }, async ({ path: name }) => {
        const file = `${path.posix.basename(name)}.css`
        const { outputFiles } = await bundler.run(file, styleOptions(bundler, [`./templates/styles/${file}`]))
        return { contents: `@layer components{${outputFiles?.[0]?.text.trim()}}`, loader: 'text' }
      })
    },
  }
}

/** Returns the style sheets of documents, and their addresses by name. */
async function bundleStyles(bundler: Bundler) {
  const folder = path.join(bundler.source.own, 'styles')
  const sheets = { style: 'index.css', components: 'components/index.css', code: 'code/index.css' }
  const entries = Object.entries(sheets).map(([out, file]) => ({ out, in: path.join(folder, file) }))
  const bundle = await bundler.run('styles', styleOptions(bundler, entries))
  const files = (bundle.outputFiles ?? []).map(({ path: file, text }) => {
    const name = `${path.parse(file).name}.${hashContent(text).toUpperCase()}.css`
    return { path: `assets/css/${name}`, content: text, immutable: true }
  })
  const addressOf = (name: string) =>
    `/${files.find(file => file.path.startsWith(`assets/css/${name}.`))?.path}`
  return { files, bundle, addressOf }
}

function styleOptions(bundler: Bundler, entryPoints: NonNullable<BuildOptions['entryPoints']>): BuildOptions {
  return {
    ...COMMON,
    entryPoints,
    outdir: OUT,
    metafile: true,
    plugins: [styleFilesPlugin(() => bundler.source), themePlugin(() => bundler.source, 'browser')],
  }
}

/** What each addition adds: styles behind those of the theme, and script to the one that runs before the first paint. */
export type AdditionTexts = Partial<Record<Addition, { css: string; js?: string }>>

/** Bundles what only sites that use it get: `templates/styles/additions` and `src/client/additions`. */
async function bundleAdditions(bundler: Bundler): Promise<AdditionTexts> {
  const outdir = path.join(packageRoot, 'out/additions')
  const [styles, script] = await Promise.all([
    bundler.run('addition-styles', {
      ...COMMON,
      // Relative, so that a site may have its own.
      entryPoints: ADDITIONS.map(name => `./templates/styles/additions/${name}.css`),
      outdir,
      plugins: [themePlugin(() => bundler.source, 'browser')],
    }),
    bundler.run('addition-scripts', {
      ...COMMON,
      entryPoints: WITH_SCRIPT.map(name => path.join(packageRoot, `src/client/additions/${name}.ts`)),
      format: 'iife',
      outdir,
    }),
  ])
  const textOf = (files: typeof styles.outputFiles, file: string) =>
    files?.find(output => path.basename(output.path) === file)?.text
  return Object.fromEntries(
    ADDITIONS.map(name => {
      const js = textOf(script.outputFiles, `${name}.js`)
      const css = `@layer components{${textOf(styles.outputFiles, `${name}.css`)?.trim() ?? ''}}\n`
      return [name, { css, ...(js === undefined ? {} : { js }) }]
    }),
  )
}

/** Absolute folders whose pictures and fonts style sheets may name. */
function foldersOf({ site, added }: Pick<ThemeSource, 'site' | 'added'>): string[] {
  const others = added.flatMap(({ templates, styles }) => [
    ...(templates === undefined ? [] : [templates]),
    ...styles.map(style => path.dirname(style)),
  ])
  return [...new Set([site, ...others])]
}

/** Their addresses, for esbuild, whose patterns know no looking ahead. */
const ADDRESSES = new RegExp(STYLE_FILES.source.replace('$', '(?:[?#].*)?$'), 'i')

/** From `assets/css/` to the root of the site, whatever its base. */
const ROOT = '../..'

/**
 * Addresses in styles: a file beside the site's templates, or the styles of a plugin, is one of the output, with its hash; one that starts with a slash is
 * a public file. What is not there stays as it is: a broken link like any other.
 */
function styleFilesPlugin(source: () => Pick<ThemeSource, 'site' | 'added'>): Plugin {
  return {
    name: 'docsgen-style-files',
    setup(build) {
      build.onResolve({ filter: ADDRESSES }, ({ path: url, kind, resolveDir }) => {
        if (kind !== 'url-token' || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url)) return undefined
        if (url.startsWith('/')) return { path: ROOT + url, external: true }
        const [, name = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? []
        const file = path.resolve(resolveDir, safeDecode(name))
        const folders = foldersOf(source())
        const isOwn = folders.some(folder => file.startsWith(folder + path.sep)) && STYLE_FILES.test(file)
        if (!isOwn || !existsSync(file) || !statSync(file).isFile()) return { path: url, external: true }
        return { path: ROOT + addressOf(file) + rest, external: true }
      })
    },
  }
}

function addressOf(file: string): string {
  return assetAddress(posixPath(file), hashContent(readFileSync(file)))
}

/** Path in the output → name from the site's templates, of every file that the style sheets name. */
async function findStyleFiles(
  styles: string,
  source: Pick<ThemeSource, 'site' | 'added'>,
): Promise<Record<string, string>> {
  const names = await Promise.all(
    foldersOf(source).map(async folder => (await listFiles(folder)).map(name => path.join(folder, name))),
  )
  const files = names.flat().filter(file => STYLE_FILES.test(file))
  const found = files.map((file): [string, string] => [addressOf(file), path.relative(source.site, file)])
  const used = found.filter(([address]) => styles.includes(address))
  return Object.fromEntries(used.map(([address, name]) => [safeDecode(address).slice(1), name]))
}

/** Those files as they are to be written. */
export function styleOutput(
  files: Readonly<Record<string, string>>,
  { site }: Pick<ThemeSource, 'site'>,
): OutputFile[] {
  return Object.entries(files).map(([target, name]) => ({
    path: target,
    content: { copy: path.join(site, name) },
    immutable: true,
  }))
}

/** What a site hands on of the licences of what it carries: its path in the output. */
export const LICENSES = 'assets/licenses.txt'

/** What the licences of packages ask to be handed on: of each, once, its name, version and text. Folders are absolute. */
export function licensesOf(folders: readonly string[]): string {
  return [...new Set(folders)].map(licenseOf).toSorted().join('\n')
}

/** Absolute folders of the packages that bundled files are of; `inputs` are esbuild's, relative to the root. */
export function packagesOf(inputs: readonly string[], root: string): string[] {
  const files = inputs.map(input => posixPath(path.resolve(root, input)))
  return files.flatMap(file => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file) ?? [])
}

function licenseOf(folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  ) as Record<string, unknown>
  const file = readdirSync(folder).find(entry => /^(?:licen[cs]e|copying)/i.test(entry))
  const text = file ? readFileSync(path.join(folder, file), 'utf8') : ''
  return `${String(name)} ${String(version)} (${String(license)})\n\n${text.trim()}\n\n${'-'.repeat(80)}\n`
}
