import { safeDecode, isOutside } from '../../shared/addresses.ts'
import type { UserConfig } from '../../schema/config.ts'
import type { TranslateContext } from '../common/translate-nav.ts'
import { list, text, values } from '../common/values.ts'

type Locale = NonNullable<UserConfig['locales']>[string]
type Sidebar = NonNullable<Locale['sidebar']>
type SidebarEntry = Extract<Sidebar, unknown[]>[number]

/** The sidebar in any of its forms (B161, B162). Undefined when there is none. */
export function translateSidebar(sidebar: unknown, context: TranslateContext): Sidebar | undefined {
  if (sidebar === undefined || sidebar === null) return undefined
  if (sidebar === false) return []
  if (sidebar === 'auto') return auto(context)
  if (Array.isArray(sidebar)) return entries(sidebar, '/', context)
  const byPrefix = Object.entries(values(sidebar)).map(
    ([prefix, given]): [string, 'auto' | SidebarEntry[]] => [
      withinLocale(prefix, context.locale),
      given === 'auto' ? auto(context) : entries(list(given), prefix, context),
    ],
  )
  return Object.fromEntries(byPrefix)
}

function auto({ note }: TranslateContext): 'auto' {
  note("`sidebar: 'auto'` lists the pages of the folder; the headings of the open page stand in its outline.")
  return 'auto'
}

/** `/zh/guide/` is `/guide/` in the sidebar of `/zh/`. */
function withinLocale(prefix: string, locale: string): string {
  const full = prefix.startsWith('/') ? prefix : `/${prefix}`
  return full.startsWith(locale) ? `/${full.slice(locale.length)}` : full
}

function entries(given: readonly unknown[], prefix: string, context: TranslateContext): SidebarEntry[] {
  return given.flatMap(entry => sidebarEntry(entry, prefix, context))
}

function sidebarEntry(entry: unknown, prefix: string, context: TranslateContext): SidebarEntry[] {
  if (typeof entry === 'string') return pageEntry(entry, undefined, { ...context, prefix })
  if (Array.isArray(entry)) return pageEntry(String(entry[0]), text(entry[1]), { ...context, prefix })
  const { title, path, children, sidebarDepth } = values(entry)
  const name = text(title) ?? ''
  if (!Array.isArray(children)) return text(path) ? pageEntry(String(path), name, { ...context, prefix }) : []
  if (sidebarDepth !== undefined) {
    context.note(
      `\`sidebarDepth\` of the group \`${name}\` is left out; one depth holds for the whole sidebar.`,
    )
  }
  const page = typeof path === 'string' ? context.pages.find(resolve(path, prefix)) : undefined
  return [{ text: name, items: entries(children, prefix, context), ...(page ? { page } : {}) }]
}

function pageEntry(
  reference: string,
  title: string | undefined,
  context: TranslateContext & { prefix: string },
): SidebarEntry[] {
  if (isOutside(reference)) return [{ text: title ?? reference, link: reference }]
  const page = context.pages.find(resolve(reference, context.prefix))
  if (page === undefined) {
    context.note(`The sidebar entry \`${reference}\` leads to no page and was left out.`)
    return []
  }
  return [title === undefined ? page : { page, text: title }]
}

/** Entries of a list by prefix are relative to it; the empty one is its own page (B161). */
function resolve(reference: string, prefix: string): string {
  if (reference.startsWith('/')) return reference
  return safeDecode(new URL(reference, `http://site${prefix.startsWith('/') ? '' : '/'}${prefix}`).pathname)
}
