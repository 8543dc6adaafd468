import { safeDecode } from '../shared/addresses.ts'
import { replaceTags, replaceValues } from '../lib/replace-tags.ts'
import { escapeHtml } from '../shared/escape.ts'

/** A page on its way into a document that holds many. */
export interface PrintedPage {
  /** Prefix of its ids, and the id of the whole: `p3`. */
  id: string
  /** Address with base. */
  href: string
  /** Content with addresses. */
  html: string
  /** The ids in it. */
  ids: ReadonlySet<string>
}

/** Attributes that name ids of the same page, several with spaces between. */
const REFERENCES =
  /^(?:for|headers|list|popovertarget|commandfor|aria-(?:labelledby|describedby|controls|owns|details|flowto|activedescendant))$/

/** The ids in a piece of HTML, in order. */
export function idsIn(html: string): string[] {
  const ids: string[] = []
  replaceTags(html, tag => {
    const [, id] = / id="([^"]*)"/.exec(tag.slice(0, tag.indexOf('>') + 1)) ?? []
    if (id !== undefined) ids.push(plain(id))
    return tag
  })
  return ids
}

/**
 * The content of a page as it stands among others: its ids and what refers to them have its prefix, links to pages of the
 * same document lead to a place in it, and what a reader would open is open.
 * @param pageAt finds a page of the document by its address with base, without query and hash
 */
export function printedHtml(page: PrintedPage, pageAt: (href: string) => PrintedPage | undefined): string {
  const place = (target: PrintedPage, hash: string) => {
    const id = safeDecode(hash.slice(1))
    return target.ids.has(id) ? `#${target.id}-${hash.slice(1)}` : `#${target.id}`
  }
  const inside = (id: string) => (page.ids.has(plain(id)) ? `${page.id}-${id}` : id)
  return replaceTags(page.html, tag => {
    const isLink = tag.startsWith('<a ')
    const replaced = replaceValues(tag, (name, value) => {
      if (name === 'id') return `${page.id}-${value}`
      if (name === 'name') return tag.startsWith('<input') ? `${page.id}-${value}` : undefined
      if (REFERENCES.test(name)) return value.split(' ').map(inside).join(' ')
      if (name === 'loading') return 'eager'
      if (isLink && name === 'href') return linkTo(plain(value))
      if (name.endsWith('href') && value.startsWith('#')) return `#${inside(value.slice(1))}`
      return value.includes('url(#')
        ? value.replace(/url\(#([^()]*)\)/g, (_all, id) => `url(#${inside(id)})`)
        : undefined
    })
    return /^<details(?! open)/.test(replaced) ? replaced.replace('<details', '<details open') : replaced
  })

  function linkTo(address: string): string | undefined {
    if (address.startsWith('#')) return escapeHtml(place(page, address))
    const [, href = '', hash = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(address) ?? []
    const target = pageAt(href)
    return target && escapeHtml(place(target, hash))
  }
}

/** The text of an attribute; of the characters that are escaped there, addresses and ids have these. */
function plain(value: string): string {
  return value.replace(/&(?:amp|#39|#x27);/g, entity => (entity === '&amp;' ? '&' : "'"))
}
