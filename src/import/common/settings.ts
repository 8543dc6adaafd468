import { scanAllTags } from '../../lib/html.ts'
import type { UserConfig } from '../../schema/config.ts'
import { type Label, type SocialIcon, socialLink, headEntry } from '../../schema/values.ts'
import type { Note } from './importer.ts'
import { filled, list, text, type Values, values } from './values.ts'

export type Theme = NonNullable<UserConfig['theme']>
export type Sidebar = NonNullable<Theme['sidebar']>
export type SidebarEntry = Extract<Sidebar, unknown[]>[number]
export type NavEntry = NonNullable<Theme['nav']>[number]
export type NavLink = { page: string; text: Label } | { text: Label; link: string }

/** Options of `vite-plugin-pwa` or a package around it. */
export function pwaOptions(plugins: unknown) {
  for (const plugin of list(plugins).flat(3)) {
    const { $call, args, name } = Object(plugin) as Values
    if (/^(?:vite-plugin-pwa|@vite-pwa\/)/.test(text($call) ?? text(name) ?? '')) return values(list(args)[0])
  }
}

export function retireWorker(
  options: Values | undefined,
  folders: readonly string[] = ['/'],
): Pick<UserConfig, 'offline'> {
  const file = (text(options?.filename) ?? 'sw.js').replace(/\.[cm]?ts$/, '.js')
  // Entries with the same name replace each other.
  if (!options || file === 'service-worker.js') return {}
  return { offline: { retire: folders.map(folder => folder + file) } }
}

/** Label with one text where all are the same. */
export function sameOrEach(texts: readonly (readonly [locale: string, text: string])[]): Label {
  const first = texts[0]?.[1] ?? ''
  return texts.every(([, value]) => value === first) ? first : Object.fromEntries(texts)
}

/** Translates `[name, attributes, content]`. Tags with content are left out: pages have no inline scripts or styles. */
export function translateHead(head: unknown, note: Note): UserConfig['head'] {
  const entries = list(head).flatMap((entry): NonNullable<UserConfig['head']> => {
    const [tag, given, inner] = list(entry)
    const pairs = Object.entries(values(given))
    const attributes = Object.fromEntries(
      pairs.map(([name, value]) => [name, typeof value === 'boolean' ? value : String(value)]),
    )
    const { data, error } = headEntry.safeParse({ tag, attributes })
    const name = `\`<${String(tag)}>\``
    const address = attributes.src ?? attributes.href ?? ''
    if (!/^(?:link|meta|script)$/.test(String(tag))) note(`The ${name} tag in \`head\` isn't supported.`)
    else if (text(inner))
      note(`An inline ${name} in \`head\` wasn't imported. Move its content to a file in the public folder.`)
    else if (data) return [data]
    else
      note(`The ${name} tag for \`${address}\` in \`head\` wasn't imported: it ${error.issues[0]?.message}.`)
    return []
  })
  return filled(entries)
}

const ICONS: Record<string, SocialIcon> = { twitter: 'x', 'x.com': 'x', gmail: 'email', mailbox: 'email' }

export function translateSocialLinks(given: readonly Values[], note: Note): Theme['socialLinks'] {
  const links = given.flatMap(({ icon, link, label }) => {
    const name = text(icon)?.replace(/^.*:/, '') ?? ''
    const { data } = socialLink.safeParse({ icon: ICONS[name] ?? name, link, text: text(label) })
    const reason = name ? `docsgen has no icon \`${name}\`` : "its icon isn't a file"
    if (!data)
      note(
        `The link to \`${String(link)}\` wasn't imported: ${reason}. Add the link to \`theme.socialLinks\` with an image.`,
      )
    return data ?? []
  })
  return filled(links)
}

export function logoOf(light: unknown, dark: unknown, alt: unknown): Theme['logo'] {
  if (!text(light) || !text(dark)) return text(light)
  return { light: String(light), dark: String(dark), alt: text(alt) }
}

/** `https://github.com/owner/name/tree/main/website/`; `folder`: of the pages below it. Undefined for another host. */
export function githubLinks(url: string, folder: string): Theme | undefined {
  const [, docsRepo, docsBranch, above = ''] =
    /^https:\/\/(?:www\.)?github\.com\/([^/]+\/[^/]+)\/(?:tree|edit|blob)\/([^/]+)\/?(.*)$/.exec(url) ?? []
  if (!docsRepo || !docsBranch) return undefined
  const docsDir = [...above.split('/').filter(Boolean), folder].join('/')
  return { docsRepo, docsBranch, docsDir, editLinks: true }
}

/** Undefined where settings of the service are missing. */
export function translateDocsearch(settings: Values, facetFilters?: unknown): Theme['search'] {
  const [key, indexName, appId] = ['apiKey', 'indexName', 'appId'].map(name => text(settings[name]))
  if (!key || !indexName) return undefined
  const filters = list(facetFilters).filter(filter => typeof filter === 'string')
  // The filter of the language is added anyway.
  const own = filters.filter(filter => !filter.startsWith('lang:'))
  return { provider: 'docsearch', key, indexName, appId, facetFilters: filters.length > 0 ? own : undefined }
}

const MARKS: Record<string, string> = {
  b: '**',
  strong: '**',
  i: '*',
  em: '*',
  br: '\n\n',
  // Words of different blocks stay apart.
  p: ' ',
  div: ' ',
  li: ' ',
}

/** Keeps links, line breaks and emphasis; other tags go. */
export function toMarkdown(source: string) {
  const html = source.replace(/\s+/g, ' ')
  let text = ''
  let at = 0
  let link = ''
  for (const { name, closes, start, end, attributes } of scanAllTags(html)) {
    text += html.slice(at, start) + (name === 'a' ? (closes ? `](${link})` : '[') : (MARKS[name] ?? ''))
    if (name === 'a' && !closes) link = attributes.find(attribute => attribute.name === 'href')?.value ?? ''
    at = end
  }
  const whole = (text + html.slice(at)).replaceAll('&copy;', '©')
  // A link around a picture has lost its text.
  return whole
    .replace(/\[\s*\]\([^()]*\)/g, '')
    .replace(/ {2,}/g, ' ')
    .trim()
}
