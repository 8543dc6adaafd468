import type { Label } from '../../schema/navigation.ts'
import { isOutside } from '../../shared/addresses.ts'
import { list, text, values, type Values } from '../common/values.ts'
import type { SiteLocale } from './site.ts'
import { leadsTo, localOf, type NavContext } from './translate-navbar.ts'
import { sameOrEach } from './translations.ts'

const FILE = 'docusaurus-theme-classic/footer.json'

/** The footer as Markdown: a paragraph for each column of links, and one for the copyright. */
export function translateFooter(footer: Values, context: NavContext): Label | undefined {
  const texts = context.site.locales.map(locale => [locale.path, footerIn(locale, footer, context)] as const)
  return texts.every(([, value]) => value === '') ? undefined : sameOrEach(texts)
}

function footerIn(locale: SiteLocale, footer: Values, context: NavContext): string {
  const say = (key: string, standard: string) => context.translations.find(FILE, key, locale) ?? standard
  const groups = list(footer['links']).map(values)
  const columns = groups.some(group => group['items'] !== undefined) ? groups : [{ items: groups }]
  const paragraphs = columns.map(column => {
    const title = text(column['title'])
    const links = list(column['items']).flatMap(item => footerLink(values(item), { locale, say, context }))
    const heading = title === undefined ? '' : `**${say(`link.title.${title}`, title)}**: `
    return links.length > 0 ? heading + links.join(' · ') : ''
  })
  const copyright = text(footer['copyright'])
  if (copyright !== undefined) paragraphs.push(withoutTags(say('copyright', copyright)))
  return paragraphs.filter(paragraph => paragraph !== '').join('\n\n')
}

interface LinkInput {
  locale: SiteLocale
  say: (key: string, standard: string) => string
  context: NavContext
}

function footerLink(item: Values, { locale, say, context }: LinkInput): string[] {
  const { note } = context
  const html = text(item['html'])
  if (html !== undefined) {
    note('HTML in the footer became plain text.')
    return [withoutTags(html)].filter(Boolean)
  }
  const label = text(item['label']) ?? ''
  const to = text(item['to']) ?? text(item['href']) ?? ''
  const name = say(`link.item.label.${label}`, label).replace(/[[\]]/g, '\\$&')
  if (isOutside(to)) return [`[${name}](${to})`]
  const page = leadsTo(to, context)
  const address =
    page === undefined ? context.elsewhere(localOf(to, context), locale) : locale.path + page.slice(1)
  if (address === undefined) {
    note(`The footer's link \`${label}\` (\`${to}\`) leads to no page that is taken over, and was left out.`)
    return []
  }
  return [`[${name}](${address})`]
}

/** HTML as text, its links as those of Markdown. */
export function withoutTags(html: string): string {
  return html
    .replace(/<a\b[^<>]{0,500}?href="([^"<>]{1,500})"[^<>]{0,500}>([^<>]{0,500})<\/a>/g, '[$2]($1)')
    .replace(/<[^<>]{1,500}>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
