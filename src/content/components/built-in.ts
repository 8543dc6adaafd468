import type { ElementContent } from 'hast'
import * as z from 'zod'
import { type Component, type ComponentKind, defineComponent, type Tools } from './component.ts'
import { figure } from './figure.ts'
import { fileTree } from './file-tree.ts'
import { video } from './video.ts'
import { element, text } from '../../lib/html.ts'

const types = ['info', 'tip', 'warning', 'danger', 'important', 'error'] as const

/** A word beside a text: a version, a state. */
const badge = defineComponent({
  name: 'badge',
  about: 'A word beside a text: a version, a state.',
  kinds: ['inline'],
  props: z.strictObject({
    text: z.string().optional().describe('What it says, where nothing stands in the square brackets.'),
    type: z.enum(types).default('tip').describe('Its colour; `error` is that of `danger`.'),
    vertical: z.enum(['top', 'middle', 'bottom']).optional().describe('Taken from VuePress; has no effect.'),
  }),
  texts: ['text'],
  render({ text: given, type }, children, { report }) {
    if (children.length === 0 && given === undefined)
      report({ message: 'The badge says nothing.', hint: 'Write `:badge[text]`.' })
    const look = type === 'error' ? 'danger' : type
    const content = children.length > 0 ? children : [text(given ?? '')]
    return [element('span', { className: ['badge', look] }, content)]
  },
})

/** A small drawing in a line of text. */
const icon = defineComponent({
  name: 'icon',
  about: 'A small drawing in a line of text, of the embedded set or of `templates/icons/`.',
  kinds: ['inline'],
  props: z.strictObject({
    name: z.string().min(1).describe('Name of the drawing.'),
    label: z
      .string()
      .optional()
      .describe('What it means, for readers who cannot see it; none for decoration.'),
  }),
  label: 'name',
  texts: ['label'],
  render({ name, label }, _children, { icon: drawing }) {
    const drawn = drawing(name, 'name')
    if (!drawn) return []
    return [
      label === undefined
        ? element('span', { className: ['glyph'], ariaHidden: 'true' }, [drawn])
        : element('span', { className: ['glyph'], role: 'img', ariaLabel: label }, [drawn]),
    ]
  },
})

/** Keys to press. */
const kbd = defineComponent({
  name: 'kbd',
  about: 'Keys to press: `:kbd[Ctrl+K]`.',
  kinds: ['inline'],
  props: z.strictObject({
    keys: z.string().min(1).describe('The keys, with `+` between those that are pressed together.'),
  }),
  label: 'keys',
  texts: ['keys'],
  isText: true,
  render({ keys }) {
    // A plus at the end is a key itself.
    const parts = keys.split(/\+(?=.)/)
    const pressed = parts.flatMap((key, index) => [
      ...(index > 0 ? [text('+')] : []),
      element('kbd', {}, [text(key)]),
    ])
    return parts.length > 1 ? [element('kbd', { className: ['keys'] }, pressed)] : pressed
  },
})

/** Tabs: all panels are in the document, each with its title; a script makes tabs of the titles. */
const tabs = defineComponent({
  name: 'tabs',
  about: 'Alternatives of which a reader sees one at a time.',
  kinds: ['container'],
  props: z.strictObject({
    sync: z
      .string()
      .min(1)
      .optional()
      .describe('Name of the choice: all tabs of that name follow, on every page, and it is remembered.'),
  }),
  holds: ['tab'],
  parts: ['components', 'tabs'],
  render({ sync }, children, { report }) {
    if (!children.some(({ type }) => type === 'element'))
      report({ message: 'The tabs are empty.', hint: 'Write `::: tab Title` and `:::` within.' })
    return [
      element('div', { className: ['tabs'], ...(sync === undefined ? {} : { dataSync: sync }) }, children),
    ]
  },
})

/** One of them. */
const tab = defineComponent({
  name: 'tab',
  about: 'One of several tabs.',
  kinds: ['container'],
  props: z.strictObject({
    label: z.string().min(1).describe('What stands on the tab.'),
  }),
  label: 'label',
  texts: ['label'],
  within: ['tabs'],
  render({ label }, children, { number }) {
    const title = element('p', { className: ['tab-title'] }, [text(label)])
    return [element('div', { className: ['tab'], id: `tab-${number}` }, [title, ...children])]
  },
})

/** A numbered list as steps. */
const steps = defineComponent({
  name: 'steps',
  about: 'A numbered list whose items are steps, one after the other.',
  kinds: ['container'],
  props: z.strictObject({}),
  render(_props, children, { report }) {
    if (!children.some(child => child.type === 'element' && child.tagName === 'ol'))
      report({ message: 'The steps are no numbered list.', hint: 'Write `1.` before each of them.' })
    return [element('div', { className: ['steps'] }, children)]
  },
})

/** Texts beside each other. */
const columns = defineComponent({
  name: 'columns',
  about: 'Texts beside each other; below each other where there is little room.',
  kinds: ['container'],
  props: z.strictObject({}),
  holds: ['column'],
  render: (_props, children) => [element('div', { className: ['columns'] }, children)],
})

/** One of them. */
const column = defineComponent({
  name: 'column',
  about: 'One of several columns.',
  kinds: ['container'],
  props: z.strictObject({}),
  within: ['columns'],
  render: (_props, children) => [element('div', { className: ['column'] }, children)],
})

const iconProp = z.string().optional().describe('Name of a drawing before the title.')

/** Cards beside each other. */
const cards = defineComponent({
  name: 'cards',
  about: 'Cards beside each other, as many as there is room for.',
  kinds: ['container'],
  props: z.strictObject({}),
  holds: ['card', 'link-card'],
  render: (_props, children) => [element('div', { className: ['cards'] }, children)],
})

/** A box with a title. */
const card = defineComponent({
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
const linkCard = defineComponent({
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

/** The components that a page may use, by name. */
export type Components = ReadonlyMap<string, Component>

/** Those that come with docsgen. */
export const BUILT_IN: readonly Component[] = [
  badge,
  icon,
  kbd,
  tabs,
  tab,
  steps,
  cards,
  card,
  linkCard,
  fileTree,
  figure,
  video,
  columns,
  column,
]

/** A registry of components. */
export function createRegistry(components: readonly Component[]): Components {
  return new Map(components.map(component => [component.name, component]))
}

/** Names of the components that may be written in a way. */
export function namesOf(components: Components, kind: ComponentKind): Set<string> {
  return new Set([...components.values()].filter(({ kinds }) => kinds.includes(kind)).map(({ name }) => name))
}
