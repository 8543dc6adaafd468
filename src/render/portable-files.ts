import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { OutputFile } from '../schema/output.ts'
import { HOST_FILES } from '../shared/public-files.ts'
import { portableDocument, type PortableSite, type PortableVersion } from './portable-document.ts'

/** A version of the site as its files are told apart. */
interface VersionFiles extends PortableVersion {
  /** The one of the theme's scripts that runs before the first paint, below the folder of the version. */
  scheme: string
  /** Files that its own folder for public files has: they stay as they are. */
  publicFiles: readonly string[]
}

export interface PortableInput extends PortableSite {
  /** Absolute folder of the output as it is for a host. */
  folder: string
  /** Paths of its files. */
  files: readonly string[]
  /** The current version last. */
  versions: readonly VersionFiles[]
  /** Texts of the site's own files for hosts, by name. */
  hostFiles: ReadonlyMap<string, string>
  /** The scripts that take the place of the theme's other ones, by their paths. */
  scripts: ReadonlyMap<string, string>
  /** Makes a classic script of a module. */
  classicScript(module: string): Promise<string>
}

/** Files for hosts name the base, but for one that says nothing. */
const FOR_HOSTS: ReadonlySet<string> = new Set(HOST_FILES.filter(name => name !== '.nojekyll'))

/** What serves documents that load others: the worker, its packs, scripts. */
const FOR_LOADING = /^(?:\.docsgen\.json|service-worker\.js|(?:offline|assets\/js)\/.*)$/s

/**
 * The files of a site as it opens from any path and as files, made from those for a host, sorted: what is to be changed as
 * text, everything else to be copied.
 */
export async function* portableFiles(input: PortableInput): AsyncGenerator<OutputFile> {
  const { files, scripts, versions } = input
  const own = versions.map(version => ({ ...version, isPublic: new Set(version.publicFiles) }))
  for (const name of [...files, ...scripts.keys()].toSorted()) {
    const version = own.find(({ below }) => name.startsWith(below))
    const script = scripts.get(name)
    const file =
      script === undefined
        ? version && (await portableFile(name, version, input))
        : { path: name, content: script, immutable: true }
    if (file) yield file
  }
}

/** A file as it is in the copy; undefined for what it does without. */
async function portableFile(
  name: string,
  version: VersionFiles & { isPublic: ReadonlySet<string> },
  input: PortableInput,
): Promise<OutputFile | undefined> {
  const { below, scheme, isPublic } = version
  const read = () => readFile(path.join(input.folder, name), 'utf8')
  const inside = name.slice(below.length)
  const own = below === '' ? input.hostFiles.get(name) : undefined
  if (own !== undefined) return { path: name, content: own }
  const isAsset = (kind: RegExp) => kind.test(inside) && !isPublic.has(inside)
  if (FOR_HOSTS.has(inside) && !isPublic.has(inside)) return undefined
  if (inside !== scheme && isAsset(FOR_LOADING)) return undefined
  if (isAsset(/\.html$/)) return { path: name, content: portableDocument(await read(), name, input, version) }
  if (isAsset(/^assets\/(?:locales|search)\/[^/]*\.json$/))
    return { path: `${name}.js`, content: dataScript(await read()) }
  if (isAsset(/^assets\/search\/[^/]*\.js$/))
    return { path: name, content: await input.classicScript(await read()) }
  return { path: name, content: { copy: path.join(input.folder, name) } }
}

/** JSON as a script that gives it. Parsed from a text it means the same, and is there sooner. */
function dataScript(json: string): string {
  return `docsgenData=JSON.parse('${json.replace(/[\\']/g, '\\$&')}')\n`
}
