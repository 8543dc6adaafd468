import { isRecord, set, type TakenOver } from './taken-over.ts'

/** Keys about how an action or a feature looks and opens. */
const LOOKS = new Set(['theme', 'type', 'target', 'rel'])

/** A home page as VitePress writes it: `layout: home`, a nested `hero`, `features` with icons and links. */
export function takeOverHome(given: Readonly<Record<string, unknown>>, taken: TakenOver): void {
  const { layout, hero, features, actions, actionText } = given
  // The theme draws an arrow of its own.
  if (typeof actionText === 'string') taken.data['actionText'] = actionText.replace(/ \u2192$/, '')
  if (layout === 'home') {
    delete taken.data['layout']
    set(taken, 'home', true, 'layout')
  }
  if (isRecord(hero)) takeOverHero(hero, taken)
  if (Array.isArray(actions)) taken.data['actions'] = actions.map(withoutLooks)
  if (Array.isArray(features))
    taken.data['features'] = features
      .map(one => takeOverFeature(one, taken))
      .map(one => (isRecord(hero) ? fromRoot(one) : one))
}

/** A hero that has no name is headed by its text; what it leaves out is not shown. */
function takeOverHero(hero: Record<string, unknown>, taken: TakenOver): void {
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
function takeOverFeature(feature: unknown, taken: TakenOver): unknown {
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
