import * as z from 'zod'

/** A content security policy as data: directive → sources, in the order in which they are written. */
export type Policy = Readonly<Record<string, readonly string[]>>

const KEYWORD =
  /^'(?:self|none|unsafe-inline|unsafe-eval|wasm-unsafe-eval|unsafe-hashes|strict-dynamic|report-sample|(?:nonce|sha(?:256|384|512))-[\w+/=-]+)'$/
const SCHEME = /^[a-z][a-z0-9+.-]*:$/i
/** With a scheme any host; without one a name with a dot, so that a keyword without its quotes is none. */
const HOST =
  /^(?:[a-z][a-z0-9+.-]*:\/\/(?:\*|(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*)|\*|(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::(?:\d+|\*))?(?:\/[^\s;,?#]*)?$/i

/** One source of a directive, as a content security policy writes it. */
const source = z
  .string()
  .refine(
    text => KEYWORD.test(text) || SCHEME.test(text) || HOST.test(text),
    "must be an origin such as https://cdn.example.org, a scheme such as https:, or a keyword in quotes such as 'self'",
  )
const sources = z.array(source).optional()

/** Further sources by directive. */
const allow = z.strictObject({
  /** Whatever no other directive speaks of. */
  'default-src': sources,
  /** Scripts. `'unsafe-inline'` would let every script of every page run. */
  'script-src': sources,
  /** Style sheets. */
  'style-src': sources,
  /** Images and icons. */
  'img-src': sources,
  /** Fonts that style sheets name. */
  'font-src': sources,
  /** Where scripts send requests to. */
  'connect-src': sources,
  /** Video, audio and their subtitles. */
  'media-src': sources,
  /** Pages in frames. */
  'frame-src': sources,
  /** Workers. */
  'worker-src': sources,
  /** The manifest of an installable site. */
  'manifest-src': sources,
  /** What `<object>` and `<embed>` show. */
  'object-src': sources,
  /** Where forms are sent to. */
  'form-action': sources,
  /** Sites that may show this one in a frame. */
  'frame-ancestors': sources,
})

/** `security` of the configuration: what pages may load. */
export const securitySchema = z.strictObject({
  /**
   * `'derived'`: strict, and the origins that the site itself uses for images, media and frames. `'strict'`: those of its
   * content are errors. `false`: no policy is written.
   */
  policy: z.union([z.enum(['derived', 'strict']), z.literal(false)]).default('derived'),
  /** What pages may load beyond that, by directive: `{ 'font-src': ['https://fonts.example.org'] }`. */
  allow: allow.prefault({}),
  /**
   * Documents of the site (HTML, XML, SVG) that Markdown may show in a frame, as patterns of their paths: `/demo/**` in the public
   * folder, `content/demo/*.svg` beside pages. Their scripts run with an origin of their own.
   */
  embed: z.array(z.string().min(1)).default([]),
  /** Writes the policy into every document, too, for hosts that send no headers. */
  meta: z.boolean().default(false),
})
