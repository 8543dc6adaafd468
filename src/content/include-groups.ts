import type { SourceFile } from '../schema/page.ts'

/**
 * Puts files together with those that they include: what they share is parsed once when one thread has all of them.
 * Each file is in one group. The longest group is first: what is left for the end, when threads are to finish together,
 * should be short.
 */
export function includeGroups<File extends Pick<SourceFile, 'file' | 'includes' | 'body'>>(
  files: readonly File[],
): File[][] {
  const byName = new Map(files.map(file => [file.file, file]))
  const groupOf = new Map<File, File[]>()
  // `includes` has the indirect ones too, so that whoever includes a file has more of them and comes first.
  for (const file of files.toSorted((a, b) => b.includes.length - a.includes.length)) {
    const group = groupOf.get(file) ?? []
    for (const member of [file, ...file.includes.map(name => byName.get(name))]) {
      if (!member || groupOf.has(member)) continue
      groupOf.set(member, group)
      group.push(member)
    }
  }
  const groups = [...new Set(groupOf.values())]
  const lengths = new Map(groups.map(group => [group, group.reduce((sum, { body }) => sum + body.length, 0)]))
  return groups.toSorted((a, b) => (lengths.get(b) ?? 0) - (lengths.get(a) ?? 0))
}
