/** How serious a finding is. `error` makes a command exit with 1. */
export type Severity = 'info' | 'warning' | 'error'

/** A position in a file: POSIX path relative to the site's root; line and column are 1-based. */
export interface Place {
  file: string
  line: number
  column: number
}

/** Where a key of the configuration is, or a text below it; undefined where that isn't known. */
export type LocateKey = (path: readonly PropertyKey[], value?: string) => Place | undefined

/**
 * One problem, as data. Everything a user can do wrong is reported as a finding; only bugs throw.
 * `rule` is a stable id such as `links/anchor`; `hint` says what to do about it.
 */
export interface Finding {
  rule: string
  severity: Severity
  message: string
  /** Absent only for problems of the site as a whole. */
  place?: Place | undefined
  hint?: string | undefined
  /** Path of the language that it is about, where it stands elsewhere. */
  locale?: string | undefined
}
