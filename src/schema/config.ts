import * as z from 'zod'
import {
  basePath,
  headEntry,
  languageTag,
  redirectTarget,
  safeAddress,
  siteAddress,
  slashed,
} from './values.ts'
import { analyticsSchema } from './analytics.ts'
import { announcement, colorsSchema, fontsSchema, picture, socialLink } from './theme.ts'
import { CONTAINER_KINDS } from './containers.ts'
import { fallbackSetting } from './fallback.ts'
import { glossarySchema } from './glossary.ts'
import { label, navItem, sidebar } from './navigation.ts'
import { securitySchema } from './security.ts'
import { SLUGS } from './page.ts'
import { stringsSchema } from './strings.ts'
import { versionsSchema } from './versions.ts'
import { ADDRESS_FORMS } from '../shared/addresses.ts'

/** What a site has for programs that read it: none of it by default. */
const machinesSchema = z.strictObject({
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

/** A plugin in the configuration: a file of the site, a package, or one of docsgen's own; options are data, no functions. */
const pluginEntry = z.union([
  z.string().min(1).meta({ form: 'the name of a plugin' }),
  z
    .tuple([z.string().min(1), z.record(z.string(), z.json())])
    .meta({ form: '`[name, { … }]` with options that are data' }),
])

/** An address of the web without query and hash. */
const ADDRESS = /^https?:\/\/[^\s/?#]+(?:\/[^\s?#]*)?$/i

/** True for an address that a shared cache can have. */
export function isCacheAddress(text: string): boolean {
  return ADDRESS.test(text) && URL.canParse(text)
}

/** A cache that machines share. */
const cacheSchema = z.strictObject({
  /** Its address: a server that speaks the HTTP cache protocol of Bazel. */
  remote: z
    .string()
    .refine(isCacheAddress, 'must be an address such as https://cache.example.org/docs')
    .optional(),
  /** Whether `build` puts pages there; by default where `CI` is set. */
  write: z.boolean().optional(),
})

/** A path below the content folder. */
const rewrittenFile = z
  .string()
  .regex(
    /^(?!\/|.*(?:^|\/)\.{1,2}\/)[^\\]+$/,
    'must be a path below the content folder, without `.` and `..`',
  )

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
  /** Interface texts that differ from the built-in ones of this language. */
  strings: stringsSchema.partial().optional(),
  /** What this language shows where it lacks a page, in place of `fallback` of the site. */
  fallback: fallbackSetting.optional(),
})

const docsearch = z.strictObject({
  provider: z.literal('docsearch'),
  /** Without a key or a name the index of the site is used, so that both may come from the environment. */
  key: z.string().default(''),
  indexName: z.string().default(''),
  appId: z.string().default('BH4D9OD16A'),
  /** Origins to ask instead of the provider's own, in this order. */
  hosts: z.array(z.string()).default([]),
  facetFilters: z.array(z.string()).default([]),
})

const theme = z.strictObject({
  search: z.union([z.literal('local'), z.literal(false), docsearch]).default('local'),
  /** `owner/name` on GitHub, or an address. */
  repo: safeAddress.optional(),
  repoLabel: z.string().optional(),
  docsRepo: safeAddress.optional(),
  /** Folder of the pages in their repository; by default where the content folder lies. */
  docsDir: z.string().optional(),
  docsBranch: z.string().default('main'),
  editLinks: z.boolean().default(false),
  /** The address to edit a page, with `:repo`, `:branch` and `:path` (in the repository); for hosts that are not known. */
  editLinkPattern: z
    .string()
    .regex(
      /^(?:https?:\/\/|:repo\/)[^\s"'<>]*:path\b/,
      'must start with `https://` or `:repo/` and hold `:path`',
    )
    .optional(),
  lastUpdated: z.boolean().default(false),
  nav: z.array(navItem).default([]),
  sidebar: sidebar.default('auto'),
  /** Heading levels under the open page in the sidebar: 0 none, 1 level 2, 2 levels 2 and 3. */
  sidebarDepth: z.number().int().min(0).max(2).default(1),
  outline: z.boolean().default(true),
  /** A box above every page; the link's text follows the text. */
  notice: z
    .strictObject({ text: label, link: safeAddress.optional(), linkText: label.optional() })
    .optional(),
  /** In Markdown: paragraphs with links, emphasis and code. */
  footer: label.optional(),
  logo: picture.optional(),
  /** A line above the header, in Markdown, until a reader dismisses it. */
  announcement: announcement.optional(),
  /** Offers pages in the language that a reader's browser asks for, where they are translated. */
  suggestLanguage: z.boolean().default(false),
  /** Links with icons: `{ icon: 'github', link }`. */
  socialLinks: z.array(socialLink).default([]),
  /** Colours in place of those of the theme, by scheme and name. */
  colors: colorsSchema.optional(),
  /** Fonts before those of the theme. */
  fonts: fontsSchema.optional(),
})

const container = z.strictObject({
  kind: z.enum(CONTAINER_KINDS),
  title: label.optional(),
})

const markdown = z.strictObject({
  slugs: z.enum(SLUGS).default('github'),
  html: z.enum(['allow', 'sanitize', 'escape']).default('sanitize'),
  emoji: z.boolean().default(true),
  lineNumbers: z.boolean().default(false),
  /** Where `!!!include(path)!!!` resolves, relative to the site's root. */
  includeRoot: z.string().default('.'),
  /**
   * Files and folders, relative to the site's root, that pages may include and link to although their names begin with a
   * dot, they lie in `node_modules`, or Git ignores them.
   */
  allowFiles: z.array(z.string().min(1)).default([]),
  /** Further container names, for instance translated ones: `{ conseil: { kind: 'tip' } }`. */
  containers: z.record(z.string(), container).default({}),
  /** Elements that scripts of the site define, such as `my-chart`: they are no findings. */
  elements: z
    .array(z.string().regex(/^[a-z][a-z0-9-]*$/i, 'Write the name alone, such as `my-chart`.'))
    .default([]),
})

const offline = z.union([
  z.literal(false),
  /** Removes the worker of a site that no longer wants one. */
  z.literal('uninstall'),
  z.strictObject({
    /** How many earlier builds keep their hashed assets. */
    keepAssets: z.number().int().min(0).max(10).default(2),
    /** Largest file that is saved for offline reading, in bytes. */
    maxFileSize: z.number().int().positive().default(2_097_152),
  }),
])

const severity = z.enum(['off', 'info', 'warning', 'error'])
const exemption = z.strictObject({
  /** Rule ids; `coverage/*` covers a family. */
  rules: z.array(z.string()).min(1),
  /** Locale paths; all when absent. */
  locales: z.array(z.string()).optional(),
  /** Locale-relative page paths; a trailing `*` covers what starts so. */
  pages: z.array(z.string()).min(1),
  reason: z.string().min(1),
})

const check = z.strictObject({
  rules: z.record(z.string(), severity).default({}),
  /** Locale path → percent of the source's pages that must be translated and fresh. */
  minCoverage: z.record(z.string(), z.number().min(0).max(100)).default({}),
  exemptions: z.array(exemption).default([]),
  /** How languages say terms: entries, or a YAML or JSON file of them. */
  glossary: z.union([glossarySchema, z.string().min(1)]).default([]),
  /** Writes a page that shows how far all translations are: `/translations.html`. */
  dashboard: z.boolean().default(false),
  /** How `links/external` asks for the addresses of other sites. */
  external: z
    .strictObject({
      /** Milliseconds for each address. */
      timeout: z.number().int().positive().max(120_000).default(10_000),
      /** Addresses that are asked for at once. */
      concurrency: z.number().int().min(1).max(64).default(8),
      /** What addresses that are not asked for start with. */
      ignore: z.array(z.string().min(1)).default([]),
    })
    .prefault({}),
})

const server = z.strictObject({
  /** Host names besides this machine's that `dev` and `preview` answer to, for instance of a proxy. */
  allowedHosts: z
    .array(
      z
        .string()
        .regex(
          /^\.?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i,
          'must be a host name; one that begins with a dot covers those below it',
        ),
    )
    .default([]),
})

/** `site.config.ts`: strict, so that a misspelt key is an error and not a silence. */
export const configSchema = z.strictObject({
  title: z.string().default(''),
  description: z.string().default(''),
  url: z
    .string()
    .regex(/^https?:\/\/[^/]+$/, 'must be an origin such as https://docs.example.org, without a path')
    .optional(),
  /** `./`: the output opens from any path, and as files. */
  base: basePath.default('/'),
  /** How the addresses of pages end: `/start.html`, `/start/` or `/start`. */
  urls: z.enum(ADDRESS_FORMS).default('html'),
  /** How they ended before: redirects lead on from there. */
  formerUrls: z.array(z.enum(ADDRESS_FORMS)).optional(),
  contentDir: z.string().default('content'),
  /** Files of the content folder that are no pages: `['todo/*.md']`. */
  exclude: z.array(z.string().min(1)).default([]),
  /** File below the content folder → where it stands instead: `{ 'en/:rest*': ':rest*' }`. */
  rewrites: z.record(z.string(), rewrittenFile).default({}),
  publicDir: z.string().default('public'),
  outDir: z.string().default('dist'),
  head: z.array(headEntry).default([]),
  /** Old address → new address, relative to the site, without base. */
  redirects: z.record(siteAddress, redirectTarget).default({}),
  locales: z.record(slashed, locale).default({ '/': { lang: 'en-US' } }),
  /** What a language shows where it lacks a page: the page in another language, or nothing; also by path. */
  fallback: fallbackSetting.default('page'),
  /** Language → those whose pages it shows where it lacks one, in this order, before the source language. */
  fallbackLocales: z.record(z.string(), z.array(z.string())).default({}),
  versions: versionsSchema.default([]),
  theme: theme.prefault({}),
  markdown: markdown.prefault({}),
  /** Plugins by name, with their options: `['./plugins/a.ts', ['docsgen-plugin-b', { … }]]`. */
  plugins: z.array(pluginEntry).default([]),
  offline: offline.prefault({}),
  /** Writes all pages of a language as one document, too: `/print.html`, `/ja/print.html`. */
  print: z.boolean().default(false),
  /** Asks search engines to leave this deployment out (previews). */
  noindex: z.boolean().default(false),
  /** Counts page views by a service: `{ provider: 'plausible' }`. */
  analytics: analyticsSchema.optional(),
  machines: machinesSchema.prefault({}),
  /** What pages may load from elsewhere. */
  security: securitySchema.prefault({}),
  server: server.prefault({}),
  /** What machines share of what they make of pages. */
  cache: cacheSchema.prefault({}),
  check: check.prefault({}),
})

/** What a site author writes. */
export type UserConfig = z.input<typeof configSchema>
/** The validated configuration with every default filled in. */
export type SiteConfig = z.output<typeof configSchema> & {
  /** `base` was `./`: it is `/` until documents are made relative. */
  relative?: true
}
export type Exemption = z.output<typeof exemption>
