import path from 'node:path'
import * as fs from 'node:fs'
import { readFile } from 'node:fs/promises'
import { bundlePortable, classicScript } from '../bundle/scripts.ts'
import { hashContent } from '../lib/hash.ts'
import type { Staging } from './files/staging.ts'
import type { OutputFile } from '../schema/site.ts'
import type { Session } from '../cache/threads/session.ts'
import type { LoadedSite } from '../load.ts'
import type { LoadedVersion } from '../versions.ts'
import { HOST_FILES } from '../site/assets.ts'
import { documentPath, encodePath, tryDecode } from '../shared/addresses.ts'
import { replaceTags, replaceValues } from '../lib/html.ts'
import { escapeHtml } from '../shared/escape.ts'
import { unescapeValue } from './files/page.ts'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { makeFolder, removeLeftovers, temporaryPath } from '../lib/files.ts'
import type { Finding } from '../schema/finding.ts'

interface WrittenSite {
  session: Session
  loaded: LoadedSite
  versions: readonly LoadedVersion[]
}

/** `below`: path of the version, without the first slash. */
interface CopiedSite {
  base: string
  below: string
  script: string
  has(file: string): boolean
}

/** The archive opens from any path. */
export async function emitArchive(site: WrittenSite, staging: Staging, archive: Archive) {
  if (!site.loaded.site.config.relative) return archive.write(copiedFiles(site, staging))
  const names = [...staging.written.keys()].toSorted()
  const copies = names.map(name => ({ path: name, content: { copy: path.join(staging.folder, name) } }))
  return archive.write(copies)
}

export async function makePortable(site: WrittenSite, staging: Staging) {
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

/** Files for hosts name the base, but one is empty. */
const NOT_IN_COPY: ReadonlySet<string> = new Set(HOST_FILES.filter(name => name !== '.nojekyll'))

/** Useless for documents opened as files: the worker, its packs, scripts. */
const FOR_LOADING = /^(?:\.docsgen\.json|service-worker\.js|offline\/.*|assets\/js\/(?!redirect\.).*)$/s

/** Files of a site that opens from any path and as files; sorted. */
async function* copiedFiles(
  { session, loaded, versions }: WrittenSite,
  { folder, written }: Pick<Staging, 'folder' | 'written'>,
): AsyncGenerator<OutputFile> {
  const scripts = new Map<string, string>()
  const codes = new Map<string, string>()
  const described = []
  for (const each of [{ session, loaded, version: { path: '/' } }, ...versions]) {
    const { theme, publicFiles } = each.loaded
    // Most versions have the theme of the current one.
    const key = JSON.stringify(theme.added)
    const code = codes.get(key) ?? (await bundlePortable(session.root, theme))
    codes.set(key, code)
    const script = `assets/js/portable.${hashContent(code)}.js`
    scripts.set(script, code)
    const scheme = theme.entries.scheme.slice(1)
    described.push({ below: each.version.path.slice(1), script, scheme, isPublic: new Set(publicFiles) })
  }
  const [current, ...old] = described
  const { base } = loaded.site.config
  const has = (file: string) => written.has(file)

  for (const name of [...written.keys(), ...scripts.keys()].toSorted()) {
    const version = old.find(({ below }) => name.startsWith(below)) ?? current!
    const inside = name.slice(version.below.length)
    const source = path.join(folder, name)
    const read = () => readFile(source, 'utf8')
    const text = scripts.get(name) ?? (version === current ? loaded.hostFiles.get(name) : undefined)
    if (text !== undefined) yield { path: name, content: text }
    else if (version.isPublic.has(inside)) yield { path: name, content: { copy: source } }
    else if (NOT_IN_COPY.has(inside) || (FOR_LOADING.test(inside) && inside !== version.scheme)) continue
    else if (inside.endsWith('.html'))
      yield { path: name, content: copiedDocument(await read(), name, { base, has, ...version }) }
    else if (/^assets\/(?:locales|search)\/[^/]*\.json$/.test(inside))
      yield { path: `${name}.js`, content: dataScript(await read()) }
    else if (/^assets\/search\/[^/]*\.js$/.test(inside))
      yield { path: name, content: await classicScript(await read()) }
    else yield { path: name, content: { copy: source } }
  }
}

/** Browsers parse JSON faster than code. */
function dataScript(json: string) {
  return `docsgenData=JSON.parse('${json.replace(/[\\']/g, '\\$&')}')\n`
}

const ADDRESSES = new Set(['href', 'src', 'poster', 'data', 'action', 'data-to', 'xlink:href'])
/** Links that are useless in a document opened as `file://`. */
const UNREACHABLE = /\srel="(?:preload|modulepreload|prefetch|manifest|search)"/

/** Addresses name files, relatively; one classic script replaces the modules. */
export function copiedDocument(html: string, file: string, site: CopiedSite) {
  const { base, below, script, has } = site
  const folderFrom = (name: string) => '../'.repeat(name.split('/').length - 1) || './'
  const root = folderFrom(file)
  const ownScripts = `${base}${below}assets/js/`
  /** Other addresses than those of the site stay. */
  const move = (address: string) => {
    if (!address.startsWith(base) || address.startsWith('//')) return address
    const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(unescapeValue(address).slice(base.length)) ?? []
    const name = tryDecode(path)
    const document = documentPath(`/${path}`)
    const isPage = name !== undefined && !has(name) && has(document)
    return escapeHtml(root + (isPage ? encodePath(document) : path) + rest)
  }
  return replaceTags(html, tag => {
    if (tag.startsWith('<link') && UNREACHABLE.test(tag)) return ''
    const isScript = tag.startsWith('<script')
    const end = isScript ? tag.indexOf('>') : tag.length
    const opening = tag.slice(0, end)
    if (isScript) {
      const dataRoot = folderFrom(file.slice(below.length))
      if (opening.endsWith(' data-docsgen')) return `${opening} data-root="${dataRoot}"${tag.slice(end)}`
      // Page views of copies aren't counted.
      if (opening.includes(' data-docsgen-analytics=')) return ''
      const [, src = ''] = / src="([^"]*)"/.exec(opening) ?? []
      if (opening.includes(' type="module"') && src.startsWith(ownScripts))
        return src.startsWith(`${ownScripts}boot.`) ? `<script defer src="${root}${script}"></script>` : ''
    }
    const moved = replaceValues(opening, (name, value) => {
      if (ADDRESSES.has(name)) return move(value)
      if (name === 'srcset') return value.replace(/(?<![^\s,])\/[^\s,]*/g, move)
      if (name === 'content') return value.replace(/^(\d+; url=)(.*)$/s, (_all, wait, to) => wait + move(to))
      return undefined
    })
    return moved + tag.slice(end)
  })
}

export type Archive = Exclude<ReturnType<typeof openArchive>, { finding: Finding }>

/** The earliest time in a ZIP archive. */
const TIME = new Date(1980, 0, 1)
/** More files need ZIP64, which not every program reads. */
const MAX_FILES = 65_535
const PACKED = /\.(?:png|jpe?g|gif|webp|avif|woff2?|mp4|webm|zip|gz|br|zst)$/i

/** Opens the archive at `zip`, or beside the output (true). `keep` renames the temporary file once the site is published. */
export function openArchive({ root }: { root: string }, zip: string | true, outDir: string) {
  const file = zip === true ? `${outDir}.zip` : path.resolve(root, zip)
  const isFolder = fs.statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false
  if (isFolder || `${file}${path.sep}`.startsWith(outDir + path.sep)) {
    const reason = isFolder ? 'it is a folder' : 'every build replaces the whole output folder'
    const message = `The ZIP can't be written to \`${path.relative(process.cwd(), file)}\`: ${reason}.`
    const hint = 'Choose a different file, for example `--zip docs.zip`.'
    const finding: Finding = { rule: 'output/write', severity: 'error', message, hint }
    return { finding }
  }
  const temporary = temporaryPath(file)
  const remove = () => fs.rmSync(temporary, { force: true })
  process.once('exit', remove)
  return {
    file,
    /** The same files make the same bytes. */
    async write(files: Files) {
      makeFolder(path.dirname(file))
      removeLeftovers(path.dirname(file))
      const target = fs.openSync(temporary, 'w')
      try {
        await writeEntries(files, chunk => fs.writeSync(target, chunk))
        fs.fsyncSync(target)
      } finally {
        fs.closeSync(target)
      }
    },
    keep: () => fs.renameSync(temporary, file),
    drop() {
      process.off('exit', remove)
      remove()
    },
  }
}

type Files = AsyncIterable<OutputFile> | Iterable<OutputFile>

async function writeEntries(files: Files, write: (chunk: Uint8Array) => void) {
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    write(chunk)
  })
  let count = 0
  for await (const { path: name, content } of files) {
    count += 1
    if (count > MAX_FILES)
      throw new Error(`The site has more files than a ZIP archive can contain (${MAX_FILES}).`)
    const entry = PACKED.test(name) ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
    entry.mtime = TIME
    zip.add(entry)
    const isCopy = typeof content === 'object' && 'copy' in content
    entry.push(isCopy ? fs.readFileSync(content.copy) : Buffer.from(content), true)
  }
  zip.end()
}
