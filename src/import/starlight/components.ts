import { ICON_NAMES } from '../../content/components/icons.ts'
import { attributes, container, dedent, textOf, type ConvertElement } from '../common/mdx/convert.ts'
import { box, code, link, tabs } from '../common/mdx/components.ts'

/** Colours of badges by their names in Starlight. */
export const BADGES: Readonly<Record<string, string>> = {
  note: 'info',
  caution: 'warning',
  danger: 'danger',
}

/** Drawings whose names are others here. */
const ICONS: Readonly<Record<string, string>> = {
  'right-arrow': 'arrow-right',
  'left-arrow': 'arrow-left',
  pencil: 'edit',
  document: 'file',
  'add-document': 'file',
  setting: 'gear',
  'open-book': 'book',
  information: 'info',
  'approve-check': 'check',
  magnifier: 'search',
  email: 'mail',
}

function iconName(name: string | undefined): string | undefined {
  const own = name === undefined ? undefined : (ICONS[name] ?? name)
  return own !== undefined && ICON_NAMES.includes(own) ? own : undefined
}

/** A container around what stands within. */
function around(name: string): ConvertElement {
  return (element, context) => ({ block: container(name, '', dedent(context.render(element.children))) })
}

const card: ConvertElement = (element, context) => {
  const opening = `[${textOf(element, 'title') ?? ''}]${attributes({ icon: iconName(textOf(element, 'icon')) })}`
  return { block: container('card', opening, dedent(context.render(element.children))) }
}

const linkCard: ConvertElement = element => {
  const [title, href] = [textOf(element, 'title'), textOf(element, 'href')]
  if (title === undefined || href === undefined) return undefined
  return {
    block: `::link-card[${title}]${attributes({ href, description: textOf(element, 'description') })}`,
  }
}

const badge: ConvertElement = element => {
  const said = textOf(element, 'text')
  const type = BADGES[textOf(element, 'variant') ?? '']
  return said === undefined ? undefined : { text: `:badge[${said}]${attributes({ type })}` }
}

const icon: ConvertElement = (element, context) => {
  const given = textOf(element, 'name')
  const name = iconName(given)
  if (name !== undefined) return { text: `:icon[${name}]${attributes({ label: textOf(element, 'label') })}` }
  context.differs(`The icon \`${given ?? ''}\` is left out`, context.lineAt(element.start))
  return { text: textOf(element, 'label') ?? '' }
}

/** Components of Starlight that have a counterpart. */
export const COMPONENTS: Readonly<Record<string, ConvertElement>> = {
  Tabs: tabs('syncKey'),
  Aside: box('note'),
  Code: code('lang'),
  CardGrid: around('cards'),
  Card: card,
  LinkCard: linkCard,
  LinkButton: link('href'),
  Steps: around('steps'),
  FileTree: around('file-tree'),
  Badge: badge,
  Icon: icon,
}
