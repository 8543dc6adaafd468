import * as z from 'zod'
import {
  basePath,
  headEntry,
  identifier as id,
  languageTag,
  matching,
  refined,
  record,
  redirectTarget,
  safeAddress,
  siteAddress,
  SLUGS,
  slashed,
  words,
  announcement,
  colorsSchema,
  fontsSchema,
  label,
  navItem,
  picture,
  sidebar,
  socialLink,
} from './values.ts'
import { CONTAINER_KINDS } from './containers.ts'
import { PLURAL_FORMS, TEXT_NAMES } from './strings.ts'
import { ADDRESS_FORMS } from '../shared/addresses.ts'

// `docs/reference/configuration.json` describes the keys.

const flag = z.boolean().default(false)
const text = z.string().min(1)
const texts = z.array(text).default([])
const address = matching(/^(?:https?:\/\/[^\s"'<>]+|\/[^\s"'<>]*)$/, 'must start with https:// or with /')

const analyticsSchema = z.discriminatedUnion('provider', [
  z.strictObject({
    provider: z.literal('plausible'),
    domain: id.optional(),
    script: address.default('https://plausible.io/js/script.manual.js'),
    api: address.optional(),
  }),
  z.strictObject({
    provider: z.literal('fathom'),
    site: id,
    script: address.default('https://cdn.usefathom.com/script.js'),
  }),
  z.strictObject({
    provider: z.literal('umami'),
    website: id,
    script: address.default('https://cloud.umami.is/script.js'),
    api: address.optional(),
  }),
  z.strictObject({
    provider: z.literal('google'),
    id,
    script: address.default('https://www.googletagmanager.com/gtag/js'),
  }),
  z.strictObject({
    provider: z.literal('matomo'),
    url: address.refine(url => url.endsWith('/'), 'must end with a slash'),
    site: id,
    script: address.optional(),
  }),
])

export type Analytics = z.output<typeof analyticsSchema>

/** Directive → sources, in order. */
export type Policy = Readonly<Record<string, readonly string[]>>

const KEYWORD =
  /^'(?:self|none|unsafe-inline|unsafe-eval|wasm-unsafe-eval|unsafe-hashes|strict-dynamic|report-sample|(?:nonce|sha(?:256|384|512))-[\w+/=-]+)'$/
const SCHEME = /^[a-z][a-z0-9+.-]*:$/i
/** Without a scheme, only a name with a dot: a keyword without quotes isn't a host. */
const HOST =
  /^(?:[a-z][a-z0-9+.-]*:\/\/(?:\*|(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*)|\*|(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::(?:\d+|\*))?(?:\/[^\s;,?#]*)?$/i

const source = refined(
  text => KEYWORD.test(text) || SCHEME.test(text) || HOST.test(text),
  "must be an origin such as https://cdn.example.org, a scheme such as https:, or a keyword in quotes such as 'self'",
)

const DIRECTIVES = [
  ...words('default-src script-src style-src img-src font-src connect-src media-src frame-src'),
  ...words('worker-src manifest-src object-src form-action frame-ancestors'),
]

const securitySchema = z.strictObject({
  policy: z.union([z.enum(['derived', 'strict']), z.literal(false)]).default('derived'),
  allow: z.strictObject(record(DIRECTIVES, z.array(source).optional())).prefault({}),
  embed: texts,
  meta: flag,
  upgradeInsecureRequests: z.boolean().optional(),
})

const forms = z.union([text, z.array(text).min(1)])

const entry = z.strictObject({
  term: text,
  keep: z.boolean().optional(),
  as: z.record(z.string(), forms).optional(),
  not: z.record(z.string(), forms).optional(),
})

/** Contradictions are errors at the later entry. */
export const glossarySchema = z.array(entry).superRefine((entries, context) => {
  const known = new Map<string, number>()
  for (const [index, { term, keep, as = {}, not = {} }] of entries.entries()) {
    const report = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path: [index, ...path], message })
    const before = known.get(term.toLowerCase())
    if (before !== undefined) report(['term'], `repeats “${term}”, which is already in entry ${before + 1}`)
    known.set(term.toLowerCase(), index)
    if (keep && Object.keys(as).length > 0)
      report(['keep'], 'has `keep` and `as` for the same term: remove one of them')
    if (!keep && Object.keys(as).length + Object.keys(not).length === 0)
      report([], 'needs `keep`, `as` or `not`')
    for (const [locale, words] of Object.entries(not)) {
      const both = formsOf(words).find(word => formsOf(keep ? term : as[locale]).includes(word))
      if (both !== undefined) report(['not', locale], `forbids “${both}”, which the same entry requires`)
    }
  }
})

export type GlossaryEntry = z.output<typeof entry>

export function formsOf(forms: string | readonly string[] | undefined): readonly string[] {
  return typeof forms === 'string' ? [forms] : (forms ?? [])
}

/** `/1.x/`: names that need no encoding in addresses. */
export const FOLDER = /^\/(?:(?!\.{1,2}\/)[\w.~+-]+\/)+$/

export const versionId = matching(
  /^\w[\w.+-]*$/,
  'may only contain letters, digits, dots, `+`, `-` and `_`, such as `2.x`',
)

/** The current version has neither `from` nor `ref`. */
const version = z.strictObject({
  id: versionId,
  label: text.optional(),
  path: matching(FOLDER, 'must start and end with a slash and name a folder, such as `/1.x/`').optional(),
  from: text.optional(),
  ref: matching(/^(?![-/])[^\s~^:?*[\\]+$/, 'must be the name of a branch or a tag').optional(),
  noindex: flag,
})

export interface Version {
  id: string
  label: string
  /** Below the base of the site; `/` for the current version. */
  path: string
  /** Absent for the current version. */
  source?: { from: string } | { ref: string }
  noindex: boolean
}

export function listVersions({ versions }: Pick<SiteConfig, 'versions'>): Version[] {
  return versions.map(({ id, label = id, path = `/${id}/`, from, ref, noindex }) => {
    const source = from === undefined ? (ref === undefined ? undefined : { ref }) : { from }
    return source ? { id, label, path, source, noindex } : { id, label, path: '/', noindex }
  })
}

const fallback = z.enum(['page', 'none'])
/** A trailing `*` matches any rest; the longest match counts. */
const innerPath = z.string().startsWith('/', 'must be a path inside the language, such as `/blog/*`')
const fallbackSetting = z.union([fallback, z.record(innerPath, fallback)])

export type FallbackSetting = z.output<typeof fallbackSetting>

const pictureAddress = safeAddress.regex(/^(?:\/(?!\/)|https?:)/i, 'must start with `/` or `https:`')
const pagePicture = z.strictObject({ src: pictureAddress, alt: z.string().optional() })
const PICTURE = 'must be a URL that starts with `/` or `https:`, or an object with `src` and `alt`'

const machinesSchema = z.strictObject({
  markdown: flag,
  structuredData: flag,
  image: z.union([pictureAddress, pagePicture], PICTURE).optional(),
  openSearch: flag,
  manifest: flag,
})

export function isCacheAddress(remote: string) {
  return /^https?:\/\/[^\s/?#]+(?:\/[^\s?#]*)?$/i.test(remote) && URL.canParse(remote)
}

export const stringsSchema = z.strictObject({
  ...record(TEXT_NAMES, z.string()),
  ...record(PLURAL_FORMS, z.string().optional()),
})

const locale = z.strictObject({
  lang: languageTag,
  label: z.string().optional(),
  dir: z.enum(['ltr', 'rtl']).optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  selectText: z.string().optional(),
  editLinkText: z.string().optional(),
  nav: z.array(navItem).optional(),
  sidebar: sidebar.optional(),
  strings: stringsSchema.partial().optional(),
  fallback: fallbackSetting.optional(),
})

const docsearch = z.strictObject({
  provider: z.literal('docsearch'),
  key: z.string().default(''),
  indexName: z.string().default(''),
  appId: z.string().default('BH4D9OD16A'),
  hosts: z.array(z.string()).default([]),
  facetFilters: z.array(z.string()).default([]),
})

const notice = z.strictObject({ text: label, link: safeAddress.optional(), linkText: label.optional() })

const theme = z.strictObject({
  search: z.union([z.literal('local'), z.literal(false), docsearch]).default('local'),
  repo: safeAddress.optional(),
  repoLabel: z.string().optional(),
  docsRepo: safeAddress.optional(),
  docsDir: z.string().optional(),
  docsBranch: z.string().default('main'),
  editLinks: flag,
  editLinkPattern: matching(
    /^(?:https?:\/\/|:repo\/)[^\s"'<>]*:path\b/,
    'must start with `https://` or `:repo/` and contain `:path`',
  ).optional(),
  lastUpdated: flag,
  nav: z.array(navItem).default([]),
  sidebar: sidebar.default('auto'),
  sidebarDepth: z.number().int().min(0).max(2).default(1),
  outline: z.boolean().default(true),
  notice: notice.optional(),
  footer: label.optional(),
  logo: picture.optional(),
  announcement: announcement.optional(),
  suggestLanguage: flag,
  socialLinks: z.array(socialLink).default([]),
  colors: colorsSchema.optional(),
  fonts: fontsSchema.optional(),
})

const container = z.strictObject({ kind: z.enum(CONTAINER_KINDS), title: label.optional() })

const markdown = z.strictObject({
  slugs: z.enum(SLUGS).default('github'),
  html: z.enum(['allow', 'sanitize', 'escape']).default('sanitize'),
  emoji: z.boolean().default(true),
  lineNumbers: flag,
  codeWords: texts,
  includeRoot: z.string().default('.'),
  allowFiles: texts,
  containers: z.record(z.string(), container).default({}),
  elements: z.array(matching(/^[a-z][a-z0-9-]*$/i, 'Write the name alone, such as `my-chart`.')).default([]),
})

const exemption = z.strictObject({
  rules: z.array(z.string()).min(1),
  locales: z.array(z.string()).optional(),
  pages: z.array(z.string()).min(1),
  reason: text,
})

const external = z.strictObject({
  timeout: z.number().int().positive().max(120_000).default(10_000),
  concurrency: z.number().int().min(1).max(64).default(8),
  ignore: texts,
})

const check = z.strictObject({
  rules: z.record(z.string(), z.enum(['off', 'info', 'warning', 'error'])).default({}),
  build: z.enum(['error', 'warn']).default('error'),
  minCoverage: z.record(z.string(), z.number().min(0).max(100)).default({}),
  exemptions: z.array(exemption).default([]),
  glossary: z.union([glossarySchema, text]).default([]),
  dashboard: flag,
  search: z.record(text, z.union([siteAddress, z.array(siteAddress).min(1)])).default({}),
  external: external.prefault({}),
})

const origin = matching(
  /^https?:\/\/[^/]+$/,
  'must be an origin such as https://docs.example.org, without a path',
)
const host = matching(
  /^\.?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i,
  'must be a host name; with a leading dot, it covers all subdomains',
)
const rewrittenPath = matching(
  /^(?!\/|.*(?:^|\/)\.{1,2}\/)[^\\]+$/,
  'must be a path below the content folder, without `.` and `..`',
)

const search = z.strictObject({
  synonyms: z.array(z.array(matching(/^[^,/]+$/, 'must not contain commas or slashes')).min(2)).default([]),
  boost: z.record(siteAddress, z.number().min(0.1).max(10)).default({}),
})

const plugin = z.union([
  text.meta({ form: 'the name of a plugin' }),
  z.tuple([text, z.record(z.string(), z.json())]).meta({ form: '`[name, { … }]` with JSON options' }),
])

const retiredWorker = siteAddress.regex(
  /^\/(?!service-worker\.js$)(?:(?!\.{1,2}\/)[^/?#]+\/)*[^/?#]+\.m?js$/,
  'must be the path of a script, such as `/sw.js`, but not `/service-worker.js`',
)

const offline = z.strictObject({
  enabled: z.boolean().default(true),
  keepAssets: z.number().int().min(0).max(10).default(2),
  maxFileSize: z.number().int().positive().default(2_097_152),
  retire: z.array(retiredWorker).default([]),
})

const cache = z.strictObject({
  remote: refined(isCacheAddress, 'must be a URL such as https://cache.example.org/docs').optional(),
  write: z.boolean().optional(),
})

export const configSchema = z.strictObject({
  title: z.string().default(''),
  description: z.string().default(''),
  url: origin.optional(),
  base: basePath.default('/'),
  urls: z.enum(ADDRESS_FORMS).default('html'),
  formerUrls: z.array(z.enum(ADDRESS_FORMS)).optional(),
  contentDir: z.string().default('content'),
  exclude: texts,
  rewrites: z.record(z.string(), rewrittenPath).default({}),
  publicDir: z.string().default('public'),
  outDir: z.string().default('dist'),
  head: z.array(headEntry).default([]),
  redirects: z.record(siteAddress, redirectTarget).default({}),
  locales: z.record(slashed, locale).default({ '/': { lang: 'en-US' } }),
  fallback: fallbackSetting.default('page'),
  fallbackLocales: z.record(z.string(), z.array(z.string())).default({}),
  versions: z.array(version).default([]),
  theme: theme.prefault({}),
  search: search.prefault({}),
  markdown: markdown.prefault({}),
  plugins: z.array(plugin).default([]),
  offline: z.union([z.literal(false), z.literal('uninstall'), offline]).prefault({}),
  print: flag,
  noindex: flag,
  analytics: analyticsSchema.optional(),
  machines: machinesSchema.prefault({}),
  security: securitySchema.prefault({}),
  server: z.strictObject({ allowedHosts: z.array(host).default([]) }).prefault({}),
  cache: cache.prefault({}),
  check: check.prefault({}),
})

export function offlineSettings({ offline }: Pick<SiteConfig, 'offline'>) {
  return typeof offline === 'object' && offline.enabled ? offline : undefined
}

/** Service workers that another generator left on readers' devices. */
export function retiredWorkers({ offline }: Pick<SiteConfig, 'offline'>): readonly string[] {
  return typeof offline === 'object' ? offline.retire : []
}

export type UserConfig = z.input<typeof configSchema>
export type SiteConfig = z.output<typeof configSchema> & {
  /** `base` was `./`: it is `/` until documents are made relative. */
  relative?: true
}
export type Exemption = z.output<typeof exemption>
