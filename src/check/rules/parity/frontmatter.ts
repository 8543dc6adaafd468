import type { Frontmatter } from '../../../schema/frontmatter.ts'
import { defineRule, listNames, type Problem, startOf } from '../rule.ts'
import { listPairs, type TranslatedPage } from './pairs.ts'

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
export const frontmatter = defineRule(
  {
    id: 'parity/frontmatter',
    severity: 'warning',
    description:
      'Frontmatter of a translation differs from the source where it should not, or is not translated.',
  },
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
