import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { hashContent, hashData } from '../lib/hash.ts'
import { listFiles } from '../lib/files.ts'
import { codeHash, dependencyVersion, packageRoot } from '../lib/package.ts'
import { readStored, writeStored } from '../cache/checked-file.ts'
import type { AddedTheme } from '../schema/output.ts'
import { STYLE_FILES } from './style-files.ts'

/** Where the theme of a site comes from: docsgen's own templates, and files of the same name of plugins and of the site. */
export interface ThemeSource {
  /** Absolute folder of docsgen's own templates. */
  own: string
  /** Absolute folder of the site's templates; the same as `own` when docsgen builds itself. */
  site: string
  /** What plugins add, in their order. */
  added: readonly AddedTheme[]
  /** Layout name → absolute file, sorted by name. */
  layouts: Record<string, string>
  /** The site's own components for Markdown, name → absolute file. */
  components: Record<string, string>
  /** Those of them that are islands, once they are known: name → when. */
  islands?: Record<string, string>
  /** Hash of every file that takes part: the key of the bundled theme. */
  hash: string
}

/** Folders of the package that are bundled for the browser or for rendering. */
const BUNDLED = ['templates', 'src/client', 'src/shared', 'src/search', 'src/schema']

/**
 * What is there of docsgen besides, and no theme is made of: how search indexes are made, and types. Packages
 * leave it out (`files` of package.json), and have the same theme.
 */
const NOT_BUNDLED = /^src\/(?:search\/build\/|schema\/(?:api|config|page|plugin)\.ts$)/

/** Packages that the bundle is made of or by. */
const BUNDLER = ['esbuild', 'react', 'react-dom']

/** Finds the templates of a site and what identifies their present state. `cacheDir` keeps it for the next time. */
export async function findThemeSource(
  root: string,
  cacheDir: string,
  added: readonly AddedTheme[] = [],
): Promise<ThemeSource> {
  const own = path.join(packageRoot, 'templates')
  const site = path.join(root, 'templates')
  const bundled = await Promise.all(BUNDLED.map(ownFiles))
  const templates = await sourceFiles(site)
  // A site without templates has the same theme as any other, and docsgen's own are there already.
  const ofSite = site === own || templates.length === 0 ? [] : [templates]
  const ofPlugins = await Promise.all(added.map(addedFiles))
  const others = [...ofSite, ...ofPlugins.flatMap(({ templates, sheets }) => [...templates, ...sheets])]
  // From the same lists as the hash: a file that comes just now is in both or in none.
  const folders = [bundled[0] ?? [], ...ofPlugins.flatMap(({ templates }) => templates), ...ofSite]
  const layouts = Object.fromEntries(folders.flat().flatMap(layoutFile))
  // A theme of docsgen's own files alone comes with the package, whatever is installed beside it.
  const made = [codeHash, others.length > 0 ? BUNDLER.map(dependencyVersion) : []]
  const names = Object.keys(layouts).toSorted()
  const stored = added.length > 0 ? 'theme-source-plugins.json' : 'theme-source.json'
  return {
    own,
    site,
    added,
    layouts: Object.fromEntries(names.map(name => [name, layouts[name] ?? ''])),
    components: Object.fromEntries(ofSite.flat().flatMap(componentFile)),
    hash: await hashOnce(made, [...bundled, ...others], path.join(cacheDir, stored)),
  }
}

/** The templates of a plugin, if it has some; each of its style sheets, and what stands beside that and could be named by it. */
async function addedFiles({
  templates,
  styles,
}: AddedTheme): Promise<Record<'templates' | 'sheets', SourceFact[][]>> {
  const sheets = styles.map(async style => {
    const beside = await sourceFiles(
      path.dirname(style),
      name => name.endsWith('.css') || STYLE_FILES.test(name),
    )
    // Which of them it is makes a difference.
    return [...beside.filter(({ file }) => file === style), ...beside]
  })
  return {
    templates: templates === undefined ? [] : [await sourceFiles(templates)],
    sheets: await Promise.all(sheets),
  }
}

/** A file that takes part, with what changes when it is written. */
interface SourceFact {
  name: string
  /** Absolute. */
  file: string
  size: number
  /** Milliseconds, with fractions. */
  mtime: number
}

const isSource = (name: string) => /\.(?:tsx?|css|json|js)$/.test(name) || STYLE_FILES.test(name)

/** Of a folder of the package. */
function ownFiles(folder: string): Promise<SourceFact[]> {
  const isBundled = (name: string) => isSource(name) && !NOT_BUNDLED.test(`${folder}/${name}`)
  return sourceFiles(path.join(packageRoot, folder), isBundled)
}

async function sourceFiles(folder: string, takesPart = isSource): Promise<SourceFact[]> {
  const names = (await listFiles(folder)).filter(takesPart)
  return names.map(name => {
    const file = path.join(folder, name)
    const { size, mtimeMs } = statSync(file)
    return { name, file, size, mtime: mtimeMs }
  })
}

/** Of what the theme is made by and its files; those are read only if one of them is another than the last time. */
async function hashOnce(made: unknown, folders: readonly SourceFact[][], stored: string): Promise<string> {
  const state = hashData([made, folders])
  const known = JSON.parse((await readStored(stored)) ?? '{}') as { state?: string; hash?: string }
  if (known.state === state && known.hash !== undefined) return known.hash
  const contents = folders.map(files =>
    files.map(({ name, file }) => [name, hashContent(readFileSync(file), 16)]),
  )
  const hash = hashData([made, contents])
  await writeStored(stored, JSON.stringify({ state, hash }))
  return hash
}

/** A file that is a component for Markdown, by its name. */
function componentFile({ name, file }: SourceFact): [name: string, file: string][] {
  const [, stem] = /^markdown\/([^/]+)\.tsx$/.exec(name.replaceAll('\\', '/')) ?? []
  return stem === undefined || /\.(?:test|spec)$/.test(stem) ? [] : [[stem, file]]
}

/** A file that is a layout, by its name. */
function layoutFile({ name, file }: SourceFact): [name: string, file: string][] {
  const [, stem] = /^layouts\/([A-Z]\w*)\.tsx$/.exec(name.replaceAll('\\', '/')) ?? []
  return stem === undefined ? [] : [[stem, file]]
}

/**
 * The file that takes the place of a template: that of the site, else that of the plugin named last which has one of that
 * name. `importer` asks for what it replaces, so it is not the answer.
 */
export function overrideOf(file: string, source: ThemeSource, importer: string): string | undefined {
  const between = source.added.flatMap(({ templates }) => templates ?? [])
  const folders = [source.own, ...between, ...(source.site === source.own ? [] : [source.site])]
  const at = folders.findIndex(folder => file.startsWith(folder + path.sep))
  const home = folders[at]
  if (home === undefined) return undefined
  const overrides = folders.slice(at + 1).map(folder => path.join(folder, path.relative(home, file)))
  return overrides.findLast(override => override !== importer && existsSync(override))
}
