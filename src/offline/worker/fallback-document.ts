import { addressOf } from './scope.ts'
import { findFile, localeOf, readList } from './find-stored.ts'

/** What the worker stores of the document of a language that is shown where there is no page. */
const NOT_FOUND = '404.html'

/** True for a path without base at which a page of another language is shown, when that page is on the device. */
export async function hasFallback(path: string): Promise<boolean> {
  const locale = localeOf(path)
  // Most sites have none: the table is not read for nothing.
  if (!locale?.needs) return false
  const entry = (await readList(locale, path))?.data.pages[path]
  const content = entry?.[4]
  return content !== undefined && (await isStored(`/assets/js/${content}`))
}

/**
 * The document of such a page: that of the language for addresses without a page, from which the app goes to the page by its
 * chunks. Its content is stored with the language that it is in, and not once more for each that shows it.
 */
export async function fallbackDocument(path: string): Promise<Response | undefined> {
  if (!(await hasFallback(path))) return undefined
  const stored = await findFile(addressUrl(`${localeOf(path)?.path ?? '/'}${NOT_FOUND}`), '')
  if (!stored) return undefined
  // Nobody should see for a moment that there is no such page.
  const html = (await stored.text()).replace('class="not-found"', '$& hidden')
  return new Response(html, { headers: stored.headers })
}

async function isStored(path: string): Promise<boolean> {
  return (await findFile(addressUrl(path), '')) !== undefined
}

function addressUrl(path: string): URL {
  return new URL(addressOf(path), self.location.href)
}
