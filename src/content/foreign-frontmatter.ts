import { META_ATTRIBUTES } from '../schema/values.ts'

/** Frontmatter in our keys. */
export interface Migrated {
  data: Record<string, unknown>
  /** What has no meaning here: the key as written → the sentence that says so, the same for every page. */
  left: Record<string, string>
  /** Keys that were made → the key that they were made from. */
  from: Record<string, string>
}

/** Sets a key of ours, unless the page has it. */
function set(taken: Migrated, key: string, value: unknown, from: string): void {
  if (value === undefined || Object.hasOwn(taken.data, key)) return
  taken.data[key] = value
  taken.from[key] = from
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Keys about how an action or a feature looks and opens. */
const LOOKS = new Set(['theme', 'type', 'target', 'rel'])

/** A home page as VitePress writes it: `layout: home`, a nested `hero`, `features` with icons and links. */
function migrateHome(given: Readonly<Record<string, unknown>>, taken: Migrated): void {
  const { layout, hero, features, actions, actionText } = given
  // The theme draws an arrow of its own.
  if (typeof actionText === 'string') taken.data['actionText'] = actionText.replace(/ \u2192$/, '')
  if (layout === 'home') {
    delete taken.data['layout']
    set(taken, 'home', true, 'layout')
  }
  if (isRecord(hero)) migrateHero(hero, taken)
  if (Array.isArray(actions)) taken.data['actions'] = actions.map(withoutLooks)
  if (Array.isArray(features))
    taken.data['features'] = features
      .map(one => migrateFeature(one, taken))
      .map(one => (isRecord(hero) ? fromRoot(one) : one))
}

/** A hero that has no name is headed by its text; what it leaves out is not shown. */
function migrateHero(hero: Record<string, unknown>, taken: Migrated): void {
  const { name, text, tagline, image, actions } = hero
  const picture = isRecord(image) ? image : { src: image }
  set(taken, 'heroText', name ?? text ?? null, 'hero')
  set(taken, 'heroSubtitle', name === undefined ? undefined : text, 'hero')
  set(taken, 'tagline', tagline ?? null, 'hero')
  const { src, light, dark } = picture
  const isBoth = src === undefined && light !== undefined && dark !== undefined
  set(taken, 'heroImage', isBoth ? { light, dark } : (src ?? light ?? dark), 'hero')
  set(taken, 'heroAlt', picture['alt'], 'hero')
  if (Array.isArray(actions)) set(taken, 'actions', actions.map(withoutLooks).map(fromRoot), 'hero')
}

/** An icon is a character or a picture, of which the size is the theme's; markup is not taken over. */
function migrateFeature(feature: unknown, taken: Migrated): unknown {
  if (!isRecord(feature)) return feature
  const { icon, ...rest } = withoutLooks(feature) as Record<string, unknown>
  if (isRecord(icon)) {
    const { width: _width, height: _height, wrap: _wrap, ...picture } = icon
    return { ...rest, icon: picture }
  }
  const isMarkup = typeof icon === 'string' && icon.includes('<')
  if (isMarkup)
    taken.left['features.icon'] =
      'The `icon` of a feature is a character or a picture: markup is not taken over.'
  return icon === undefined || isMarkup ? rest : { ...rest, icon }
}

/** VitePress takes `guide/start`, on any page, for an address below the root. */
function fromRoot(value: unknown): unknown {
  const link = isRecord(value) ? value['link'] : undefined
  return typeof link === 'string' && /^[^./#?:][^:]*$/.test(link)
    ? { ...(value as object), link: `/${link}` }
    : value
}

function withoutLooks(value: unknown): unknown {
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).filter(([key]) => !LOOKS.has(key)))
    : value
}

/** The deepest headings that a list of headings or a sidebar shows are those of level 3. */
const DEEPEST = 3
const MAX_SIDEBAR_DEPTH = 2
/** Keys whose values of these forms are taken over in our words. */
const UNDERSTOOD: Readonly<Record<string, (value: unknown) => boolean>> = {
  aside: value => value === 'left' || typeof value === 'boolean',
  head: Array.isArray,
  hero: isRecord,
}
const FOREIGN = new Set([
  ...Object.keys(UNDERSTOOD),
  ...'canonicalUrl contributors heroHeight heroImageDark isHome markdownStyles'.split(' '),
])

/** Keys that VuePress and VitePress know, and which are taken over in other words or not at all. */
export function isForeignKey(key: string): boolean {
  return FOREIGN.has(key)
}

/**
 * Frontmatter as VuePress and VitePress write it, in the keys that have a meaning here. What is not of their form
 * stays as it is, for the schema to judge; a key of ours wins over what another form says of it.
 * @param knownKeys keys of ours and of plugins, whose keys are theirs alone
 */
export function migrateFrontmatter(
  written: Readonly<Record<string, unknown>>,
  knownKeys: readonly string[] = [],
): Migrated {
  const taken: Migrated = { data: { ...written }, left: {}, from: {} }
  const entries = Object.entries(written)
  const given = Object.fromEntries(entries.filter(([key]) => !isForeignKey(key) || !knownKeys.includes(key)))
  for (const key of Object.keys(given).filter(isForeignKey))
    if (!UNDERSTOOD[key]?.(given[key]))
      taken.left[key] = `\`${key}\` has no meaning here; it is kept as it is.`
  migrateDepths(given, taken)
  migrateSwitches(given, taken)
  migrateHead(given, taken)
  migrateHome(given, taken)
  return taken
}

/** 2 is as deep as a sidebar goes, that of VuePress, too. `outline` is a level, a range of levels, `deep`, or a mapping with one of them. */
function migrateDepths({ sidebarDepth, outline, aside }: Record<string, unknown>, taken: Migrated): void {
  if (typeof sidebarDepth === 'number' && Number.isInteger(sidebarDepth))
    taken.data['sidebarDepth'] = Math.min(sidebarDepth, MAX_SIDEBAR_DEPTH)
  const level = isRecord(outline) ? (outline['level'] ?? true) : outline
  const [from, to] = level === 'deep' ? [2, 6] : Array.isArray(level) ? level : [level, level]
  if (typeof from === 'number' && typeof to === 'number') {
    taken.data['outline'] = from <= 2 && to === 2 ? 2 : true
    if (from !== 2 || to > DEEPEST)
      taken.left['outline'] =
        'The list of headings beside a page shows those of levels 2 and 3, or with `outline: 2` level 2.'
  } else if (isRecord(outline)) taken.data['outline'] = level
  if (isRecord(outline) && outline['label'] !== undefined)
    taken.left['outline.label'] =
      'The words above the list of headings are those of the interface: `label` of `outline` is not taken over.'
  if (aside === false) set(taken, 'outline', false, 'aside')
  if (aside === 'left')
    taken.left['aside'] = 'The list of headings stands after the text: `aside: left` is not taken over.'
}

function migrateSwitches(given: Record<string, unknown>, { data, left }: Migrated): void {
  for (const key of ['sidebar', 'footer']) if (given[key] === true) delete data[key]
  const { lastUpdated } = given
  if (typeof lastUpdated === 'string') {
    data['lastUpdated'] = true
    left['lastUpdated'] =
      'The date of the last change is that of the commit: the date in `lastUpdated` is not taken over.'
  }
  for (const key of ['prev', 'next']) {
    const value = given[key]
    if (value === true) delete data[key]
    // VitePress takes a text for the words of the link, VuePress for its address.
    if (typeof value === 'string' && /^[^/#]*\s[^/#]*$/.test(value.trim())) data[key] = { text: value }
  }
}

/** `[tag, attributes]`: what `meta` says. */
function migrateHead({ head, meta }: Record<string, unknown>, taken: Migrated): void {
  if (!Array.isArray(head)) return
  const isMeta = (tag: unknown) =>
    Array.isArray(tag) &&
    tag[0] === 'meta' &&
    isRecord(tag[1]) &&
    Object.keys(tag[1]).every(name => META_ATTRIBUTES.has(name))
  const metas = head.filter(isMeta).map((tag: unknown[]) => tag[1])
  if (metas.length > 0) {
    taken.data['meta'] = Array.isArray(meta) ? [...(meta as unknown[]), ...metas] : metas
    taken.from['meta'] = 'head'
  }
  if (metas.length < head.length)
    taken.left['head'] =
      'Of `head` in frontmatter, `meta` with a name or property is taken over; the rest belongs in `head` of `site.config.ts`.'
}
