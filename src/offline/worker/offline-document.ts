import type { OfflineLocale } from '../../schema/offline.ts'
import { escapeHtml } from '../../shared/html.ts'
import { sectionOf } from '../../shared/addresses/sections.ts'
import { localeOf, readList } from './find-stored.ts'
import { isSaved } from './languages.ts'
import { addressOf, manifest } from './scope.ts'
import { coreEntry, coreName, matchCore } from './store-core.ts'
import { readJson } from './look-up.ts'

/** The document of a page that is not on the device, with status 503 and a list of the pages that are. */
export async function offlineDocument(path: string): Promise<Response> {
  const locale = localeOf(path)
  const entry = coreEntry(new URL(manifest.documents, self.location.href))
  const stored = entry && (await matchCore(entry))
  const read = (documents: Record<string, string>) => {
    const text = documents[locale?.code ?? '']
    if (typeof text !== 'string') throw new TypeError('The documents are damaged.')
    return text
  }
  const html =
    (await readJson(manifest.documents, [coreName], read)) ?? '<!DOCTYPE html><title>503</title><h1>503</h1>'
  const headers = new Headers(stored?.headers)
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('cache-control', 'no-store')
  const list = locale ? await listPages(locale, path) : ''
  const filled = list ? html.replace(/<!--offline-list-->.*?<!--\/offline-list-->/s, () => list) : html
  return new Response(filled, { status: 503, headers })
}

/**
 * Pages of the reader's language, of a large one those with addresses like the one that was asked for; where the language is
 * not on the device, those that are.
 */
async function listPages(locale: OfflineLocale, asked: string): Promise<string> {
  const known = await readList(locale, asked)
  const links = known
    ? Object.entries(known.data.pages)
        .filter(([path]) => sectionOf(known.data, path) === sectionOf(known.data, asked))
        .map(([path, [, title]]) => link(addressOf(path), title))
    : await otherLanguages()
  if (links.length === 0) return ''
  const { available, list } = locale.texts
  return `<p>${escapeHtml(available)}</p><h2>${escapeHtml(list)}</h2>` + `<ul>\n${links.join('\n')}\n</ul>`
}

async function otherLanguages(): Promise<string[]> {
  const links = await Promise.all(
    manifest.locales.map(async ({ code, path, lang, label }) =>
      (await isSaved(code)) ? [link(addressOf(path), label, lang)] : [],
    ),
  )
  return links.flat()
}

function link(href: string, text: string, lang?: string): string {
  const language = lang ? ` lang="${escapeHtml(lang)}" hreflang="${escapeHtml(lang)}"` : ''
  return `<li><a href="${escapeHtml(href)}"${language}>${escapeHtml(text)}</a></li>`
}
