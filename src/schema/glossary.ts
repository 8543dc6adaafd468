import * as z from 'zod'

const forms = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)])

const entry = z.strictObject({
  /** As the source language has it. */
  term: z.string().min(1),
  /** It stays as it is in every language. */
  keep: z.boolean().optional(),
  /** Locale path → how it is translated: one of these. */
  as: z.record(z.string(), forms).optional(),
  /** Locale path → how it is not translated. */
  not: z.record(z.string(), forms).optional(),
})

/** Terms and how languages say them; entries that contradict each other are errors at the later one. */
export const glossarySchema = z.array(entry).superRefine((entries, context) => {
  const known = new Map<string, number>()
  for (const [index, { term, keep, as = {}, not = {} }] of entries.entries()) {
    const report = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path: [index, ...path], message })
    const before = known.get(term.toLowerCase())
    if (before !== undefined) report(['term'], `says “${term}” again, which entry ${before + 1} is about`)
    known.set(term.toLowerCase(), index)
    if (keep && Object.keys(as).length > 0)
      report(['keep'], 'keeps a term that `as` translates: take one of them out')
    if (!keep && Object.keys(as).length + Object.keys(not).length === 0) {
      report([], 'must have `keep`, `as` or `not`, to say something of the term')
    }
    for (const [locale, words] of Object.entries(not)) {
      const both = formsOf(words).find(word => formsOf(keep ? term : as[locale]).includes(word))
      if (both !== undefined) report(['not', locale], `forbids “${both}”, which the same entry asks for`)
    }
  }
})

export type GlossaryEntry = z.output<typeof entry>

/** One form or several, as a list. */
export function formsOf(forms: string | readonly string[] | undefined): readonly string[] {
  return typeof forms === 'string' ? [forms] : (forms ?? [])
}
