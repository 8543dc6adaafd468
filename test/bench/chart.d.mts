/** What the chart and the README should be, from the results as they are kept. */
export function makeChart(): Promise<{ svg: string; readme: string }>
/** Files that are not what the results say. */
export function staleFiles(): Promise<string[]>
