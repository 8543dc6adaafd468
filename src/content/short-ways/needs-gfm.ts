/** Tables, strikethrough, footnotes and task lists all need one of these. */
const MARKS = /[|~]|:-|-:|\[[\^ xX\t\n]/

/** True for a text that may hold an addition of GitHub: others are parsed without them. */
export function needsGfm(text: string): boolean {
  return MARKS.test(text)
}
