import type { Section } from '../schema/page.ts'
import type { SourceChanges } from '../schema/translation.ts'

/** `changed “Options”, added “Props”, removed “data”`. */
export function describeChanges({ changed, added, removed }: SourceChanges): string {
  const part = (verb: string, names: string[]) =>
    names.length > 0 ? [`${verb} ${names.map(name => `“${name || 'the introduction'}”`).join(', ')}`] : []
  const title = (section: Section) => section.title || section.id
  return [
    ...part('changed', changed.map(title)),
    ...part('added', added.map(title)),
    ...part('removed', removed),
  ].join('; ')
}
