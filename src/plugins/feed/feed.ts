/** `docsgen/plugins/feed`: Atom and RSS of pages that have a `date`, one of each for every language. */
import * as z from 'zod'
import type { PluginDefinition } from '../../schema/plugin.ts'
import { absolute, feedsOf, isDated } from './entries.ts'
import { writeAtom, writeRss } from './write-xml.ts'

const options = z.strictObject({
  /** Feeds that are written. */
  formats: z
    .array(z.enum(['atom', 'rss']))
    .min(1)
    .default(['atom', 'rss']),
  /** Only pages below this address take part, in each language: `/blog/`. */
  folder: z
    .string()
    .regex(/^\/(?:.*\/)?$/, 'must begin and end with `/`')
    .default('/'),
  /** Newest pages that a feed has. */
  limit: z.number().int().min(1).default(20),
  /** Whole pages instead of what they are about. */
  content: z.boolean().default(false),
})

type Options = z.output<typeof options>

const FILES = {
  atom: { name: 'feed.xml', type: 'application/atom+xml', title: 'Atom', write: writeAtom },
  rss: { name: 'rss.xml', type: 'application/rss+xml', title: 'RSS', write: writeRss },
}

const plugin: PluginDefinition<Options> = {
  name: 'feed',
  options,
  head: ({ locale }, { options: { formats } }) =>
    formats.map(format => {
      const { name, type, title } = FILES[format]
      return { tag: 'link', attributes: { rel: 'alternate', type, title, href: locale + name } }
    }),
  files(site, { options: settings }) {
    if (site.url === undefined) return []
    return feedsOf(site, settings).flatMap(({ locale, feed }) =>
      settings.formats.map(format => {
        const { name, write } = FILES[format]
        const path = `${locale}${name}`
        return { path: path.slice(1), content: write(feed, absolute(site, path)) }
      }),
    )
  },
  checks: {
    url: {
      description: 'Feeds are wanted of a site whose configuration has no `url`.',
      severity: 'error',
      run: ({ url }) =>
        url === undefined
          ? [
              {
                message: 'Feeds need the address of the site, which the configuration does not say.',
                hint: "Write `url: 'https://docs.example.org'`.",
              },
            ]
          : [],
    },
    empty: {
      description: 'No page has a `date`: the feeds are empty.',
      run: ({ pages }, { options: { folder } }) =>
        pages.some(page => isDated(page, folder))
          ? []
          : [
              {
                message: `No page below \`${folder}\` has a \`date\`, so the feeds are empty.`,
                hint: 'Write `date: 2026-01-31` into the frontmatter of the pages that are news.',
              },
            ],
    },
  },
}

export default plugin
