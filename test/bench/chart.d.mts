/** What the chart and the README should be, from the results as they are kept. */
export function makeChart(): Promise<{ svg: string; readme: string }>
