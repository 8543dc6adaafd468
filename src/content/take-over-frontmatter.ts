import { META_ATTRIBUTES } from '../schema/address.ts'
import { takeOverHome } from './take-over-home.ts'
import { isRecord, set, type TakenOver } from './taken-over.ts'

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
 * Frontmatter as VuePress (B137) and VitePress write it, in the keys that have a meaning here. What is not of their form
 * stays as it is, for the schema to judge; a key of ours wins over what another form says of it.
 * @param knownKeys keys of ours and of plugins, whose keys are theirs alone
 */
export function takeOverFrontmatter(
  written: Readonly<Record<string, unknown>>,
  knownKeys: readonly string[] = [],
): TakenOver {
  const taken: TakenOver = { data: { ...written }, left: {}, from: {} }
  const entries = Object.entries(written)
  const given = Object.fromEntries(entries.filter(([key]) => !isForeignKey(key) || !knownKeys.includes(key)))
  for (const key of Object.keys(given).filter(isForeignKey))
    if (!UNDERSTOOD[key]?.(given[key]))
      taken.left[key] = `\`${key}\` has no meaning here; it is kept as it is.`
  takeOverDepths(given, taken)
  takeOverSwitches(given, taken)
  takeOverHead(given, taken)
  takeOverHome(given, taken)
  return taken
}

/** B168: 2 is as deep as a sidebar goes, that of VuePress, too. `outline` is a level, a range of levels, `deep`, or a mapping with one of them. */
function takeOverDepths({ sidebarDepth, outline, aside }: Record<string, unknown>, taken: TakenOver): void {
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

function takeOverSwitches(given: Record<string, unknown>, { data, left }: TakenOver): void {
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
function takeOverHead({ head, meta }: Record<string, unknown>, taken: TakenOver): void {
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
