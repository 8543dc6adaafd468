export interface Budget {
  what: string
  budget: string
  /** Missing where no result is kept. */
  measured?: string
  isMet?: boolean
}
/** A row for each budget, judged by the results of these names. */
export function judge(results: Record<string, unknown>, packages: number): Budget[]
