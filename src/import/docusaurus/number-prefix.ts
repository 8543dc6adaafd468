/** `2021-11-foo`, `7.0-foo`: dates and versions are no numbers in front. */
const IGNORED = /^\d+[-_.]\d+/
const PREFIXED = /^(\d+)\s*[-_.]+\s*([^-_.\s].*)$/

/** The name of a file or folder without the number in front that orders it: `02-basics` is `basics`, 2. */
export function readNumber(name: string): { name: string; position?: number } {
  const [, digits, rest] = IGNORED.test(name) ? [] : (PREFIXED.exec(name) ?? [])
  return rest === undefined ? { name } : { name: rest, position: Number(digits) }
}

/** A path with the numbers of all its names taken away. */
export function withoutNumbers(path: string): string {
  return path
    .split('/')
    .map(name => readNumber(name).name)
    .join('/')
}
