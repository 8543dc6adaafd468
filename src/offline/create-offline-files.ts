import { hashData, hashContent } from '../lib/hash.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import type { CoreEntry, OfflineManifest } from '../shared/offline.ts'
import type { OutputFile } from '../schema/site.ts'
import type { LocaleView } from '../schema/view.ts'
import { fileAddress } from '../shared/addresses.ts'
import { type Core, integrityOf } from './precache.ts'
import { makeAllPacks, type PackSource } from './packs.ts'
import { type GroupInput, groupFiles, type Written } from './groups.ts'
import { escapeHtml } from '../shared/escape.ts'
import { NO_ICON } from '../site/head.ts'

export interface OfflineInput extends Pick<GroupInput, 'locales' | 'folder' | 'written' | 'entries'> {
  config: SiteConfig
  core: Core
  workerCode(entry: 'main' | 'uninstall'): Promise<string>
  makePacks: PackSource['makePacks']
}

/** Name of the worker, at the base of the site and without hash. */
export const WORKER_FILE = 'service-worker.js'

/** Makes the worker and the documents shown offline. A site without offline reading gets a worker that removes an earlier one. */
export async function createOfflineFiles(
  input: OfflineInput,
): Promise<{ files: OutputFile[]; findings: Finding[] }> {
  const { config, core, locales, written, workerCode, makePacks } = input
  const { base, offline } = config
  if (offline === false || offline === 'uninstall') {
    const content = await workerCode('uninstall')
    return { files: [{ path: WORKER_FILE, content }], findings: [] }
  }
  const groups = await groupFiles({ ...input, core: core.files, maxFileSize: offline.maxFileSize })
  const pages = createOfflinePages(locales, config, written)
  const [packs, code] = await Promise.all([
    makeAllPacks(groups, { base, written, makePacks }),
    workerCode('main'),
  ])
  const documents: CoreEntry = {
    url: fileAddress(base, pages.path),
    integrity: integrityOf(pages.content),
    immutable: true,
  }
  const parts: Omit<OfflineManifest, 'version'> = {
    base,
    core: [...core.entries, documents],
    documents: documents.url,
    locales: groups.locales.map(({ locale, pages: count, needs }, index) => ({
      code: locale.code,
      path: locale.path,
      lang: locale.lang,
      label: locale.label,
      index: fileAddress(base, `assets/locales/${locale.code}.json`),
      texts: { available: locale.strings.offlineText, list: locale.strings.offlinePages },
      pages: count,
      ...(needs.length > 0 ? { needs } : {}),
      packs: packs.locales[index] ?? [],
    })),
    shared: packs.shared,
    files: groups.shared.filter(name => !name.startsWith('assets/')).map(name => fileAddress(base, name)),
  }
  const manifest: OfflineManifest = { version: hashData(parts), ...parts }
  // In front of the code, so that the code is bundled once and not for every build.
  const content = `const DOCSGEN_MANIFEST=${JSON.stringify(manifest)};\n${code}`
  return {
    files: [pages, { path: WORKER_FILE, content }],
    findings: [...groups.findings, ...core.findings],
  }
}

function createOfflinePages(
  locales: readonly LocaleView[],
  config: SiteConfig,
  written: Written,
): { path: string; content: string; immutable: true } {
  const head = headTags(config, written).join('\n')
  const documents = locales.map(locale => [locale.code, offlineDocument(locale, head)])
  const content = JSON.stringify(Object.fromEntries(documents))
  return { path: `offline/documents.${hashContent(content)}.json`, content, immutable: true }
}

/** Needs no script: the worker puts the list of stored pages between the marks; with nothing stored, the text there stays. */
function offlineDocument({ strings, title, lang, dir, home }: LocaleView, head: string): string {
  return `<!DOCTYPE html>
<html lang="${escapeHtml(lang)}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml([strings.offlineTitle, title].filter(Boolean).join(' | '))}</title>
<meta name="robots" content="noindex">
${head}
</head>
<body class="offline-page">
<main id="main">
<h1>${escapeHtml(strings.offlineTitle)}</h1>
<p class="offline-page-ways">
<a class="action" href="">${escapeHtml(strings.retry)}</a>
<a href="${escapeHtml(home)}">${escapeHtml(strings.notFoundHome)}</a>
</p>
<!--offline-list--><p>${escapeHtml(strings.loadOffline)}</p><!--/offline-list-->
</main>
</body>
</html>
`
}

function headTags({ base, head }: SiteConfig, written: Written): string[] {
  const names = [...written.keys()].toSorted()
  const address = (name: string) => escapeHtml(fileAddress(base, name))
  const scheme = names.filter(name => /^assets\/js\/scheme\.\w+\.js$/.test(name))
  const style = names.filter(name => /^assets\/css\/style\.\w+\.css$/.test(name))
  const configured = head.flatMap(({ tag, attributes: { rel, href } }) => {
    if (tag !== 'link' || typeof href !== 'string' || (rel !== 'stylesheet' && rel !== 'icon')) return []
    if (href === NO_ICON) return [`<link rel="icon" href="${href}">`]
    return /^\/(?!\/)/.test(href) ? [`<link rel="${rel}" href="${escapeHtml(base + href.slice(1))}">`] : []
  })
  return [
    ...scheme.map(name => `<script src="${address(name)}"></script>`),
    ...style.map(name => `<link rel="stylesheet" href="${address(name)}">`),
    ...configured,
  ]
}
