import * as z from 'zod'

/** An address of a script or of a service; the site's own may start with a slash. */
const address = z
  .string()
  .regex(/^(?:https?:\/\/[^\s"'<>]+|\/[^\s"'<>]*)$/, 'must start with https:// or with /')
const id = z.string().regex(/^[\w.-]+$/, 'may hold letters, digits, `-`, `_` and `.` only')

const plausible = z.strictObject({
  provider: z.literal('plausible'),
  /** The site's name there; the host of `url` by default. */
  domain: id.optional(),
  /** The script for pages that report themselves (`manual`). */
  script: address.default('https://plausible.io/js/script.manual.js'),
  /** Where views are sent, if not to the host of the script. */
  api: address.optional(),
})

const fathom = z.strictObject({
  provider: z.literal('fathom'),
  /** The site's id there. */
  site: id,
  script: address.default('https://cdn.usefathom.com/script.js'),
})

const umami = z.strictObject({
  provider: z.literal('umami'),
  /** The site's id there. */
  website: id,
  script: address.default('https://cloud.umami.is/script.js'),
  /** Where views are sent, if not where the script sends them. */
  api: address.optional(),
})

const google = z.strictObject({
  provider: z.literal('google'),
  /**
   * The measurement id, `G-…`. Switch "page changes based on browser history events" off there: page changes are
   * reported with their titles.
   */
  id,
  script: address.default('https://www.googletagmanager.com/gtag/js'),
})

const matomo = z.strictObject({
  provider: z.literal('matomo'),
  /** Address of the installation, with a slash at the end. */
  url: address.refine(url => url.endsWith('/'), 'must end with a slash'),
  /** The site's id there. */
  site: id,
  /** The script; `matomo.js` of the installation by default. */
  script: address.optional(),
})

/**
 * `analytics` of the configuration: counts page views by a service. It is loaded after the reader's first
 * sign, and never for readers whose browser asks not to be tracked. The policy allows what it needs.
 */
export const analyticsSchema = z.discriminatedUnion('provider', [plausible, fathom, umami, google, matomo])

export type Analytics = z.output<typeof analyticsSchema>
