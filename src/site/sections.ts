import type { Section } from '../schema/page.ts'
import { align } from '../shared/align.ts'
import { ownSections } from '../shared/translations.ts'

/** A section of the source beside the section of the translation that says the same; one is absent where there is none. */
export interface SectionPair {
  source?: Section
  translation?: Section
}

/** Matches the own sections of two pages: by shared id, by title, by shared code, else by level and position. */
export function matchSections(source: readonly Section[], translation: readonly Section[]): SectionPair[] {
  const left = ownSections(source)
  const right = ownSections(translation)
  const titles = [left.find(hasHeading), right.find(hasHeading)]
  const pairs = align({ left: left.length, right: right.length }, (i, j) => {
    const areTitles = left[i] === titles[0] && right[j] === titles[1]
    return likeness(left[i], right[j], areTitles)
  })
  return pairs.map(pair => {
    const from = pair.left === undefined ? undefined : left[pair.left]
    const to = pair.right === undefined ? undefined : right[pair.right]
    return { ...(from ? { source: from } : {}), ...(to ? { translation: to } : {}) }
  })
}

function hasHeading({ depth }: Section): boolean {
  return depth > 0
}

/**
 * 0 when two sections cannot be the same one. A shared id counts most, then being the titles of their pages in the same level
 * (`areTitles`), then shared code, then position.
 */
function likeness(a: Section | undefined, b: Section | undefined, areTitles: boolean): number {
  if (!a || !b) return 0
  if ((a.depth === 0) !== (b.depth === 0)) return 0
  const code =
    a.code.filter(block => b.code.includes(block)).length / Math.max(a.code.length, b.code.length, 1)
  const isLevel = a.depth === b.depth
  const title = areTitles && isLevel ? 1.5 : 0
  return (a.id === b.id ? 4 : 0) + title + 2 * code + (isLevel ? 1 : 0.25)
}

/** True when two pages have the same number of headings of their own, in the same levels. */
export function hasSameShape(a: readonly Section[], b: readonly Section[]): boolean {
  const depths = (sections: readonly Section[]) =>
    ownSections(sections)
      .map(section => section.depth)
      .filter(depth => depth > 0)
      .join()
  return depths(a) === depths(b)
}
