import path from 'node:path'
import { readFile } from 'node:fs/promises'
import { bundlePortable, classicScript } from '../bundle/scripts.ts'
import { hashContent } from '../lib/hash.ts'
import type { Archive } from './archive.ts'
import type { Staging } from './files/staging.ts'
import type { OutputFile } from '../schema/output.ts'
import type { Session } from '../cache/workers/session.ts'
import type { LoadedSite } from '../load.ts'
import type { LoadedVersion } from '../versions.ts'
import { HOST_FILES } from '../shared/public-files.ts'
import { documentPath, encodePath, tryDecode } from '../shared/addresses.ts'
import { replaceTags, replaceValues } from '../lib/html.ts'
import { escapeHtml } from '../shared/escape.ts'

/** The current version and old ones, all of them written. */
interface WrittenSite {
  session: Session
  loaded: LoadedSite
  versions: readonly LoadedVersion[]
}

/** What addresses in documents are resolved by. */
interface CopiedSite {
  /** Base that the documents were written for: that of the current version. */
  base: string
  /** Tells whether the output has a file, by its decoded path. */
  has(file: string): boolean
}

interface CopiedVersion {
  /** Its folder in the output: empty for the current version, else `1.x/`. */
  below: string
  /** Path in the output of the one script. */
  script: string
}

/** Puts the staged site into an archive that opens from any path, whatever its base. */
export async function emitArchive(
  site: WrittenSite,
  { staging, archive }: { staging: Staging; archive: Archive },
): Promise<void> {
  await archive.write(site.loaded.site.config.relative ? stagedFiles(staging) : copiedFiles(site, staging))
}

/** The staged files as they are: the site opens from any path already. */
async function* stagedFiles({ folder, written }: Staging): AsyncGenerator<OutputFile> {
  for (const name of [...written.keys()].toSorted())
    yield { path: name, content: { copy: path.join(folder, name) } }
}

/** Makes the staged site one that opens from any path. */
export async function makePortable(site: WrittenSite, staging: Staging): Promise<void> {
  const gone = new Set(staging.written.keys())
  const before = { folder: staging.folder, written: new Map(staging.written) }
  for await (const file of copiedFiles(site, before)) {
    gone.delete(file.path)
    if (typeof file.content === 'object' && 'copy' in file.content) continue
    staging.remove(file.path)
    await staging.write(file)
  }
  for (const name of gone) staging.remove(name)
}

/** Files for hosts name the base, but for one that says nothing. */
const FOR_HOSTS: ReadonlySet<string> = new Set(HOST_FILES.filter(name => name !== '.nojekyll'))

/** What serves documents that load others: the worker, its packs, scripts. */
const FOR_LOADING = /^(?:\.docsgen\.json|service-worker\.js|(?:offline|assets\/js)\/.*)$/s

/**
 * Turns the staged files, which are for a host, into those of a site that opens from any path and as files, sorted: what
 * changes as text, everything else to be copied.
 */
async function* copiedFiles(
  { session, loaded, versions }: WrittenSite,
  { folder, written }: Pick<Staging, 'folder' | 'written'>,
): AsyncGenerator<OutputFile> {
  const scripts = new Map<string, string>()
  const ofTheme = new Map<string, string>()
  const describe = async (below: string, { theme, publicFiles }: LoadedSite, cacheDir: string) => {
    // Most versions have the theme of the current one.
    const key = JSON.stringify(theme.added)
    const code = ofTheme.get(key) ?? (await bundlePortable(session.root, cacheDir, theme))
    ofTheme.set(key, code)
    const script = `assets/js/portable.${hashContent(code)}.js`
    scripts.set(script, code)
    return { below, script, scheme: theme.entries.scheme.slice(1), isPublic: new Set(publicFiles) }
  }
  const current = await describe('', loaded, session.cacheDir)
  const all: (typeof current)[] = []
  for (const each of versions)
    all.push(await describe(each.version.path.slice(1), each.loaded, each.session.cacheDir))
  all.push(current)
  const site: CopiedSite = { base: loaded.site.config.base, has: file => written.has(file) }
  for (const name of [...written.keys(), ...scripts.keys()].toSorted()) {
    const script = scripts.get(name)
    const version = all.find(({ below }) => name.startsWith(below)) ?? current
    const file =
      script === undefined
        ? await copiedFile(name, version)
        : { path: name, content: script, immutable: true }
    if (file) yield file
  }

  /** A file as it is in the copy; undefined for what the copy does without. */
  async function copiedFile(name: string, version: typeof current): Promise<OutputFile | undefined> {
    const { below, scheme, isPublic } = version
    const read = () => readFile(path.join(folder, name), 'utf8')
    const inside = name.slice(below.length)
    const own = below === '' ? loaded.hostFiles.get(name) : undefined
    if (own !== undefined) return { path: name, content: own }
    const isAsset = (kind: RegExp) => kind.test(inside) && !isPublic.has(inside)
    if (FOR_HOSTS.has(inside) && !isPublic.has(inside)) return undefined
    if (inside !== scheme && isAsset(FOR_LOADING)) return undefined
    if (isAsset(/\.html$/)) return { path: name, content: copiedDocument(await read(), name, site, version) }
    if (isAsset(/^assets\/(?:locales|search)\/[^/]*\.json$/))
      return { path: `${name}.js`, content: dataScript(await read()) }
    if (isAsset(/^assets\/search\/[^/]*\.js$/))
      return { path: name, content: await classicScript(await read()) }
    return { path: name, content: { copy: path.join(folder, name) } }
  }
}

/** JSON as a script that gives it. Parsed from a text it means the same, and is there sooner. */
function dataScript(json: string): string {
  return `docsgenData=JSON.parse('${json.replace(/[\\']/g, '\\$&')}')\n`
}

/** Attributes that hold an address. */
const ADDRESSES = new Set(['href', 'src', 'poster', 'data', 'action', 'xlink:href'])
/** Browsers load these in ways that a document opened as a file has not. */
const UNREACHABLE = /\srel="(?:preload|modulepreload|prefetch|manifest|search)"/

/**
 * A document as it opens from any path: addresses of the site are relative and name files, and one classic script stands for
 * the modules of the theme.
 * @param file its path in the output
 */
export function copiedDocument(html: string, file: string, site: CopiedSite, version: CopiedVersion): string {
  const root = folderFrom(file)
  const move = (address: string) => relativeAddress(address, root, site)
  return replaceTags(html, tag => {
    if (tag.startsWith('<script')) return scriptTag(tag, file, site, version)
    if (tag.startsWith('<link') && UNREACHABLE.test(tag)) return ''
    return replaceValues(tag, (name, value) => {
      if (ADDRESSES.has(name)) return move(value)
      if (name === 'srcset') return value.replace(/(?<![^\s,])\/[^\s,]*/g, move)
      if (name === 'content') return value.replace(/^(\d+; url=)(.*)$/s, (_all, wait, to) => wait + move(to))
      return undefined
    })
  })
}

/** The way to the folder of a site from one of its files. */
function folderFrom(file: string): string {
  return '../'.repeat(file.split('/').length - 1) || './'
}

/** The theme's modules are in the one script; what counts page views does not run in a copy. */
function scriptTag(tag: string, file: string, site: CopiedSite, { below, script }: CopiedVersion): string {
  const root = folderFrom(file)
  if (tag.includes(' data-docsgen>'))
    return tag.replace(' data-docsgen>', ` data-docsgen data-root="${folderFrom(file.slice(below.length))}">`)
  if (tag.includes(' data-docsgen-analytics=')) return ''
  const own = `${site.base}${below}assets/js/`
  const [, src = ''] = / src="([^"]*)"/.exec(tag.slice(0, tag.indexOf('>'))) ?? []
  if (tag.includes(' type="module"') && src.startsWith(own))
    return src.startsWith(`${own}boot.`) ? `<script defer src="${root}${script}"></script>` : ''
  const end = tag.indexOf('>')
  const opening = replaceValues(tag.slice(0, end), (name, value) =>
    name === 'src' ? relativeAddress(value, root, site) : undefined,
  )
  return opening + tag.slice(end)
}

/** An address of the site from the root of its host, seen from a document; any other stays. */
function relativeAddress(address: string, root: string, { base, has }: CopiedSite): string {
  if (!address.startsWith(base) || address.startsWith('//')) return address
  const plain = address.replace(/&(?:amp|#39|#x27);/g, entity => (entity === '&amp;' ? '&' : "'"))
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(plain.slice(base.length)) ?? []
  const file = tryDecode(path)
  const document = documentPath(`/${path}`)
  const isPage = file !== undefined && !has(file) && has(document)
  return escapeHtml(root + (isPage ? encodePath(document) : path) + rest)
}
