import type { Element, ElementContent, Properties } from 'hast'
import { toString } from 'hast-util-to-string'
import { h } from 'hastscript'
import type { Paragraph, PhrasingContent, RootContent, Text } from 'mdast'
import * as z from 'zod'
import { type Component, type ComponentKind, defineComponent, type Tools } from './component.ts'

const optional = z.string().optional()
const required = z.string().min(1)

const badge = defineComponent({
  name: 'badge',
  kinds: ['inline'],
  props: z.strictObject({
    text: optional,
    type: z.enum(['info', 'tip', 'warning', 'danger', 'important', 'error']).default('tip'),
    vertical: z.enum(['top', 'middle', 'bottom']).optional(),
  }),
  texts: ['text'],
  render({ text: given, type }, children, { report }) {
    if (children.length === 0 && given === undefined)
      report({ message: 'The badge is empty.', hint: 'Write `:badge[text]`.' })
    const className = type === 'error' ? 'danger' : type
    return [h('span.badge', { className }, children.length > 0 ? children : (given ?? ''))]
  },
  plain({ value, children }) {
    const [first] = [...children(), ...phrases(value('text'))] as PhrasingContent[]
    return first ? [{ type: 'emphasis', children: [first] }] : []
  },
})

const icon = defineComponent({
  name: 'icon',
  kinds: ['inline'],
  props: z.strictObject({
    name: required,
    label: optional,
  }),
  label: 'name',
  texts: ['label'],
  render({ name, label }, _children, tools) {
    const drawn = tools.icon(name, 'name')
    return glyph(drawn, label === undefined ? undefined : { role: 'img', ariaLabel: label })
  },
  plain: ({ value }) => phrases(value('label')),
})

function glyph(drawn: ElementContent | undefined, properties: Properties = { ariaHidden: 'true' }) {
  return drawn ? [h('span.glyph', properties, drawn)] : []
}

const kbd = defineComponent({
  name: 'kbd',
  kinds: ['inline'],
  props: z.strictObject({ keys: required }),
  label: 'keys',
  texts: ['keys'],
  isText: true,
  render({ keys }) {
    // A plus at the end is a key itself.
    const each = keys.split(/\+(?=.)/).flatMap(key => ['+', h('kbd', key)])
    return each.length > 2 ? [h('kbd.keys', each.slice(1))] : [h('kbd', keys)]
  },
  plain: ({ value }) => [{ type: 'inlineCode', value: value('keys') }],
})

/** All panels with their titles; a script makes tabs of these. */
const tabs = defineComponent({
  name: 'tabs',
  kinds: ['container'],
  props: z.strictObject({
    sync: z.string().min(1).optional(),
  }),
  holds: ['tab'],
  parts: ['components', 'tabs'],
  render({ sync }, children, { report }) {
    if (!children.some(({ type }) => type === 'element'))
      report({ message: 'The tabs are empty.', hint: 'Add a `::: tab Title` block inside.' })
    return [h('div.tabs', { dataSync: sync }, children)]
  },
})

const tab = defineComponent({
  name: 'tab',
  kinds: ['container'],
  props: z.strictObject({ label: required }),
  label: 'label',
  texts: ['label'],
  within: ['tabs'],
  render({ label }, children, { number, report }) {
    reportEmpty('tab', children, report)
    return [h('div.tab', { id: `tab-${number}` }, h('p.tab-title', label), children)]
  },
})

const steps = box('steps', {
  render(_props, children, { report }) {
    if (!children.some(child => child.type === 'element' && child.tagName === 'ol'))
      report({ message: "The steps aren't a numbered list.", hint: 'Write `1.` before each of them.' })
    return [h('div.steps', children)]
  },
})

function reportEmpty(name: string, children: readonly ElementContent[], report: Tools['report']) {
  const message = `The ${name} ${name.endsWith('s') ? 'are' : 'is'} empty.`
  const hint = 'Add content before the closing `:::`, or remove the component.'
  const isEmpty = children.every(child => child.type === 'text' && child.value.trim() === '')
  if (isEmpty) report({ rule: 'markdown/empty', message, hint })
}

function box(name: string, more: Partial<Component>): Component {
  const render: Component['render'] = (_props, children, { report }) => {
    reportEmpty(name, children, report)
    return [h(`div.${name}`, children)]
  }
  return { name, kinds: ['container'], props: z.strictObject({}), render, ...more }
}

const columns = box('columns', { holds: ['column'] })
const column = box('column', { within: ['columns'] })

const cards = box('cards', {
  holds: ['card', 'link-card'],
  plain: ({ children }) =>
    children().reduce<RootContent[]>((joined, node) => {
      const last = joined.at(-1)
      if (last?.type !== 'list' || node.type !== 'list') return [...joined, node]
      return [...joined.slice(0, -1), { ...last, children: [...last.children, ...node.children] }]
    }, []),
})

const card = defineComponent({
  name: 'card',
  kinds: ['container'],
  props: z.strictObject({ title: optional, icon: optional }),
  label: 'title',
  texts: ['title'],
  render(props, children, tools) {
    if (props.title === undefined) reportEmpty('card', children, tools.report)
    return [h('div.card', cardTitle('p', props, tools), children)]
  },
})

const linkCard = defineComponent({
  name: 'link-card',
  kinds: ['block'],
  props: z.strictObject({
    title: required,
    href: required,
    description: optional,
    icon: optional,
  }),
  label: 'title',
  texts: ['title', 'description'],
  render({ href, description, ...props }, _children, tools) {
    const target = tools.address('href', 'link', href)
    const mark = [
      h('span.external-mark', { ariaHidden: 'true' }),
      h('span.visually-hidden', ` ${tools.texts['external'] ?? ''}`),
    ]
    const title = cardTitle('span', props, tools, target?.isForeign ? mark : [])
    const content = [title, description === undefined ? [] : h('span.card-text', description)]
    if (!target) return [h('div.card', content)]
    const foreign = target.isForeign && { target: '_blank', rel: ['noopener', 'noreferrer'] }
    return [h('a.card.link-card', { href: target.address, ...foreign }, content)]
  },
  plain({ value, address }) {
    const about = value('description') === '' ? '' : `: ${value('description')}`
    const link = linked(value('title'), address(value('href'), 'link'))
    const children = [paragraph(link, ...phrases(about))]
    return [{ type: 'list', spread: false, children: [{ type: 'listItem', spread: false, children }] }]
  },
})

type Titled = Partial<Record<'title' | 'icon', string | undefined>>

function cardTitle(tag: 'p' | 'span', { title, icon: name }: Titled, tools: Tools, mark: Element[] = []) {
  const drawn = name === undefined ? undefined : tools.icon(name, 'icon')
  if (title === undefined && !drawn) return []
  return [h(`${tag}.card-title`, glyph(drawn), title ?? '', mark)]
}

const fileTree = box('file-tree', {
  render(_props, children, tools) {
    const lists = children.filter(isList)
    const hint = 'Write `- ` before each file and folder.'
    if (lists.length === 0) tools.report({ message: "The file tree isn't a list.", hint })
    for (const list of lists) drawList(list, tools)
    return [h('div.file-tree', children)]
  },
})

function isList(node: ElementContent): node is Element {
  return node.type === 'element' && (node.tagName === 'ul' || node.tagName === 'ol')
}

function drawList(list: Element, tools: Tools) {
  for (const item of list.children) {
    if (item.type !== 'element' || item.tagName !== 'li') continue
    const content = item.children.flatMap(child =>
      child.type === 'element' && child.tagName === 'p' ? child.children : [child],
    )
    const nested = content.filter(isList)
    for (const each of nested) drawList(each, tools)
    const [first, ...rest] = content.filter(child => !isList(child) && !isBlank(child))
    if (!first) continue
    // The name ends with the first space of a plain text.
    const [, word, comment = ''] = first.type === 'text' ? (/^\s*(\S*)([^]*)$/.exec(first.value) ?? []) : []
    const name = word === undefined ? toString(first) : word
    const isFolder = nested.length > 0 || name.endsWith('/')
    const drawn = /^(?:\u2026|\.{3})$/.test(name) ? undefined : tools.icon(isFolder ? 'folder' : 'file')
    const after = [...phrases(comment), ...rest]
    const label = isFolder ? [h('span.visually-hidden', ` (${tools.texts['folder'] ?? ''})`)] : []
    item.children = [
      h('span.file-name', glyph(drawn), h('bdi', { dir: 'ltr' }, word ?? first), label),
      ...(after.every(isBlank) ? [] : [h('span.file-comment', after)]),
      ...nested,
    ]
  }
}

function isBlank(node: ElementContent) {
  return node.type === 'text' && node.value.trim() === ''
}

const figure = defineComponent({
  name: 'figure',
  kinds: ['block', 'container'],
  props: z.strictObject({
    caption: optional,
    src: optional,
    alt: optional,
    zoom: z.boolean().default(false),
  }),
  label: 'caption',
  texts: ['caption', 'alt'],
  render({ caption, src, alt, zoom }, children, tools) {
    if (src !== undefined && alt === undefined)
      tools.report({ message: 'The image has no alternative text.', hint: 'Add `alt="…"`.' })
    const target = tools.address('src', 'image', src)
    const lazy = { loading: 'lazy', decoding: 'async' }
    const own = target ? [h('img', { src: target.address, alt: alt ?? '', ...lazy })] : []
    const content = [...own, ...children]
    const picture = findPicture(content)
    if (content.length === 0)
      tools.report({ message: 'The figure is empty.', hint: 'Set `src`, or add an image to it.' })
    if (zoom && !picture) tools.report({ message: 'There is no image to zoom.', attribute: 'zoom' })
    const below = caption === undefined ? undefined : h('figcaption', caption)
    return [h('figure.figure', content, zoom && picture ? zoomed(picture, tools) : [], below)]
  },
  plain({ value, address, children }) {
    const url = value('src') === '' ? undefined : address(value('src'), 'image')
    const picture = url === undefined ? [] : [paragraph({ type: 'image', url, alt: value('alt') })]
    const below = value('caption') === '' ? [] : [paragraph(...phrases(value('caption')))]
    return [...picture, ...children(), ...below]
  },
})

function findPicture(nodes: readonly ElementContent[]): Element | undefined {
  for (const node of nodes) {
    if (node.type !== 'element') continue
    const found = node.tagName === 'img' ? node : findPicture(node.children)
    if (found) return found
  }
}

function zoomed({ properties }: Element, { texts, number, icon: drawing }: Tools) {
  const id = `figure-${number}`
  const button = (name: 'zoom' | 'close') => {
    const own = { className: [`figure-${name}`], popoverTarget: id, ariaLabel: texts[name] ?? '' }
    return h('button', { type: 'button', ...own }, drawing(name))
  }
  const large = [button('close'), h('img', { ...properties })]
  return [button('zoom'), h('div', { id, className: ['figure-large'], popover: 'auto' }, large)]
}

const video = defineComponent({
  name: 'video',
  kinds: ['block'],
  props: z.strictObject({
    title: required,
    src: required,
    poster: optional,
    captions: optional,
  }),
  label: 'title',
  texts: ['title'],
  render({ title, src, poster, captions }, _children, tools) {
    const isFile = /\.(?:mp4|webm|ogv|mov|m4v)(?:[?#]|$)/i.test(src)
    if (!isFile && /^https:\/\//i.test(src)) return embeddedVideo(title, src, tools)
    const file = tools.address('src', 'media', src)
    if (!file) return []
    const picture = tools.address('poster', 'image', poster)
    const track = tools.address('captions', 'media', captions)
    const playing = { controls: true, playsInline: true, preload: 'metadata' }
    const properties = { ...playing, src: file.address, ariaLabel: title, poster: picture?.address }
    const subtitles = { kind: 'captions', src: track?.address, srcLang: tools.lang, default: true }
    return [h('video.video', properties, track && h('track', subtitles))]
  },
  plain({ value, address }) {
    const src = value('src')
    // The address as written, not that of the frame.
    const url = address(src, 'media') ?? (/^https:\/\//i.test(src) ? src : undefined)
    return [paragraph(linked(value('title'), url))]
  },
})

/** In a closed `details`, a lazy frame loads nothing. */
function embeddedVideo(title: string, src: string, tools: Tools) {
  const target = tools.address('src', 'frame', embedAddress(src))
  if (!target) return []
  const host = URL.canParse(src) ? new URL(src).hostname.replace(/^www\./, '') : src
  const text = tools.texts['video'] ?? '{title}'
  const label = text.replace('{title}', () => title).replace('{host}', () => host)
  const allowed = { allow: 'picture-in-picture; encrypted-media', allowFullScreen: true }
  const properties = { src: target.address, title, loading: 'lazy', ...allowed }
  const frame = h('iframe', { ...properties, referrerPolicy: 'strict-origin-when-cross-origin' })
  return [h('details.video-frame', h('summary', glyph(tools.icon('play')), h('span', label)), frame)]
}

const YOUTUBE =
  /^https:\/\/(?:www\.|m\.)?(?:youtube\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/)|youtu\.be\/)([\w-]{6,20})/i

/** Address for a frame, without cookies where the host offers that. */
function embedAddress(src: string) {
  const youtube = YOUTUBE.exec(src)?.[1]
  if (youtube !== undefined) return `https://www.youtube-nocookie.com/embed/${youtube}`
  const vimeo = /^https:\/\/(?:www\.)?vimeo\.com\/(\d+)/i.exec(src)?.[1]
  return vimeo === undefined ? src : `https://player.vimeo.com/video/${vimeo}?dnt=1`
}

function paragraph(...children: PhrasingContent[]): Paragraph {
  return { type: 'paragraph', children }
}

export function phrases(value: string): Text[] {
  return value === '' ? [] : [{ type: 'text', value }]
}

function linked(label: string, url: string | undefined): PhrasingContent {
  const content: Text = { type: 'text', value: label }
  return url === undefined ? content : { type: 'link', url, children: [content] }
}

export const BUILT_IN = [
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

export type Components = ReadonlyMap<string, Component>

export function createRegistry(components: readonly Component[]): Components {
  return new Map(components.map(component => [component.name, component]))
}

export function namesOf(components: Components, kind: ComponentKind) {
  return new Set([...components.values()].filter(({ kinds }) => kinds.includes(kind)).map(({ name }) => name))
}
