import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { BuildFailure, BuildOptions, BuildResult, Metafile, Plugin } from 'esbuild'
import { allDone } from '../lib/process.ts'
import { hashContent, hashData } from '../lib/hash.ts'
import { packageRoot } from '../lib/package.ts'
import { packageFolder } from '../lib/site-code.ts'
import { posixPath } from '../lib/files.ts'
import { islandPart } from '../schema/plugin.ts'
import type { OutputFile } from '../schema/site.ts'
import { LICENSES } from '../site/assets.ts'
import { type Addition, ADDITIONS, WITH_SCRIPT } from '../site/additions.ts'
import { assetAddress, safeDecode } from '../shared/addresses.ts'
import { absolutePath, bundle, STYLE_FILES, themePlugin, type ThemeSource } from './bundler.ts'

/** Addresses without base. */
export interface ThemeEntries {
  boot: string
  scheme: string
  style: string
  /** Files that only the documents of pages which use them load, by name. */
  parts: Record<string, string>
  analytics?: string
  /** A font that every page shows text in. */
  font?: string
}

export interface BrowserFiles {
  entries: ThemeEntries
  files: OutputFile[]
  additions: AdditionTexts
  /** Script → scripts that it loads; output paths. */
  loads: Record<string, string[]>
  /** Component → output path of its script. */
  islands: Record<string, string>
  styleFiles: StyleFiles
}

/** Files beside the site's templates that style sheets name: output path → path relative to `templates`. */
type StyleFiles = Record<string, string>

export const CLIENT = path.join(packageRoot, 'src/client')
const OUT = path.join(packageRoot, 'out')

/** Leaves out the parts of the theme and the islands that no page of a site has, and the scripts that only those load. */
export function usedFiles(
  { entries, loads, islands, files }: Pick<BrowserFiles, 'entries' | 'loads' | 'islands' | 'files'>,
  parts: ReadonlySet<string>,
): OutputFile[] {
  const ofParts = Object.entries(entries.parts)
  const used = ofParts.flatMap(([name, address]) => (parts.has(name) ? address : []))
  const loaded = new Set([entries.boot, entries.scheme, ...used].map(address => address.slice(1)))
  const starter = entries.parts['islands']?.slice(1)
  const unused = new Set(
    Object.entries(islands).flatMap(([name, file]) => (parts.has(islandPart(name)) ? [] : file)),
  )
  for (const file of loaded)
    for (const other of loads[file] ?? []) if (file !== starter || !unused.has(other)) loaded.add(other)
  const others = new Set([...Object.keys(loads), ...ofParts.map(([, address]) => address.slice(1))])
  return files.filter(file => loaded.has(file.path) || !others.has(file.path))
}

export async function bundleBrowser(source: ThemeSource): Promise<BrowserFiles & { bundles: BuildResult[] }> {
  const styleFiles: StyleFiles = {}
  const [scripts, styles, additions] = await allDone([
    bundleScripts(source, styleFiles),
    bundleStyles(source, styleFiles),
    bundleAdditions(source),
  ])
  const bundles = [...scripts.bundles, styles.bundle]
  const inputs = bundles.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}))
  const used = inputs.map(name => absolutePath(name, path.dirname(source.site)))
  const licenses = licensesOf([packageRoot, ...used])
  const files: OutputFile[] = [...scripts.files, ...styles.files, { path: LICENSES, content: licenses }]
  const { boot = '', scheme = '', ...parts } = scripts.entries
  return {
    entries: { boot, scheme, ...styles.entries, parts: { ...styles.parts, ...parts } },
    files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    additions,
    styleFiles,
    loads: scripts.loads,
    islands: scripts.islands,
    bundles,
  }
}

/** Identifies the scripts and styles of a build, whose names contain their hashes. */
export function themeId(files: readonly OutputFile[]): string {
  return hashData(files.map(({ path: name }) => name).toSorted(), 8)
}

/**
 * A reader should fetch few files, so each script is one file with all that it imports, but for imports on demand. Only code with React
 * in common (the app, layouts and islands) shares files, as esbuild splits them.
 */
async function bundleScripts(source: ThemeSource, styleFiles: StyleFiles) {
  const { layouts, components, islands = {} } = source
  const starter = Object.keys(islands).length > 0 ? ['islands.ts'] : []
  const inClient = (name: string) => path.join(CLIENT, name)
  const withReact = new Set([
    ...['app.tsx', 'islands.ts', 'island-root.tsx'].map(inClient),
    ...Object.values(layouts),
    ...Object.values(components),
  ])
  const app = ['app.tsx', ...starter].map(inClient)
  /** By their first file. */
  const running = new Map<string, Promise<BuildResult>>()

  async function pathOf(file: string): Promise<string> {
    const isApp = withReact.has(file)
    const [first = '', ...others] = isApp ? app : [file]
    const made =
      running.get(first) ??
      bundle({
        entryPoints: [first, ...others],
        // A module would run too late, after the first paint.
        format: first === inClient('scheme.ts') ? 'iife' : 'esm',
        outdir: OUT,
        entryNames: '[name].[hash]',
        chunkNames: '[name].[hash]',
        splitting: isApp,
        plugins: [onDemand(isApp), sheets(source, styleFiles), themePlugin(source, 'browser')],
      })
    running.set(first, made)
    return outputOf(file, (await made).metafile?.outputs ?? {}) ?? ''
  }

  function outputOf(file: string, outputs: Metafile['outputs']): string | undefined {
    const isOf = (entry: string) => absolutePath(entry, path.dirname(source.site)) === file
    const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint && isOf(entryPoint))
    return found && scriptPath(found[0])
  }

  /** Leaves what is imported on demand out of a script, and imports the file that it is in. */
  function onDemand(isApp: boolean): Plugin {
    return {
      name: 'docsgen-on-demand',
      setup({ onResolve }) {
        onResolve({ filter: /\.tsx?$/ }, async ({ kind, path: name, resolveDir }) => {
          const file = path.resolve(resolveDir, name)
          if (kind !== 'dynamic-import' || (isApp && withReact.has(file))) return undefined
          try {
            return { path: `./${path.basename(await pathOf(file))}`, external: true }
          } catch (error) {
            const { errors } = error as Partial<BuildFailure>
            if (!errors) throw error
            return { errors }
          }
        })
      },
    }
  }

  const names = ['boot.ts', 'scheme.ts', 'tabs.ts', ...starter]
  const entries = await allDone(names.map(name => pathOf(inClient(name))))
  const bundles = await Promise.all(running.values())
  const outputs: Metafile['outputs'] = Object.assign({}, ...bundles.map(({ metafile }) => metafile?.outputs))
  return {
    entries: Object.fromEntries(names.map((name, index) => [path.parse(name).name, `/${entries[index]}`])),
    bundles,
    files: bundles.flatMap(({ outputFiles = [] }) =>
      outputFiles.map(({ path: file, text }) => ({ path: scriptPath(file), content: text })),
    ),
    loads: Object.fromEntries(
      Object.entries(outputs).map(([file, { imports }]) => [
        scriptPath(file),
        imports.map(imported => scriptPath(imported.path)),
      ]),
    ),
    islands: Object.fromEntries(
      Object.keys(islands).flatMap(name => {
        const script = outputOf(components[name] ?? '', outputs)
        return script === undefined ? [] : [[name, script]]
      }),
    ),
  }
}

function scriptPath(file: string): string {
  return `assets/js/${path.basename(file)}`
}

/** Style sheets as texts, for what scripts alone put into a document: `docsgen:sheet/search`. */
export function sheets(source: ThemeSource, styleFiles: StyleFiles = {}): Plugin {
  return {
    name: 'docsgen-sheets',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^docsgen:sheet\// }, ({ path: name }) => ({
        path: name,
        namespace: 'docsgen-sheet',
      }))
      onLoad({ filter: /./, namespace: 'docsgen-sheet' }, async ({ path: name }) => {
        const file = `./templates/styles/${path.posix.basename(name)}.css`
        const { outputFiles } = await bundle(styleOptions(source, [file], styleFiles))
        return { contents: `@layer components{${outputFiles?.[0]?.text.trim()}}`, loader: 'text' }
      })
    },
  }
}

async function bundleStyles(source: ThemeSource, styleFiles: StyleFiles) {
  const sheet = (out: string, file: string) => ({ out, in: path.join(source.own, 'styles', file) })
  const entries = [
    sheet('style', 'index.css'),
    sheet('components', 'components/index.css'),
    sheet('code', 'code/index.css'),
  ]
  const made = await bundle(styleOptions(source, entries, styleFiles))
  const files = (made.outputFiles ?? []).map(({ path: file, text }) => {
    const name = `${path.parse(file).name}.${hashContent(text).toUpperCase()}.css`
    return { path: `assets/css/${name}`, content: text }
  })
  const addressOf = (name: string) =>
    `/${files.find(file => file.path.startsWith(`assets/css/${name}.`))?.path}`
  const parts = { code: addressOf('code'), components: addressOf('components') }
  return { files, bundle: made, entries: { style: addressOf('style') }, parts }
}

function styleOptions(
  source: ThemeSource,
  entryPoints: NonNullable<BuildOptions['entryPoints']>,
  styleFiles: StyleFiles,
): BuildOptions {
  const plugins = [styleFilesPlugin(source, styleFiles), themePlugin(source, 'browser')]
  return { entryPoints, outdir: OUT, plugins }
}

/** Styles after those of the theme, and a script that is added to the one before the first paint. */
export type AdditionTexts = Partial<Record<Addition, { css: string; js?: string }>>

/** Bundles `templates/styles/additions` and `src/client/additions`, which sites get only if they use them. */
async function bundleAdditions(source: ThemeSource): Promise<AdditionTexts> {
  const { outputFiles = [] } = await bundle({
    entryPoints: [
      // Relative, so that a site may have its own.
      ...ADDITIONS.map(name => `./templates/styles/additions/${name}.css`),
      ...WITH_SCRIPT.map(name => path.join(CLIENT, `additions/${name}.ts`)),
    ],
    format: 'iife',
    outdir: path.join(OUT, 'additions'),
    plugins: [themePlugin(source, 'browser')],
  })
  const texts = new Map(outputFiles.map(({ path: file, text }) => [path.basename(file), text]))
  return Object.fromEntries(
    ADDITIONS.map(name => {
      const js = texts.get(`${name}.js`)
      const css = `@layer components{${texts.get(`${name}.css`)?.trim() ?? ''}}\n`
      return [name, { css, ...(js === undefined ? {} : { js }) }]
    }),
  )
}

/** For esbuild, whose patterns can't look ahead. */
const ADDRESSES = new RegExp(STYLE_FILES.source.replace('$', '(?:[?#].*)?$'), 'i')

/** From `assets/css/` to the root of the site, whatever its base. */
const ROOT = '../..'

/**
 * Files beside the site's templates, or the styles of a plugin, get a hash and are noted in `styleFiles`. Addresses that start with a
 * slash are public files. Others stay as they are.
 */
function styleFilesPlugin({ site, added }: ThemeSource, styleFiles: StyleFiles): Plugin {
  const others = added.flatMap(({ templates = site, styles }) => [templates, ...styles.map(path.dirname)])
  return {
    name: 'docsgen-style-files',
    setup(build) {
      build.onResolve({ filter: ADDRESSES }, ({ path: url, kind, resolveDir }) => {
        if (kind !== 'url-token' || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url)) return undefined
        if (url.startsWith('/')) return { path: ROOT + url, external: true }
        const [, name = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? []
        const file = path.resolve(resolveDir, safeDecode(name))
        const isOwn = [site, ...others].some(folder => file.startsWith(folder + path.sep))
        if (!isOwn || !STYLE_FILES.test(file) || !statSync(file, { throwIfNoEntry: false })?.isFile())
          return { path: url, external: true }
        const address = assetAddress(posixPath(file), hashContent(readFileSync(file)))
        styleFiles[safeDecode(address).slice(1)] = path.relative(site, file)
        return { path: ROOT + address + rest, external: true }
      })
    },
  }
}

/** `files` are absolute. */
export function licensesOf(files: readonly string[]): string {
  const folders = [...new Set(files.map(packageFolder))]
  const packages = folders.filter(folder => existsSync(path.join(folder, 'package.json')))
  const texts = packages.map(folder => {
    const { name, version, license } = JSON.parse(
      readFileSync(path.join(folder, 'package.json'), 'utf8'),
    ) as Record<string, unknown>
    const file = readdirSync(folder).find(entry => /^(?:licen[cs]e|copying)/i.test(entry))
    const text = file ? readFileSync(path.join(folder, file), 'utf8') : ''
    return `${String(name)} ${String(version)} (${String(license)})\n\n${text.trim()}\n\n${'-'.repeat(80)}\n`
  })
  return texts.toSorted().join('\n')
}
