import type { SiteConfig } from '../../schema/config.ts'
import type { Frontmatter } from '../../schema/frontmatter.ts'
import { type Container, knowsCustomIds, type PageSummary, type Section } from '../../schema/page.ts'
import type { ReadableSite } from '../../schema/translation.ts'
import { groupBy } from '../../shared/findings.ts'
import { matchSections, type SectionPair } from '../../site/stamp.ts'
import { listTranslations } from '../../site/translations.ts'
import { defineRule, listNames, type Problem, startOf } from './rule.ts'

/** A translation beside its source. */
export interface TranslatedPage {
  locale: string
  source: PageSummary
  page: PageSummary
}

/** Every translation that has a source: what the parity rules compare, as far as both can be read. */
export function listPairs(site: ReadableSite): TranslatedPage[] {
  return listTranslations(site).flatMap(({ locale, source, page }) =>
    source && page && !source.incomplete && !page.incomplete ? [{ locale, source, page }] : [],
  )
}

/** Headings whose id is another one in the translation: a link copied from the source breaks there. */
const anchors = defineRule(
  'parity/anchors',
  'info',
  'Headings of a translation have different ids than the source.',
  site => listPairs(site).flatMap(pair => compareIds(pair, site)),
)

/** One problem per page, at the first heading with another id. */
function compareIds({ source, page }: TranslatedPage, { config, textOf }: ReadableSite): Problem[] {
  const matched = matchSections(textOf(source).sections, textOf(page).sections)
  const pairs = matched.filter(pair => pair.source?.depth && pair.translation)
  const other = pairs.filter(pair => pair.source?.id !== pair.translation?.id)
  const [first] = other
  if (!first?.source || !first.translation) return []
  return [
    {
      place: first.translation.place ?? startOf(page),
      message: `${other.length} of ${pairs.length} headings have other ids than the source, first \`#${first.translation.id}\` for \`#${first.source.id}\`.`,
      ...(knowsCustomIds(config.markdown.slugs)
        ? {
            hint: `Pin the id with \`{#${first.source.id}}\` at the end of the heading; \`docsgen check --fix\` does it for all.`,
          }
        : {}),
    },
  ]
}

/** Tips, warnings and details that a translation lost or added. */
const containers = defineRule(
  'parity/containers',
  'warning',
  'Containers (tip, warning, …) of a translation differ from the source in number.',
  site => listPairs(site).flatMap(pair => compareContainers(pair, site.config)),
)

/** One problem per page, naming each kind that differs. */
function compareContainers({ source, page }: TranslatedPage, { markdown }: SiteConfig): Problem[] {
  // A translated keyword counts as the kind it stands for.
  const kindOf = ({ name }: Container) => markdown.containers[name]?.kind ?? name
  const [wanted, found] = [source, page].map(({ containers: all }) =>
    groupBy(
      all.filter(({ own }) => own),
      kindOf,
    ),
  )
  if (!wanted || !found) return []
  const differing = [...new Set([...wanted.keys(), ...found.keys()])]
    .filter(kind => wanted.get(kind)?.length !== found.get(kind)?.length)
    .toSorted()
  if (differing.length === 0) return []
  const parts = differing.map(kind => {
    const lines = (wanted.get(kind) ?? []).map(({ place }) => place.line)
    const there = lines.length > 0 ? ` (line ${lines.join(', ')})` : ''
    return `${found.get(kind)?.length ?? 0} × \`${kind}\` instead of ${lines.length}${there}`
  })
  const first = page.containers.find(one => one.own && differing.includes(kindOf(one)))
  return [
    {
      place: first?.place ?? startOf(page),
      message: `The containers differ from \`${source.file}\`: ${parts.join(', ')}.`,
    },
  ]
}

/** Keys that decide how a page is built: they say the same in every language. */
const SAME = [
  'layout',
  'home',
  'navbar',
  'sidebar',
  'sidebarDepth',
  'order',
  'outline',
  'pageClass',
  'search',
  'unlisted',
  'heroImage',
  'tags',
] as const satisfies (keyof Frontmatter)[]

/** Texts for readers: there in every language, and not the source's own words. */
const TRANSLATED = [
  'title',
  'description',
  'heroText',
  'tagline',
  'actionText',
  'heroAlt',
] as const satisfies (keyof Frontmatter)[]

/** Sentences; a title may be a name. */
const SENTENCES = ['description', 'tagline'] as const satisfies (keyof Frontmatter)[]

/** From here on two equal texts are no coincidence. */
const MIN_WORDS = 4

/** Frontmatter that a translation lost, left untranslated, or that builds its page otherwise. */
const frontmatter = defineRule(
  'parity/frontmatter',
  'warning',
  'Frontmatter of a translation differs from the source where it should be the same, or is not translated.',
  site => listPairs(site).flatMap(compareFrontmatter),
)

function compareFrontmatter({ source, page }: TranslatedPage): Problem[] {
  const wanted = source.record.frontmatter
  const found = page.record.frontmatter
  const place = startOf(page)
  const other = SAME.filter(key => settingOf(key, wanted) !== settingOf(key, found))
  const lacking = TRANSLATED.filter(key => isText(wanted[key]) && !isText(found[key]))
  const copied = SENTENCES.filter(key => isSentence(wanted[key]) && wanted[key] === found[key])
  return [
    ...other.map(key => ({
      place,
      message: `\`${key}\` is ${show(found[key])} here and ${show(wanted[key])} in \`${source.file}\`.`,
    })),
    ...(lacking.length > 0
      ? [{ place, message: `The frontmatter lacks ${listNames(lacking)}, which \`${source.file}\` has.` }]
      : []),
    ...(copied.length > 0
      ? [{ place, message: `The frontmatter's ${listNames(copied)} is not translated.` }]
      : []),
    ...compareFeatures(wanted, found).map(message => ({ place, message })),
  ]
}

/** What a key says apart from texts: those in `sidebar` are translated. */
function settingOf(key: (typeof SAME)[number], frontmatter: Frontmatter): string | undefined {
  const value = frontmatter[key]
  if (key !== 'sidebar' || typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value)
  const { hidden = false, collapsed = null } = value as { hidden?: boolean; collapsed?: boolean }
  return hidden || collapsed !== null ? JSON.stringify({ hidden, collapsed }) : undefined
}

function compareFeatures(wanted: Frontmatter, found: Frontmatter): string[] {
  const expected = wanted.features?.length ?? 0
  const actual = found.features?.length ?? 0
  return expected === actual ? [] : [`\`features\` has ${actual} entries here and ${expected} in the source.`]
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

function isSentence(value: unknown): boolean {
  return typeof value === 'string' && value.trim().split(/\s+/).length >= MIN_WORDS
}

function show(value: unknown): string {
  return value === undefined ? 'not set' : `\`${JSON.stringify(value)}\``
}

/** A translation whose headings are built otherwise than those of its source. */
const headings = defineRule(
  'parity/headings',
  'warning',
  'Headings of a translation differ from the source in number or level.',
  site => listPairs(site).flatMap(pair => compareHeadings(pair, site)),
)

/** One problem per page, at the first difference. */
function compareHeadings({ source, page }: TranslatedPage, { textOf }: ReadableSite): Problem[] {
  const matched = matchSections(textOf(source).sections, textOf(page).sections)
  const pairs = matched.filter(pair => isHeading(pair.source) || isHeading(pair.translation))
  const lacking = pairs.flatMap(pair => (pair.source && !pair.translation ? [pair.source] : []))
  const extra = pairs.flatMap(pair => (pair.translation && !pair.source ? [pair.translation] : []))
  const moved = pairs.filter(
    pair => pair.source && pair.translation && pair.source.depth !== pair.translation.depth,
  )
  if (lacking.length + extra.length + moved.length === 0) return []
  const parts = [
    ...(lacking.length > 0 ? [`lacks ${titles(lacking)}`] : []),
    ...(extra.length > 0 ? [`adds ${titles(extra)}`] : []),
    ...(moved.length > 0 ? [`has ${moved.map(levels).join(', ')}`] : []),
  ]
  return [
    {
      place: firstDifference(pairs) ?? startOf(page),
      message: `The headings differ from \`${source.file}\`: this page ${parts.join(' and ')}.`,
    },
  ]
}

function isHeading(section: Section | undefined): boolean {
  return section !== undefined && section.depth > 0
}

function titles(sections: readonly Section[]): string {
  const shown = sections.slice(0, 5).map(section => `“${section.title}” (level ${section.depth})`)
  const more = sections.length - shown.length
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function levels({ source, translation }: SectionPair): string {
  return `“${translation?.title}” at level ${translation?.depth} instead of ${source?.depth}`
}

function firstDifference(pairs: readonly SectionPair[]): Problem['place'] {
  let before: Problem['place']
  for (const { source, translation } of pairs) {
    if (!translation) return before
    if (source?.depth !== translation.depth) return translation.place
    before = translation.place
  }
  return undefined
}

/** Rules on whether a translation has the form of its source; code is compared in `parity-code.ts`. */
export const parity = [anchors, containers, frontmatter, headings]
