/** Entries of a list that readers load whole. */
const MOST_WHOLE = 250
/** Entries of a section, at most. */
const MOST_IN_SECTION = 100

/** True for a list that is cut into sections. */
export function isLong(entries: number): boolean {
  return entries > MOST_WHOLE
}

/** Stretches of sorted keys, between folders where that can be. */
export function cutSections(keys: readonly string[], most = MOST_IN_SECTION): string[][] {
  const sections: string[][] = []
  for (const folder of byFolder(keys))
    for (let start = 0; start < folder.length; start += most) {
      const some = folder.slice(start, start + most)
      const last = sections.at(-1)
      if (last && last.length + some.length <= most) last.push(...some)
      else sections.push(some)
    }
  return sections
}

/** Keys that follow one another and stand in the same folder. */
function byFolder(keys: readonly string[]): string[][] {
  const folders: string[][] = []
  let open: string | undefined
  for (const key of keys) {
    const folder = key.slice(0, key.lastIndexOf('/') + 1)
    if (folder !== open) folders.push([])
    folders.at(-1)?.push(key)
    open = folder
  }
  return folders
}

/** The shortest texts that tell where each stretch begins, in the order of the keys. */
export function firstKeys(sections: readonly (readonly string[])[]): string[] {
  return sections.map(([first = ''], index) => {
    const before = sections[index - 1]?.at(-1)
    if (before === undefined) return ''
    let same = 0
    while (first[same] === before[same]) same += 1
    return first.slice(0, same + 1)
  })
}
