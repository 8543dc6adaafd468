import { META_ATTRIBUTES } from '../schema/values.ts'

type Keys = Record<string, unknown>

/** Frontmatter in our keys. */
export interface Migrated {
  data: Keys
  /** What has no meaning here: the key as written → the sentence that says so, the same for every page. */
  left: Record<string, string>
  /** Keys that were made → the key that they were made from. */
  from: Record<string, string>
}

function isRecord(value: unknown): value is Keys {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
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
export function migrateFrontmatter(written: Readonly<Keys>, knownKeys: readonly string[] = []): Migrated {
  const data: Keys = { ...written }
  const left: Migrated['left'] = {}
  const from: Migrated['from'] = {}
  const given: Keys = Object.fromEntries(
    Object.entries(written).filter(([key]) => !isForeignKey(key) || !knownKeys.includes(key)),
  )
  for (const key of Object.keys(given).filter(isForeignKey))
    if (!UNDERSTOOD[key]?.(given[key])) left[key] = `\`${key}\` has no meaning here; it is kept as it is.`
  migrateDepths()
  migrateSwitches()
  migrateHead()
  migrateHome()
  return { data, left, from }

  /** Sets a key of ours, unless the page has it. */
  function set(key: string, value: unknown, origin: string): void {
    if (value === undefined || Object.hasOwn(data, key)) return
    data[key] = value
    from[key] = origin
  }

  /** 2 is as deep as a sidebar goes, that of VuePress, too. `outline` is a level, a range of levels, `deep`, or a mapping with one of them. */
  function migrateDepths(): void {
    const { sidebarDepth, outline, aside } = given
    if (typeof sidebarDepth === 'number' && Number.isInteger(sidebarDepth))
      data['sidebarDepth'] = Math.min(sidebarDepth, MAX_SIDEBAR_DEPTH)
    const level = isRecord(outline) ? (outline['level'] ?? true) : outline
    const [first, last] = level === 'deep' ? [2, 6] : Array.isArray(level) ? level : [level, level]
    if (typeof first === 'number' && typeof last === 'number') {
      data['outline'] = first <= 2 && last === 2 ? 2 : true
      if (first !== 2 || last > DEEPEST)
        left['outline'] =
          'The list of headings beside a page shows those of levels 2 and 3, or with `outline: 2` level 2.'
    } else if (isRecord(outline)) data['outline'] = level
    if (isRecord(outline) && outline['label'] !== undefined)
      left['outline.label'] =
        'The words above the list of headings are those of the interface: `label` of `outline` is not taken over.'
    if (aside === false) set('outline', false, 'aside')
    if (aside === 'left')
      left['aside'] = 'The list of headings stands after the text: `aside: left` is not taken over.'
  }

  function migrateSwitches(): void {
    for (const key of ['sidebar', 'footer', 'prev', 'next']) if (given[key] === true) delete data[key]
    if (typeof given['lastUpdated'] === 'string') {
      data['lastUpdated'] = true
      left['lastUpdated'] =
        'The date of the last change is that of the commit: the date in `lastUpdated` is not taken over.'
    }
    // VitePress takes a text for the words of the link, VuePress for its address.
    for (const key of ['prev', 'next']) {
      const value = given[key]
      if (typeof value === 'string' && /^[^/#]*\s[^/#]*$/.test(value.trim())) data[key] = { text: value }
    }
  }

  /** `[tag, attributes]`: what `meta` says. */
  function migrateHead(): void {
    const { head, meta } = given
    if (!Array.isArray(head)) return
    const metas = head.flatMap((tag: unknown) => {
      const [name, attributes] = Array.isArray(tag) ? (tag as unknown[]) : []
      const isMeta = name === 'meta' && isRecord(attributes)
      return isMeta && Object.keys(attributes).every(key => META_ATTRIBUTES.has(key)) ? [attributes] : []
    })
    if (metas.length > 0) {
      data['meta'] = Array.isArray(meta) ? [...(meta as unknown[]), ...metas] : metas
      from['meta'] = 'head'
    }
    if (metas.length < head.length)
      left['head'] =
        'Of `head` in frontmatter, `meta` with a name or property is taken over; the rest belongs in `head` of `site.config.ts`.'
  }

  /** A home page as VitePress writes it: `layout: home`, a nested `hero`, `features` with icons and links. */
  function migrateHome(): void {
    const { layout, hero, features, actions, actionText } = given
    // The theme draws an arrow of its own.
    if (typeof actionText === 'string') data['actionText'] = actionText.replace(/ \u2192$/, '')
    if (layout === 'home') {
      delete data['layout']
      set('home', true, 'layout')
    }
    if (isRecord(hero)) migrateHero(hero)
    if (Array.isArray(actions)) data['actions'] = actions.map(withoutStyle)
    if (!Array.isArray(features)) return
    const own = features.map(migrateFeature)
    data['features'] = isRecord(hero) ? own.map(fromRoot) : own
  }

  /** A hero that has no name is headed by its text; what it leaves out is not shown. */
  function migrateHero({ name, text, tagline, image, actions }: Keys): void {
    const { src, light, dark, alt } = isRecord(image) ? image : { src: image }
    const isBoth = src === undefined && light !== undefined && dark !== undefined
    set('heroText', name ?? text ?? null, 'hero')
    set('heroSubtitle', name === undefined ? undefined : text, 'hero')
    set('tagline', tagline ?? null, 'hero')
    set('heroImage', isBoth ? { light, dark } : (src ?? light ?? dark), 'hero')
    set('heroAlt', alt, 'hero')
    if (Array.isArray(actions)) set('actions', actions.map(withoutStyle).map(fromRoot), 'hero')
  }

  /** An icon is a character or a picture, of which the size is the theme's; markup is not taken over. */
  function migrateFeature(feature: unknown): unknown {
    if (!isRecord(feature)) return feature
    const { icon, ...rest } = withoutStyle(feature) as Keys
    if (isRecord(icon)) {
      const { width: _width, height: _height, wrap: _wrap, ...picture } = icon
      return { ...rest, icon: picture }
    }
    const isMarkup = typeof icon === 'string' && icon.includes('<')
    if (isMarkup)
      left['features.icon'] = 'The `icon` of a feature is a character or a picture: markup is not taken over.'
    return icon === undefined || isMarkup ? rest : { ...rest, icon }
  }
}

/** VitePress takes `guide/start`, on any page, for an address below the root. */
function fromRoot(value: unknown): unknown {
  const link = isRecord(value) ? value['link'] : undefined
  const isBelow = typeof link === 'string' && /^[^./#?:][^:]*$/.test(link)
  return isBelow ? { ...(value as Keys), link: `/${link}` } : value
}

/** Without keys about how an action or a feature looks and opens. */
function withoutStyle(value: unknown): unknown {
  if (!isRecord(value)) return value
  const { theme: _theme, type: _type, target: _target, rel: _rel, ...rest } = value
  return rest
}
