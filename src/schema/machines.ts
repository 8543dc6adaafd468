import * as z from 'zod'
import { safeAddress } from './address.ts'

/** What a site has for programs that read it (specification 20): none of it by default. */
export const machinesSchema = z.strictObject({
  /** A Markdown twin of each page (`/guide/start.md`), `llms.txt` and `llms-full.txt`. */
  markdown: z.boolean().default(false),
  /** Title, language, dates, authors and breadcrumbs of each page as JSON-LD. */
  structuredData: z.boolean().default(false),
  /** The picture that other sites show with a link to a page that has none of its own: a path of the site, or a whole address. */
  image: z
    .union(
      [
        safeAddress.regex(/^(?:\/(?!\/)|https?:)/i, 'must start with `/` or `https:`'),
        z.strictObject({
          src: safeAddress.regex(/^(?:\/(?!\/)|https?:)/i, 'must start with `/` or `https:`'),
          alt: z.string().optional(),
        }),
      ],
      { error: 'must be an address that starts with `/` or `https:`, or a mapping with `src` and `alt`' },
    )
    .optional(),
  /** `opensearch.xml`, by which browsers offer the search of the site. */
  openSearch: z.boolean().default(false),
  /** `manifest.webmanifest`, by which browsers install the site. */
  manifest: z.boolean().default(false),
})
