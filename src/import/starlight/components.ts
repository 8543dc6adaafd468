import { ICON_NAMES } from '../../content/components/icons.ts'
import { around, attributes, box, code, container, link, tabs } from '../common/components.ts'
import { type ConvertElement, dedent } from '../common/mdx.ts'

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

const card: ConvertElement = element => {
  const opening = `[${element.text('title') ?? ''}]${attributes({ icon: iconName(element.text('icon')) })}`
  return { block: container('card', opening, dedent(element.render())) }
}

const linkCard: ConvertElement = ({ text }) => {
  const [title, href] = [text('title'), text('href')]
  if (title === undefined || href === undefined) return undefined
  return { block: `::link-card[${title}]${attributes({ href, description: text('description') })}` }
}

const badge: ConvertElement = ({ text }) => {
  const label = text('text')
  const type = BADGES[text('variant') ?? '']
  return label === undefined ? undefined : { text: `:badge[${label}]${attributes({ type })}` }
}

const icon: ConvertElement = ({ text, line }, { differs }) => {
  const [given, label] = [text('name'), text('label')]
  const name = iconName(given)
  if (name !== undefined) return { text: `:icon[${name}]${attributes({ label })}` }
  differs(`The icon \`${given ?? ''}\` is left out`, line)
  return { text: label ?? '' }
}

/** Components of Starlight that have a counterpart. */
export const COMPONENTS: Readonly<Record<string, ConvertElement>> = {
  Tabs: tabs('syncKey'),
  Aside: box(),
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
