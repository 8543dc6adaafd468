import { list, text, values, type Values } from '../common/keys.ts'
import { BADGES } from './components.ts'

interface FrontmatterContext {
  /** Where a picture of the page is now. */
  picture: (file: string) => string | undefined
  link: (url: string) => string
  differs: (what: string) => void
}

/** The keys of a page in the words of docsgen: undefined takes one away. */
export function translateFrontmatter(given: Values, context: FrontmatterContext): Values {
  for (const key of ['banner', 'head'])
    if (given[key] !== undefined) context.differs(`\`${key}\` in frontmatter is left out`)
  const contents = given['tableOfContents']
  const isSplash = given['template'] === 'splash'
  return {
    slug: undefined,
    title: undefined,
    template: undefined,
    banner: undefined,
    head: undefined,
    pagefind: undefined,
    editUrl: undefined,
    tableOfContents: undefined,
    hero: undefined,
    sidebar: isSplash ? false : place(values(given['sidebar'])),
    order: values(given['sidebar'])['order'],
    outline:
      contents === false || isSplash ? false : values(contents)['maxHeadingLevel'] === 2 ? 2 : undefined,
    editLink: given['editUrl'] === false ? false : undefined,
    search: given['pagefind'] === false ? false : undefined,
    lastUpdated: typeof given['lastUpdated'] === 'boolean' ? given['lastUpdated'] : undefined,
    prev: neighbour(given['prev']),
    next: neighbour(given['next']),
    ...(given['hero'] === undefined ? {} : hero(values(given['hero']), given, context)),
  }
}

function place({ label, badge, hidden }: Values): Values | undefined {
  const own = {
    ...(text(label) ? { label } : {}),
    ...(hidden === true ? { hidden } : {}),
    ...(badge === undefined ? {} : { badge: badgeOf(badge) }),
  }
  return Object.keys(own).length > 0 ? own : undefined
}

function badgeOf(badge: unknown): unknown {
  const { text: said, variant } = values(badge)
  const type = BADGES[text(variant) ?? '']
  return typeof badge === 'string' ? badge : { text: said, ...(type ? { type } : {}) }
}

function neighbour(given: unknown): unknown {
  if (given === false) return false
  if (typeof given === 'string') return { text: given }
  const { label, link } = values(given)
  const own = { ...(text(label) ? { text: label } : {}), ...(text(link) ? { link } : {}) }
  return Object.keys(own).length > 0 ? own : undefined
}

function hero(given: Values, page: Values, { picture, link, differs }: FrontmatterContext): Values {
  const image = values(given['image'])
  const [file, light, dark] = [image['file'], image['light'], image['dark']].map(name =>
    typeof name === 'string' ? picture(name) : undefined,
  )
  if (text(image['html'])) differs('A picture of the hero that is HTML is left out')
  const actions = list(given['actions']).flatMap(action => {
    const { text: said, link: to } = values(action)
    return text(said) && text(to) ? [{ text: said, link: link(String(to)) }] : []
  })
  return {
    home: true,
    heroText: text(given['title']) ?? page['title'],
    tagline: text(given['tagline']) ?? null,
    heroImage: file ?? (light !== undefined && dark !== undefined ? { light, dark } : undefined),
    heroAlt: text(image['alt']),
    actions: actions.length > 0 ? actions : undefined,
  }
}
