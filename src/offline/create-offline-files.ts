import { hashData } from '../lib/hash.ts'
import type { StoredValue } from '../cache/segment.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import type { CoreEntry, OfflineLocale, OfflineManifest } from '../schema/offline.ts'
import type { OutputFile } from '../schema/output.ts'
import type { LocaleView } from '../schema/view.ts'
import { fileAddress } from '../shared/addresses.ts'
import type { Core } from './core-manifest.ts'
import type { MakePacks } from './create-packs.ts'
import { type FileGroups, groupFiles, type LocaleFiles, type Written } from './group-files.ts'
import { integrityOf } from './integrity.ts'
import { type AllPacks, type LocalePacks, makeAllPacks } from './make-packs.ts'
import { createOfflinePages } from './offline-page.ts'

export interface OfflineInput {
  config: SiteConfig
  locales: readonly LocaleView[]
  /** Absolute folder that holds every other file of the site. */
  stagingFolder: string
  /** What the build wrote into it; files kept from earlier builds are not among them. */
  written: Written
  /** Output path of a document → the page as it stands in a pack. */
  entries: ReadonlyMap<string, StoredValue>
  core: Core
  /** Code of the worker that serves offline, or of the one that removes what an earlier build left. */
  workerCode(entry: 'main' | 'uninstall'): Promise<string>
  makePacks: MakePacks
}

/** Name of the worker, at the base of the site and without hash. */
export const WORKER_FILE = 'service-worker.js'

/**
 * Makes what offline reading needs besides the packs of each language, which `makePacks` writes: the
 * worker and the documents shown offline. A site without offline reading gets a worker that removes an earlier one.
 */
export async function createOfflineFiles(
  input: OfflineInput,
): Promise<{ files: OutputFile[]; findings: Finding[] }> {
  const { config, stagingFolder: folder, written, workerCode } = input
  if (config.offline === false || config.offline === 'uninstall') {
    const content = await workerCode('uninstall')
    return { files: [{ path: WORKER_FILE, content }], findings: [] }
  }
  const { locales, entries, core } = input
  const groups = await groupFiles({
    locales,
    folder,
    written,
    entries,
    core: core.files,
    maxFileSize: config.offline.maxFileSize,
  })
  const { base } = config
  const pages = createOfflinePages(locales, config, written)
  const [packs, code] = await Promise.all([makeAllPacks(groups, input), workerCode('main')])
  const manifest = createManifest({ base, groups, packs, pages, core: core.entries })
  const worker: OutputFile = { path: WORKER_FILE, content: workerScript(manifest, code) }
  return { files: [pages, worker], findings: [...groups.findings, ...core.findings] }
}

interface ManifestParts {
  base: string
  groups: FileGroups
  packs: AllPacks
  /** File with the offline documents. */
  pages: { path: string; content: string }
  core: readonly CoreEntry[]
}

function createManifest({ base, groups, packs, pages, core }: ManifestParts): OfflineManifest {
  const documents: CoreEntry = {
    url: fileAddress(base, pages.path),
    integrity: integrityOf(pages.content),
    immutable: true,
  }
  const parts: Omit<OfflineManifest, 'version'> = {
    base,
    core: [...core, documents],
    documents: documents.url,
    locales: groups.locales.map((files, index) => {
      return { ...describeLocale(files, base), ...(packs.locales[index] ?? { packs: [] }) }
    }),
    shared: packs.shared,
    files: groups.shared.filter(name => !name.startsWith('assets/')).map(name => fileAddress(base, name)),
  }
  return { version: hashData(parts), ...parts }
}

function describeLocale(
  { locale, pages, needs }: LocaleFiles,
  base: string,
): Omit<OfflineLocale, keyof LocalePacks> {
  return {
    code: locale.code,
    path: locale.path,
    lang: locale.lang,
    label: locale.label,
    index: fileAddress(base, `assets/locales/${locale.code}.json`),
    texts: { available: locale.strings.offlineText, list: locale.strings.offlinePages },
    pages: pages.length,
    ...(needs.length > 0 ? { needs } : {}),
  }
}

/** The manifest stands in front of the code, so that the code is bundled once and not for every build. */
function workerScript(manifest: OfflineManifest, code: string): string {
  return `const DOCSGEN_MANIFEST=${JSON.stringify(manifest)};\n${code}`
}
