import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import type { Properties } from 'hast'
import { element } from '../../lib/hast.ts'
import { scanTags, type Tag, type TagAttribute } from '../../lib/html-tags.ts'
import type { Place } from '../../schema/finding.ts'
import { escapeHtml } from '../../shared/escape.ts'
import type { PageContext } from '../page-context.ts'
import { ADDRESSES, takeAddresses } from './raw-links.ts'

/**
 * Notes the addresses in HTML that a component of the site or of a plugin made, as those of an author's own HTML. Returns
 * the HTML with placeholders for those that lead into the site. `place`: of the component in the page.
 */
export function takeMadeAddresses(html: string, context: PageContext, place: Place): string {
  let made = ''
  let at = 0
  for (const tag of scanTags(html))
    for (const { name, value, start, end } of changedAttributes(tag, context, place)) {
      made += `${html.slice(at, start)}${name}="${value}"`
      at = end
    }
  return made + html.slice(at)
}

/** Attributes of a tag whose addresses became placeholders, with these. */
function changedAttributes(tag: Tag, context: PageContext, place: Place): TagAttribute[] {
  const names = new Map(ADDRESSES[tag.name]?.map(([attribute, property]) => [attribute, property]))
  const held = tag.attributes.filter(({ name }) => names.has(name))
  if (held.length === 0) return []
  const properties: Properties = {}
  for (const { name, value } of tag.attributes) properties[names.get(name) ?? name] ??= decode(value)
  const node = element(tag.name, { ...properties })
  takeAddresses(node, context, place)
  return held.flatMap(attribute => {
    const property = names.get(attribute.name) ?? ''
    const value = node.properties[property]
    return value === properties[property] ? [] : { ...attribute, value: escapeHtml(String(value)) }
  })
}

/** The value of an attribute as it is meant. */
function decode(written: string): string {
  if (!written.includes('&')) return written
  const [node] = parseFragment(`<a href="${written.replaceAll('"', '&quot;')}">`).childNodes
  return (node as DefaultTreeAdapterTypes.Element).attrs[0]?.value ?? written
}
