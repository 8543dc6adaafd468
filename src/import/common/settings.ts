import type { UserConfig } from '../../schema/config.ts'
import { type SocialIcon, socialLink } from '../../schema/theme.ts'
import { headEntry } from '../../schema/values.ts'
import type { Note } from './importer.ts'
import { list, text, type Values, values } from './values.ts'

type Head = NonNullable<UserConfig['head']>

/** `[name, attributes, content]` as entries of `head`. Tags with content are left out: pages have no inline scripts or styles. */
export function translateHead(head: unknown, note: Note): Head | undefined {
  const entries = list(head).flatMap((entry): Head => {
    const [tag, given, inner] = list(entry)
    if (tag !== 'link' && tag !== 'meta' && tag !== 'script') {
      note(`The tag \`<${String(tag)}>\` of \`head\` was left out.`)
      return []
    }
    if (text(inner)) {
      note(`A \`<${tag}>\` with content in \`head\` was left out: put it into a file of the public folder.`)
      return []
    }
    const attributes = Object.fromEntries(
      Object.entries(values(given)).map(([name, value]) => [
        name,
        typeof value === 'boolean' ? value : String(value),
      ]),
    )
    const problem = headEntry.safeParse({ tag, attributes }).error?.issues[0]
    if (!problem) return [{ tag, attributes }]
    const address = attributes['src'] ?? attributes['href'] ?? ''
    note(`The \`<${tag}>\` of \`${address}\` in \`head\` was left out: it ${problem.message}.`)
    return []
  })
  return entries.length > 0 ? entries : undefined
}

type Theme = NonNullable<UserConfig['theme']>

/** Names of icons that have others here. */
const ICONS: Readonly<Record<string, SocialIcon>> = {
  twitter: 'x',
  'x.com': 'x',
  gmail: 'email',
  mailbox: 'email',
}

/** Links with icons of services; others are noted. */
export function translateSocialLinks(
  given: readonly { icon: unknown; link: unknown; label: unknown }[],
  note: Note,
): Theme['socialLinks'] {
  const links = given.flatMap(({ icon, link, label }) => {
    const name = text(icon)?.replace(/^.*:/, '') ?? ''
    const known = socialLink.safeParse({
      icon: ICONS[name] ?? name,
      link,
      ...(text(label) ? { text: label } : {}),
    })
    if (known.success) return [known.data]
    note(
      `The link to \`${String(link)}\` needs a picture in place of the icon \`${name || 'of its own'}\`: it was left out.`,
    )
    return []
  })
  return links.length > 0 ? links : undefined
}

/** A picture, or one for each color scheme. */
export function logoOf(light: unknown, dark: unknown, alt: unknown): Theme['logo'] {
  if (!text(light) || !text(dark)) return text(light)
  return { light: String(light), dark: String(dark), ...(text(alt) ? { alt: String(alt) } : {}) }
}

/** `https://github.com/owner/name/tree/main/website/`; `folder`: where the pages are below it. Undefined for another host. */
export function githubLinks(url: string, folder: string): Theme | undefined {
  const [, docsRepo, docsBranch, above = ''] =
    /^https:\/\/(?:www\.)?github\.com\/([^/]+\/[^/]+)\/(?:tree|edit|blob)\/([^/]+)\/?(.*)$/.exec(url) ?? []
  if (docsRepo === undefined || docsBranch === undefined) return undefined
  const docsDir = [...above.split('/').filter(Boolean), folder].join('/')
  return { docsRepo, docsBranch, docsDir, editLinks: true }
}

/** The service that a site was searched by; undefined where its settings are not whole. */
export function translateDocsearch(settings: Values, facetFilters: unknown): Theme['search'] {
  const [key, indexName, appId] = ['apiKey', 'indexName', 'appId'].map(name => text(settings[name]))
  if (!key || !indexName) return undefined
  const filters = list(facetFilters).filter(filter => typeof filter === 'string')
  return {
    provider: 'docsearch',
    key,
    indexName,
    ...(appId ? { appId } : {}),
    // The filter of the language is added anyway.
    ...(filters.length > 0 ? { facetFilters: filters.filter(filter => !filter.startsWith('lang:')) } : {}),
  }
}
