import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { BuildFailure, BuildOptions, BuildResult, Metafile, Plugin } from 'esbuild'
import { allDone } from '../lib/process.ts'
import { hashContent, hashData } from '../lib/hash.ts'
import { packageRoot } from '../lib/package.ts'
import { packageFolder } from '../lib/site-code.ts'
import { posixPath, readText } from '../lib/files.ts'
import { islandPart } from '../schema/plugin.ts'
import type { OutputFile } from '../schema/site.ts'
import { LICENSES } from '../site/assets.ts'
import { type Addition, ADDITIONS, WITH_SCRIPT } from '../site/additions.ts'
import { assetAddress, safeDecode } from '../shared/addresses.ts'
import { absolutePath, bundle, inputsOf, STYLE_FILES, themePlugin, type ThemeSource } from './bundler.ts'

/** Addresses without base. */
export interface ThemeEntries {
  boot: string
  scheme: string
  style: string
  /** Files for pages that use them, by name. */
  parts: Record<string, string>
  analytics?: string
  /** Used on every page. */
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
}

export const CLIENT = path.join(packageRoot, 'src/client')
const OUT = path.join(packageRoot, 'out')

/** Leaves out parts and islands that no page has (`parts`), and the scripts that only those load. */
export function usedFiles(
  { entries, loads, islands, files }: Pick<BrowserFiles, 'entries' | 'loads' | 'islands' | 'files'>,
  parts: ReadonlySet<string>,
): OutputFile[] {
  const ofParts = Object.entries(entries.parts)
  const used = ofParts.flatMap(([name, address]) => (parts.has(name) ? address : []))
  const loaded = new Set([entries.boot, entries.scheme, ...used].map(address => address.slice(1)))
  const starter = entries.parts['islands']?.slice(1)
  const unseen = Object.entries(islands).filter(([name]) => !parts.has(islandPart(name)))
  const unused = new Set(unseen.map(([, file]) => file))
  for (const file of loaded)
    for (const other of loads[file] ?? []) if (file !== starter || !unused.has(other)) loaded.add(other)
  const others = new Set([...Object.keys(loads), ...ofParts.map(([, address]) => address.slice(1))])
  return files.filter(file => loaded.has(file.path) || !others.has(file.path))
}

export async function bundleBrowser(source: ThemeSource): Promise<BrowserFiles & { bundles: BuildResult[] }> {
  const [scripts, styles, additions] = await allDone([
    bundleScripts(source),
    bundleStyles(source),
    bundleAdditions(source),
  ])
  const bundles = [...scripts.bundles, styles.bundle]
  const licenses = licensesOf([packageRoot, ...inputsOf(bundles, source.root)])
  const files: OutputFile[] = [...scripts.files, ...styles.files, { path: LICENSES, content: licenses }]
  const { boot = '', scheme = '', style = '', ...parts } = { ...styles.entries, ...scripts.entries }
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const { loads, islands } = scripts
  return { entries: { boot, scheme, style, parts }, files: sorted, additions, loads, islands, bundles }
}

/** Identifies the scripts and styles of a build, whose names contain their hashes. */
export function themeId(files: readonly OutputFile[]) {
  return hashData(files.map(({ path: name }) => name).toSorted(), 8)
}

/** Each script is one file, except for imports on demand: readers fetch few files. Only code with React shares files. */
async function bundleScripts(source: ThemeSource) {
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

  async function pathOf(file: string) {
    const isApp = withReact.has(file)
    const [first = '', ...others] = isApp ? app : [file]
    const made =
      running.get(first) ??
      bundle({
        entryPoints: [first, ...others],
        // A module would run after the first paint.
        format: first === inClient('scheme.ts') ? 'iife' : 'esm',
        outdir: OUT,
        entryNames: '[name].[hash]',
        chunkNames: '[name].[hash]',
        splitting: isApp,
        plugins: [onDemand(isApp), sheets(source), themePlugin(source, 'browser')],
      })
    running.set(first, made)
    return outputOf(file, (await made).metafile?.outputs ?? {}) ?? ''
  }

  function outputOf(file: string, outputs: Metafile['outputs']) {
    const isOf = (entry: string) => absolutePath(entry, source.root) === file
    const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint && isOf(entryPoint))
    return found && scriptPath(found[0])
  }

  /** Keeps what is imported on demand in separate files. */
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
  const loads = Object.entries(outputs).map(([file, { imports }]) => {
    return [scriptPath(file), imports.map(imported => scriptPath(imported.path))]
  })
  const ofIslands = Object.keys(islands).flatMap(name => {
    const script = outputOf(components[name] ?? '', outputs)
    return script === undefined ? [] : [[name, script]]
  })
  return {
    entries: Object.fromEntries(names.map((name, index) => [path.parse(name).name, `/${entries[index]}`])),
    bundles,
    files: bundles.flatMap(({ outputFiles = [] }) =>
      outputFiles.map(({ path: file, text }) => ({ path: scriptPath(file), content: text })),
    ),
    loads: Object.fromEntries(loads) as BrowserFiles['loads'],
    islands: Object.fromEntries(ofIslands) as BrowserFiles['islands'],
  }
}

function scriptPath(file: string) {
  return `assets/js/${path.basename(file)}`
}

/** `docsgen:sheet/search`: a style sheet as text, for what only scripts put into a document. */
export function sheets(source: ThemeSource): Plugin {
  const namespace = 'docsgen-sheet'
  return {
    name: 'docsgen-sheets',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^docsgen:sheet\// }, ({ path: name }) => ({ path: name, namespace }))
      onLoad({ filter: /./, namespace }, async ({ path: name }) => {
        const file = `./templates/styles/${path.posix.basename(name)}.css`
        const { outputFiles } = await bundle(styleOptions(source, [file]))
        return { contents: `@layer components{${outputFiles?.[0]?.text.trim()}}`, loader: 'text' }
      })
    },
  }
}

async function bundleStyles(source: ThemeSource) {
  const inputs = { style: 'index.css', components: 'components/index.css', code: 'code/index.css' }
  const entryPoints = Object.entries(inputs).map(([out, file]) => {
    return { out, in: path.join(source.own, 'styles', file) }
  })
  const made = await bundle(styleOptions(source, entryPoints))
  const entries: Record<string, string> = {}
  const files = (made.outputFiles ?? []).map(({ path: file, text }) => {
    const { name } = path.parse(file)
    const output = `assets/css/${name}.${hashContent(text).toUpperCase()}.css`
    entries[name] = `/${output}`
    return { path: output, content: text }
  })
  return { files, bundle: made, entries }
}

function styleOptions(source: ThemeSource, entryPoints: NonNullable<BuildOptions['entryPoints']>) {
  return { entryPoints, outdir: OUT, plugins: [styleFilesPlugin(source), themePlugin(source, 'browser')] }
}

/** Styles after the theme's, and a script that is added to the one before the first paint. */
type AdditionTexts = Partial<Record<Addition, { css: string; js?: string }>>

/** Bundles `templates/styles/additions` and `src/client/additions`, for sites that use them. */
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
      return [name, { css, ...(js !== undefined && { js }) }]
    }),
  )
}

/** For esbuild, whose patterns can't look ahead. */
const ADDRESSES = new RegExp(STYLE_FILES.source.replace('$', '(?:[?#].*)?$'), 'i')

/** From `assets/css/` to the root of the site. */
const ROOT = '../..'

/** Files beside the site's templates or a plugin's styles get a hash. Addresses that start with a slash are public files. */
function styleFilesPlugin({ site, added, styleFiles }: ThemeSource): Plugin {
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
export function licensesOf(files: readonly string[]) {
  const texts = [...new Set(files.map(packageFolder))].flatMap(folder => {
    const manifest = readText(path.join(folder, 'package.json'))
    if (manifest === undefined) return []
    const { name, version, license } = JSON.parse(manifest) as Record<string, unknown>
    const file = readdirSync(folder).find(entry => /^(?:licen[cs]e|copying)/i.test(entry))
    const text = file ? readFileSync(path.join(folder, file), 'utf8') : ''
    return `${String(name)} ${String(version)} (${String(license)})\n\n${text.trim()}\n\n${'-'.repeat(80)}\n`
  })
  return texts.toSorted().join('\n')
}
