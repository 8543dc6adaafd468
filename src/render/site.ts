import path from 'node:path'
import * as zlib from 'node:zlib'
import { createCore, createOfflineFiles } from '../offline/plan.ts'
import { fileHeaders } from '../site/headers.ts'
import { cacheFindings, type Session } from '../cache/threads/session.ts'
import { allDone, inParallel } from '../lib/process.ts'
import { describeSite, type LoadedSite } from '../load.ts'
import { type Finding, hasError } from '../schema/finding.ts'
import { type Staging, stagingBelow, writeMissing } from './files/staging.ts'
import { readBuildManifest } from './publish.ts'
import type { OutputFile, Site } from '../schema/site.ts'
import { assetAddress, safeDecode, withBase } from '../shared/addresses.ts'
import { type LoadedVersion, nameErrors } from '../versions.ts'
import { emitLocales } from './locale-files.ts'
import { emitForMachines } from './machine-files.ts'
import { emitOwnDocuments, emitPages, emitSearchIndexes } from './pages.ts'
import { emitRedirects, redirectDocuments } from './host-files.ts'
import type { BuildResult } from '../schema/api.ts'
import { usedFiles } from '../bundle/browser.ts'
import { callHooks } from '../cache/threads/plugin-hooks.ts'
import { generatedDocuments, HOST_FILES, LICENSES, OWN_HOST_FILES } from '../site/assets.ts'
import { languageLicenses, languageRow } from '../search/build/languages.ts'
import { keyOf } from '../cache/keys.ts'
import { packagedScript } from '../bundle/scripts.ts'
import type { CreatedPack, PackPlan } from '../offline/packs.ts'
import { COMPRESSED_FROM, COMPRESSIONS, contentType, isCompressible } from '../shared/http.ts'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

interface EmitSteps {
  /** Runs while the threads render. `made`: output paths of the files of plugins. */
  check?(made: Promise<ReadonlySet<string>>): Promise<Finding[]>[]
  emitHosts(): Promise<void>
  lap?(stage: string): void
}

/** Writes the current site or an old version. Stops at errors. `made`: file → plugin that made it. */
export async function emitSite(
  session: Session,
  loaded: LoadedSite,
  staging: Staging,
  { check = () => [], emitHosts, lap = () => undefined }: EmitSteps,
): Promise<{ findings: Finding[]; offline?: Finding[]; made: ReadonlyMap<string, string> }> {
  const changed = await emitStaticFiles(loaded, staging)
  const { config } = loaded.site
  const { folder } = staging
  const written = new Map(staging.written)
  const making = makePluginFiles(session, loaded)
  const names = making.then(({ files }) => new Set(files.map(file => file.path)))
  const [pages, search, core, found, added, own] = await allDone([
    emitPages(session, loaded, staging),
    emitSearchIndexes(session, loaded, staging.write),
    createCore(config, { folder, written }, session),
    allDone(check(names)),
    making,
    emitOwnDocuments(session, loaded, staging),
    emitForMachines(loaded, staging),
  ])
  lap('render and search')
  const findings = [...changed, ...found.flat(), ...pages.findings, ...own, ...added.findings]
  if (hasError(findings)) return { findings, made: new Map() }
  await emitLocales(loaded, staging, { chunks: pages.chunks, search })
  await emitHosts()
  const made = new Map<string, string>()
  for (const { plugin, ...file } of added.files)
    if (staging.written.has(file.path)) findings.push(duplicateFile(plugin, file.path))
    else {
      await staging.write(file)
      made.set(file.path, plugin)
    }
  lap('locales and host files')
  const offline = await createOfflineFiles({
    config,
    locales: Object.values(loaded.site.locales),
    folder,
    written: staging.written,
    entries: pages.entries,
    headers: fileHeaders(loaded.site),
    core,
    workerCode: entry => packagedScript(`worker-${entry}`),
    makePacks: plans => makePacks(plans, session, staging, config.base),
  })
  for (const file of offline.files) await staging.write(file)
  return { findings, offline: offline.findings, made }
}

/** Writes an old version below its path, without what hosts read, which is one for all versions. */
export async function emitVersion(old: LoadedVersion, whole: Staging, current: Site): Promise<Finding[]> {
  const { session, loaded, version } = old
  const below = version.path.slice(1)
  const staging = stagingBelow(whole, below)
  const { findings, offline = [] } = await emitSite(session, loaded, staging, {
    emitHosts: () => emitRedirects(loaded.site, staging),
  })
  for (const [name, file] of staging.written) whole.note(below + name, file)
  await writeMissing(whole, await splatDocuments(current, old))
  return nameErrors([...findings, ...offline], old)
}

/** For redirects with `*` to pages of the version: not every server supports rules. */
function splatDocuments({ config, redirects }: Site, { version, loaded }: LoadedVersion) {
  const { pages, fallbacks } = loaded.site
  const addresses = [...pages, ...fallbacks].map(({ record }) => version.path.slice(0, -1) + record.path)
  const reached = redirects.flatMap(({ from, to }) => {
    const [start = '', end] = safeDecode(to).split(':splat')
    if (!from.endsWith('*') || end !== '') return []
    const found = addresses.filter(address => safeDecode(address).startsWith(start))
    return found.map(address => {
      const rest = safeDecode(address).slice(start.length)
      return { from: from.slice(0, -1) + rest, to: withBase(config.base, address) }
    })
  })
  return redirectDocuments(reached, config)
}

/** Renders a shard's share into the shared cache. `sites`: the site and its old versions. */
export async function makeShard(
  session: Session,
  sites: readonly { session: Session; loaded: LoadedSite }[],
  found: readonly Finding[],
): Promise<BuildResult> {
  const findings = [...found]
  for (const { session: own, loaded } of sites) {
    findings.push(...(await emitPages(own, loaded, undefined)).findings)
    await emitSearchIndexes(own, loaded, () => undefined)
  }
  await session.remote?.finish()
  session.endThreads()
  const exitCode = hasError(findings) ? 1 : 0
  const shard = session.remote && { shard: session.remote.summary }
  return { exitCode, findings: [...findings, ...cacheFindings(session)], ...shard }
}

/** Writes files of the theme, public files, and images of pages. */
async function emitStaticFiles(loaded: LoadedSite, staging: Staging) {
  const { site, theme, publicFiles } = loaded
  const parts = new Set(site.pages.flatMap(page => page.parts ?? []))
  for (const file of usedFiles(theme, parts)) await staging.write(withLicenses(file, loaded))
  for (const name of publicFiles.filter(file => !OWN_HOST_FILES.includes(file)))
    await staging.write({ path: name, content: { copy: path.join(site.root, site.config.publicDir, name) } })
  const changed: Finding[] = []
  for (const [source, target] of Object.entries(site.assets)) {
    const content = { copy: path.join(site.root, source) }
    const { hash } = await staging.write({ path: safeDecode(target).slice(1), content })
    // Pages already use the name, and browsers cache the file by it.
    if (assetAddress(source, hash) === target) continue
    const message = `\`${source}\` changed during the build.`
    changed.push({ rule: 'files/unreadable', severity: 'error', message, hint: 'Build again.' })
  }
  return changed
}

/** Adds the licences of plugins' style sheets and of search languages. */
export function withLicenses(file: OutputFile, { site, theme }: Pick<LoadedSite, 'site' | 'theme'>) {
  if (file.path !== LICENSES || typeof file.content !== 'string') return file
  const styles = (theme.added ?? []).flatMap(added => added.styles.map(style => `${style}.LEGAL.txt`))
  const isSearched = Object.values(site.locales).some(
    ({ search, lang }) => search.provider !== 'none' && languageRow(lang).stemmer !== undefined,
  )
  const found = [...styles.filter(name => existsSync(name)), ...(isSearched ? [languageLicenses] : [])]
  return { ...file, content: [file.content, ...found.map(name => readFileSync(name, 'utf8'))].join('\n') }
}

export async function makePluginFiles(session: Session, loaded: LoadedSite) {
  const asked = loaded.plugins.filter(({ definition }) => definition.files).map(plugin => ({ plugin }))
  if (asked.length === 0) return { files: [], findings: [] }
  const answers = await callHooks(session, 'files', asked, describeSite(loaded))
  return {
    files: answers.flatMap(({ plugin, value = [] }) => value.map(file => ({ ...file, plugin }))),
    findings: answers.flatMap(({ findings }) => findings),
  }
}

export function duplicateFile(plugin: string, file: string): Finding {
  const message = `The plugin \`${plugin}\` creates \`/${file}\`, which the site already contains.`
  const hint = 'Change the path in the plugin.'
  return { rule: 'plugins/duplicate-file', severity: 'error', message, hint }
}

/** Reports public files and files of plugins (`made`: file → plugin) that were overwritten. */
export function replacedFiles(
  { site, publicFiles }: LoadedSite,
  { made, staging: { replaced } }: { made: ReadonlyMap<string, string>; staging: Staging },
): Finding[] {
  const { config } = site
  const ofPlugins = [...made].filter(([file]) => replaced.has(file))
  const ofSite = publicFiles.filter(name => replaced.has(name))
  return [
    ...ofPlugins.map(([file, plugin]) => duplicateFile(plugin, file)),
    ...ofSite.map((name): Finding => {
      const what = generatedDocuments(config).get(name) ?? 'a file that docsgen generates'
      const message = `The URL \`/${name}\` is reserved for ${what}.`
      const place = { file: path.posix.join(config.publicDir, name), line: 1, column: 1 }
      const hint = 'Rename or remove the public file.'
      return { rule: 'routes/reserved', severity: 'error', place, message, hint }
    }),
  ]
}

type PackTrace = Pick<CreatedPack, 'pack' | 'file'> & { hash: string }

/** Unchanged packs are taken from the previous output. */
async function makePacks(plans: readonly PackPlan[], session: Session, staging: Staging, base: string) {
  const { rendered } = session
  const { folder, outDir } = staging
  const reused = plans.map(({ key }) => {
    const stored = rendered.get(keyOf.offlinePack(key))
    const known = stored && (JSON.parse(stored.toString()) as PackTrace)
    return known && staging.reuse(known.file, known.hash) ? known : undefined
  })
  const missing = plans.filter((_plan, index) => !reused[index])
  const fresh = (await session.map('pack', { base, folders: { folder, outDir } }, missing)).values()
  return plans.map(({ key }, index) => {
    const present = reused[index]
    if (present) return present
    const { pack, file, written } = fresh.next().value!
    staging.note(file, written)
    const trace: PackTrace = { pack, file, hash: written.hash }
    rendered.set(keyOf.offlinePack(key), Buffer.from(JSON.stringify(trace)))
    return trace
  })
}

/** From Node.js 22.15. */
const { zstdCompress } = zlib as {
  zstdCompress?: (content: Buffer, options: object, done: (error: Error | null, made: Buffer) => void) => void
}

const { BROTLI_PARAM_SIZE_HINT, ZSTD_c_compressionLevel: ZSTD_LEVEL = 0 } =
  zlib.constants as typeof zlib.constants & { ZSTD_c_compressionLevel?: number }
/** The smallest result: copies are made once and sent often. For brotli it's the default. */
const METHODS = {
  br: (content: Buffer) =>
    promisify(zlib.brotliCompress)(content, { params: { [BROTLI_PARAM_SIZE_HINT]: content.length } }),
  gzip: (content: Buffer) => promisify(zlib.gzip)(content, { level: 9 }),
  zstd:
    zstdCompress && ((content: Buffer) => promisify(zstdCompress)(content, { params: { [ZSTD_LEVEL]: 19 } })),
}

/** Node.js compresses in four threads. */
const AT_A_TIME = 4

/** Files must not change after this. */
export async function compressFiles(staging: Staging) {
  const { written } = staging
  const previous = readBuildManifest(staging.outDir)?.files ?? {}
  // A copy of the list: compressed files are noted meanwhile.
  const files = [...written].filter(([name, { size }]) => size >= COMPRESSED_FROM && isSent(name))
  const missing = files.flatMap(([name, { size, hash }]) =>
    COMPRESSIONS.flatMap(({ name: encoding, ending }) => {
      const [copy, compress] = [name + ending, METHODS[encoding]]
      const known = previous[name] === hash ? previous[copy] : undefined
      const isThere = written.has(copy) || (known && staging.reuse(copy, known))
      return compress && !isThere ? [{ name, size, copy, compress }] : []
    }),
  )
  // No thread is left with a large one at the end.
  missing.sort((a, b) => b.size - a.size || (a.copy < b.copy ? -1 : 1))
  await inParallel(missing, AT_A_TIME, async ({ name, copy, size, compress }) => {
    const content = await compress(await readFile(path.join(staging.folder, name)))
    if (content.length < size) await staging.write({ path: copy, content })
  })
}

const NOT_SENT: ReadonlySet<string> = new Set(HOST_FILES)

/** True for what readers load, if it isn't compressed already. */
function isSent(name: string) {
  return !NOT_SENT.has(name) && !/(?:^|\/)[._][^/]*$/.test(name) && isCompressible(contentType(name))
}
