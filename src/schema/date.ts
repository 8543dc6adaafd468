import * as z from 'zod'

const DATE =
  /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:[Tt ]+(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(?:[Zz]|[+-]\d{1,2}(?::?\d{2})?)?$/

/** True for a day that the calendar has, with a time of day or without, as YAML and ISO 8601 write them; or for a month. */
function isDate(text: string): boolean {
  const [whole, year, month, day = '1', hour = '0', minute = '0', second = '0'] = DATE.exec(text.trim()) ?? []
  if (whole === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

/** The date of a page, as written: no time zone can move it. */
export const pageDate = z
  .string()
  .refine(isDate, { error: ({ input }) => `\`${String(input)}\` is no date: write it as \`2024-05-31\`` })
