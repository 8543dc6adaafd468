import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { hashContent, hashData } from '../lib/hash.ts'
import { listFiles } from '../lib/files.ts'
import { codeHash, dependencyVersion, packageRoot } from '../lib/package.ts'

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
const BUNDLED = ['templates', 'src/client', 'src/shared', 'src/schema']

/** Packages that the bundle is made of or by. */
const BUNDLER = ['esbuild', 'react', 'react-dom']

/** Finds the templates of a site and what identifies their present state. */
export async function findThemeSource(root: string): Promise<ThemeSource> {
  const own = path.join(packageRoot, 'templates')
  const site = path.join(root, 'templates')
  const layouts = { ...(await layoutFiles(own)), ...(await layoutFiles(site)) }
  const folders = BUNDLED.map(folder => path.join(packageRoot, folder))
  const hashes = await Promise.all([...folders, site].map(hashFolder))
  // A site without templates has the same theme as any other, and docsgen's own are there already.
  if (site === own || hashes.at(-1)?.length === 0) hashes.pop()
  const names = Object.keys(layouts).toSorted()
  return {
    own,
    site,
    layouts: Object.fromEntries(names.map(name => [name, layouts[name] ?? ''])),
    hash: hashData([codeHash(), BUNDLER.map(dependencyVersion), hashes]),
  }
}

async function layoutFiles(templates: string): Promise<Record<string, string>> {
  const files = await listFiles(path.join(templates, 'layouts'))
  const layouts = files.filter(file => /^[A-Z]\w*\.tsx$/.test(file))
  return Object.fromEntries(layouts.map(file => [file.slice(0, -4), path.join(templates, 'layouts', file)]))
}

async function hashFolder(folder: string): Promise<[string, string][]> {
  const files = await listFiles(folder)
  return files
    .filter(file => /\.(?:tsx?|css|json|js)$/.test(file))
    .map(file => [file, hashContent(readFileSync(path.join(folder, file)), 16)])
}

/** The site's file for one of docsgen's templates, if it has one of that name (specification 7). */
export function overrideOf(file: string, source: ThemeSource): string | undefined {
  if (source.site === source.own || !file.startsWith(source.own + path.sep)) return undefined
  const override = path.join(source.site, path.relative(source.own, file))
  return existsSync(override) ? override : undefined
}
