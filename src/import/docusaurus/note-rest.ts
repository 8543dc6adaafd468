import path from 'node:path'
import { isFolder, listFiles } from '../../lib/files.ts'
import { NEW_DATES, type Note, noteMissing } from '../common/notes.ts'
import { list, text, values, type Values } from '../common/values.ts'
import type { OldVersion } from './old-versions.ts'
import type { DocusaurusSite } from './site.ts'
import type { SitePages } from './write-site-pages.ts'

interface Rest {
  site: DocusaurusSite
  pages: SitePages
  /** The home page was a program. */
  needsHome: boolean
  old: readonly OldVersion[]
}

/** Plugins of the docs, and those whose work docsgen does by itself. */
const KNOWN_PLUGINS =
  /content-docs|client-redirects|plugin-(?:sitemap|svgr|rsdoctor|css-cascade-layers|ideal-image)|theme-search|search-local/
/** Packages that only say how things look, or what types they are. */
const HARMLESS = /^(?:prism-react-renderer|prism-themes|@docusaurus\/)/
const KNOWN_THEME =
  'navbar footer prism image metadata colorMode announcementBar algolia docs blog tableOfContents mermaid zoom'.split(
    ' ',
  )

/** Says what of a site is left out that is no page of its documents. */
export async function noteRest({ site, pages, needsHome, old }: Rest, note: Note): Promise<void> {
  const { root, config, theme, preset } = site
  await noteBlog(root, preset, note)
  const programs = pages.programs.filter(file => !needsHome || !/^index\.[jt]sx?$/.test(file))
  if (programs.length > 0)
    note(
      `Pages that are programs are not taken over: ${programs.map(file => `\`${pages.folder}/${file}\``).join(', ')}.`,
      programs.length,
    )
  noteVersions(site, old, note)
  if (site.versions.length > 0)
    note(
      "Sidebars are lists in `site.config.ts`: add new pages there, or write `'auto'` in place of a list.",
      0,
    )
  if (values(preset['docs'])['showLastUpdateTime'] === true) note(NEW_DATES)
  await noteLook(site, note)
  notePlugins(config, preset, note)
  for (const key of Object.keys(theme)
    .filter(name => !KNOWN_THEME.includes(name))
    .toSorted())
    note(`\`themeConfig.${key}\` has no counterpart.`)
  if (
    values(theme['colorMode'])['disableSwitch'] === true ||
    text(values(theme['colorMode'])['defaultMode']) === 'dark'
  )
    note('The color scheme is that of the reader’s system at first, and readers may choose another.')
  if (values(config['markdown'])['mermaid'] === true)
    note('Diagrams need the plugin `docsgen/plugins/mermaid` in `plugins`.')
  noteMissing(
    site.missing.filter(found => !HARMLESS.test(found)),
    note,
  )
}

function noteVersions({ versions, locales }: DocusaurusSite, old: readonly OldVersion[], note: Note): void {
  if (old.length > 0)
    note(
      'Old versions are in `versions/`, each with a `site.config.ts` of its own: `docsgen check` looks at the current one only.',
      0,
    )
  const [, other] = locales
  for (const { path } of other ? old.slice(0, 1) : [])
    note(
      `Translated pages of old versions have another address, to which the one they had leads: \`${other?.path}${path.slice(1)}…\` is \`${path}${other?.path.slice(1)}…\`.`,
      0,
    )
  const names = versions.filter(({ version }) => !version.isLast).map(({ version }) => version)
  if (names.length > 0)
    note(
      `${names.map(({ label, path }) => `\`${label}\` (\`${path}/\`)`).join(', ')}: pages of the site itself, at the addresses that they had. Search finds them beside the others.`,
      0,
    )
}

async function noteBlog(root: string, preset: Values, note: Note): Promise<void> {
  const folder = text(values(preset['blog'])['path']) ?? 'blog'
  if (preset['blog'] === false || !(await isFolder(path.join(root, folder)))) return
  const posts = (await listFiles(path.join(root, folder))).filter(file => /\.mdx?$/.test(file))
  const route = text(values(preset['blog'])['routeBasePath']) ?? 'blog'
  if (posts.length > 0)
    note(
      `The blog is not taken over: ${posts.length} posts in \`${folder}/\`, with addresses below \`/${route}\`. Keep them where they are built, or lead their addresses elsewhere by \`redirects\`.`,
      posts.length,
    )
}

async function noteLook({ root, config, preset }: DocusaurusSite, note: Note): Promise<void> {
  const css = [values(preset['theme'])['customCss']].flat().flatMap(file => text(file) ?? [])
  for (const file of css)
    note(
      `The style sheet \`${path.relative(root, path.resolve(root, file))}\` is not taken over: colours go into \`theme.colors\`.`,
    )
  if (await isFolder(path.join(root, 'src/theme')))
    note(
      '`src/theme` is a program for Docusaurus and is not taken over; write `templates/` for what it changes.',
    )
  if (list(config['clientModules']).length > 0) note('`clientModules` have no counterpart.')
}

function notePlugins(config: Values, preset: Values, note: Note): void {
  for (const key of ['plugins', 'themes']) {
    for (const entry of list(config[key])) {
      const first = Array.isArray(entry) ? (entry as unknown[])[0] : entry
      const name = text(first) ?? text(values(first)['$function']) ?? 'of the site itself'
      if (!KNOWN_PLUGINS.test(name) && !/theme-mermaid/.test(name))
        note(`The ${key === 'plugins' ? 'plugin' : 'theme'} \`${name}\` has no counterpart.`)
    }
  }
  const docs = values(preset['docs'])
  for (const key of [
    'remarkPlugins',
    'rehypePlugins',
    'beforeDefaultRemarkPlugins',
    'beforeDefaultRehypePlugins',
  ])
    for (const entry of list(docs[key])) {
      const first = Array.isArray(entry) ? (entry as unknown[])[0] : entry
      note(
        `The Markdown plugin \`${text(values(first)['$function']) ?? text(first) ?? 'of the site itself'}\` has no counterpart.`,
      )
    }
}
