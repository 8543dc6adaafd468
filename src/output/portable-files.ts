import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { OutputFile } from '../schema/output.ts'
import { portableDocument, type PortableSite } from './portable-document.ts'

export interface PortableInput extends PortableSite {
  /** Absolute folder of the output as it is for a host. */
  folder: string
  /** Paths of its files. */
  files: readonly string[]
  /** The one of the theme's scripts that runs before the first paint. */
  scheme: string
  /** Those that the site's own folder for public files has: they stay as they are. */
  publicFiles: readonly string[]
  /** Texts of the site's own files for hosts, by name. */
  hostFiles: ReadonlyMap<string, string>
  /** The script that takes the place of the theme's other ones. */
  code: string
  /** Makes a classic script of a module. */
  classicScript(module: string): Promise<string>
}

/** Files for hosts that name the base, and what serves documents that load others: the worker, its packs, scripts. */
const DROPPED =
  /^(?:_redirects|_headers|vercel\.json|nginx-[a-z]+\.conf|\.htaccess|\.docsgen\.json|service-worker\.js|(?:offline|assets\/js)\/.*)$/s

/**
 * The files of a site as it opens from any path and as files, made from those for a host, sorted: what is to be changed as
 * text, everything else to be copied.
 */
export async function* portableFiles(input: PortableInput): AsyncGenerator<OutputFile> {
  const { folder, files, script, code, scheme, classicScript } = input
  const isPublic = new Set(input.publicFiles)
  const read = (name: string) => readFile(path.join(folder, name), 'utf8')
  for (const name of [...files, script].toSorted()) {
    const own = DROPPED.test(name) ? input.hostFiles.get(name) : undefined
    const isAsset = (kind: RegExp) => kind.test(name) && !isPublic.has(name)
    if (name === script) yield { path: name, content: code, immutable: true }
    else if (own !== undefined) yield { path: name, content: own }
    else if (name !== scheme && isAsset(DROPPED)) continue
    else if (isAsset(/\.html$/))
      yield { path: name, content: portableDocument(await read(name), name, input) }
    else if (isAsset(/^assets\/(?:locales|search)\/[^/]*\.json$/))
      yield { path: `${name}.js`, content: dataScript(await read(name)) }
    else if (isAsset(/^assets\/search\/[^/]*\.js$/))
      yield { path: name, content: await classicScript(await read(name)) }
    else yield { path: name, content: { copy: path.join(folder, name) } }
  }
}

/** JSON as a script that gives it. Parsed from a text it means the same, and is there sooner. */
function dataScript(json: string): string {
  return `docsgenData=JSON.parse('${json.replace(/[\\']/g, '\\$&')}')\n`
}
