import type { Page, PlacedSite } from '../schema/site.ts'

/** Gives the JSON-LD of pages; undefined for a site that does not want any, for which nothing is loaded. */
export type StructuredData = ((page: Page) => string | undefined) | undefined

export async function structuredData(site: PlacedSite): Promise<StructuredData> {
  if (!site.config.machines.structuredData) return undefined
  const { createStructuredData } = await import('../site/structured-data.ts')
  return createStructuredData(site)
}

/** As a part of what a page is rendered from. */
export function dataOf(data: string | undefined): { data?: string } {
  return data === undefined ? {} : { data }
}
