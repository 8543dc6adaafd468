import type { ElementContent } from 'hast'
import * as z from 'zod'
import { element, text } from '../../lib/hast.ts'
import { defineComponent, type Tools } from './component.ts'

const iconProp = z.string().optional().describe('Name of a drawing before the title.')

/** Cards beside each other. */
export const cards = defineComponent({
  name: 'cards',
  about: 'Cards beside each other, as many as there is room for.',
  kinds: ['container'],
  props: z.strictObject({}),
  holds: ['card', 'link-card'],
  render: (_props, children) => [element('div', { className: ['cards'] }, children)],
})

/** A box with a title. */
export const card = defineComponent({
  name: 'card',
  about: 'A box with a title.',
  kinds: ['container'],
  props: z.strictObject({
    title: z.string().optional().describe('Title of the card.'),
    icon: iconProp,
  }),
  label: 'title',
  texts: ['title'],
  render({ title, icon }, children, tools) {
    return [element('div', { className: ['card'] }, [...heading('p', { title, icon }, tools), ...children])]
  },
})

/** A card that is a link as a whole. */
export const linkCard = defineComponent({
  name: 'link-card',
  about: 'A card that leads to a page.',
  kinds: ['block'],
  props: z.strictObject({
    title: z.string().min(1).describe('Title of the card.'),
    href: z.string().min(1).describe('Where it leads: a file such as `./start.md`, or an address.'),
    description: z.string().optional().describe('A sentence below the title.'),
    icon: iconProp,
  }),
  label: 'title',
  texts: ['title', 'description'],
  render({ title, href, description, icon }, _children, tools) {
    const target = tools.address('href', href, 'link')
    const about = description === undefined ? [] : [textSpan('card-text', description)]
    const top = heading('span', { title, icon }, tools)
    if (!target) return [element('div', { className: ['card'] }, [...top, ...about])]
    const { address, isForeign } = target
    const foreign = isForeign ? { target: '_blank', rel: ['noopener', 'noreferrer'] } : {}
    if (isForeign)
      for (const title of top) if (title.type === 'element') title.children.push(...externalMark(tools))
    const className = ['card', 'link-card']
    return [element('a', { className, href: address, ...foreign }, [...top, ...about])]
  },
})

function heading(
  tag: 'p' | 'span',
  { title, icon }: { title?: string | undefined; icon?: string | undefined },
  { icon: drawing }: Tools,
): ElementContent[] {
  const drawn = icon === undefined ? undefined : drawing(icon, 'icon')
  if (title === undefined && !drawn) return []
  const sign = drawn ? [element('span', { className: ['glyph'], ariaHidden: 'true' }, [drawn])] : []
  return [element(tag, { className: ['card-title'] }, [...sign, text(title ?? '')])]
}

function externalMark({ texts }: Tools): ElementContent[] {
  return [
    element('span', { className: ['external-mark'], ariaHidden: 'true' }),
    textSpan('visually-hidden', ` ${texts['external'] ?? ''}`),
  ]
}

function textSpan(name: string, value: string): ElementContent {
  return element('span', { className: [name] }, [text(value)])
}
