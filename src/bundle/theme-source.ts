import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { hashContent, hashData } from '../lib/hash.ts'
import { listFiles } from '../lib/files.ts'
import { codeHash, dependencyVersion, packageRoot } from '../lib/package.ts'
import { readStored, writeStored } from '../cache/checked-file.ts'
import { STYLE_FILES } from './style-files.ts'

/** Where the theme of a site comes from: docsgen's own templates, and files of the same name in the site's folder. */
export interface ThemeSource {
  /** Absolute folder of docsgen's own templates. */
  own: string
  /** Absolute folder of the site's templates; the same as `own` when docsgen builds itself. */
  site: string
  /** Layout name → absolute file, sorted by name. */
  layouts: Record<string, string>
  /** Hash of every file that takes part: the key of the bundled theme. */
  hash: string
}

/** Folders of the package that are bundled for the browser or for rendering. */
const BUNDLED = ['templates', 'src/client', 'src/shared', 'src/addresses', 'src/schema']

/** Packages that the bundle is made of or by. */
const BUNDLER = ['esbuild', 'react', 'react-dom']

/** Finds the templates of a site and what identifies their present state. `cacheDir` keeps it for the next time. */
export async function findThemeSource(root: string, cacheDir: string): Promise<ThemeSource> {
  const own = path.join(packageRoot, 'templates')
  const site = path.join(root, 'templates')
  const layouts = { ...(await layoutFiles(own)), ...(await layoutFiles(site)) }
  const folders = [...BUNDLED.map(folder => path.join(packageRoot, folder)), site]
  const files = await Promise.all(folders.map(sourceFiles))
  // A site without templates has the same theme as any other, and docsgen's own are there already.
  if (site === own || files.at(-1)?.length === 0) files.pop()
  const names = Object.keys(layouts).toSorted()
  return {
    own,
    site,
    layouts: Object.fromEntries(names.map(name => [name, layouts[name] ?? ''])),
    hash: await hashOnce(files, path.join(cacheDir, 'theme-source.json')),
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

async function sourceFiles(folder: string): Promise<SourceFact[]> {
  const names = (await listFiles(folder)).filter(
    name => /\.(?:tsx?|css|json|js)$/.test(name) || STYLE_FILES.test(name),
  )
  return names.map(name => {
    const file = path.join(folder, name)
    const { size, mtimeMs } = statSync(file)
    return { name, file, size, mtime: mtimeMs }
  })
}

/** Reads the files only if one of them is another than the last time. */
async function hashOnce(folders: readonly SourceFact[][], stored: string): Promise<string> {
  const made = [codeHash(), BUNDLER.map(dependencyVersion)]
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

async function layoutFiles(templates: string): Promise<Record<string, string>> {
  const files = await listFiles(path.join(templates, 'layouts'))
  const layouts = files.filter(file => /^[A-Z]\w*\.tsx$/.test(file))
  return Object.fromEntries(layouts.map(file => [file.slice(0, -4), path.join(templates, 'layouts', file)]))
}

/** The site's file for one of docsgen's templates, if it has one of that name (specification 7). */
export function overrideOf(file: string, source: ThemeSource): string | undefined {
  if (source.site === source.own || !file.startsWith(source.own + path.sep)) return undefined
  const override = path.join(source.site, path.relative(source.own, file))
  return existsSync(override) ? override : undefined
}
