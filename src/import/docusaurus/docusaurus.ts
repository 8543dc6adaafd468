import path from 'node:path'
import { exists } from '../../lib/files.ts'
import type { UserConfig } from '../../schema/config.ts'
import { findFile, findVersion } from '../common/folders.ts'
import { type ImportedSite, type Importer, list, Notes, Places, text, values } from '../common/importer.ts'
import { printConfig } from '../print-config.ts'
import { noteRest, translateConfig } from './config.ts'
import { type HomeProgram, noteHome, readHomeProgram } from './home-program.ts'
import { leadsTo, type NavContext, startPage } from './navigation.ts'
import {
  copyPublic,
  findHomeProgram,
  findPages,
  indexed,
  sitePageAddress,
  type SitePages,
  writeCategories,
  writeDocs,
  writeHome,
  writeSitePages,
  type Writing,
  type WrittenPage,
} from './pages.ts'
import { type DocusaurusSite, readSite, Translations } from './site.ts'
import { createElsewhere, type OldVersion, separateVersions, Targets, translateVersions } from './targets.ts'

const NAMES = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map(ending => `docusaurus.config.${ending}`)
/** Folders of a project that often hold its site. */
const FOLDERS =
  '. website docs site documentation www packages/website packages/docs apps/docs apps/website'.split(' ')

/** Reads the Docusaurus site in a folder, or in one below it. */
export const readDocusaurus: Importer = async dir => {
  const file = await findFile(dir, FOLDERS, NAMES)
  if (file === undefined) {
    const problem = (await exists(path.join(dir, 'siteConfig.js')))
      ? 'This is a site of Docusaurus 1: move it to Docusaurus 3 first, or write `site.config.ts` by hand.'
      : 'There is no `docusaurus.config.ts` or `.js` here, nor in `website` or `docs`.'
    return { root: dir, problem }
  }
  const site = await readSite(file)
  return 'problem' in site ? { root: path.dirname(file), problem: site.problem } : importSite(site)
}

async function importSite(whole: DocusaurusSite): Promise<ImportedSite> {
  const { root } = whole
  const { current, old } = separateVersions(whole)
  const notes = new Notes()
  const places = new Places()
  const pages = await findPages(root, whole.preset['pages'])
  const main: Part = { site: current, targets: new Targets(current), pages, old: undefined }
  for (const name of pages.markdown)
    main.targets.addPage(sitePageAddress(name), path.posix.join(pages.folder, name))
  const named = translateVersions(current, old)
  const elsewhere = createElsewhere(whole, main.targets, old)
  const shared = { translations: new Translations(root, whole.locales), places, hasVersions: old.length > 0 }
  const moved = movePart(main, { ...shared, note: notes.add, elsewhere: elsewhere(undefined) })
  const versions = old.map(version => {
    const part = { site: version.site, targets: version.targets, old: version }
    // What differs in all versions is said of the current one.
    return moveVersion(version, movePart(part, { ...shared, note: () => {}, elsewhere: elsewhere(version) }))
  })
  places.report(notes.add)
  await noteRest({ site: current, pages, needsHome: moved.needsHome, old }, notes.add)
  const files = [...moved.files, ...versions.flatMap(version => version.files)]
  return {
    root,
    config: { ...moved.config, ...named },
    sources: whole.versions.flatMap(({ folders }) => [...folders.values()].map(({ folder }) => folder)),
    imported: describe(whole, files, root),
    notes: notes.list(),
    files,
    copies: [...moved.copies, ...versions.flatMap(version => version.copies)],
  }
}

/** What becomes a site of docsgen: the current documents with the pages beside them, or those of an old version. */
interface Part {
  site: DocusaurusSite
  targets: Targets
  pages?: SitePages
  old: OldVersion | undefined
}

type Shared = Pick<Writing & NavContext, 'translations' | 'places' | 'hasVersions' | 'note' | 'elsewhere'>

interface Moved {
  config: UserConfig
  files: WrittenPage[]
  copies: { from: string; to: string }[]
  needsHome: boolean
}

function movePart(part: Part, shared: Shared): Moved {
  const { site, targets, pages } = part
  for (const { sidebars } of site.versions)
    for (const nodes of sidebars.values())
      for (const { index } of indexed(nodes)) targets.addPage(index.address)
  const needsHome = targets.atAddress('/') === undefined
  if (needsHome) targets.addPage('/')
  const context: Writing & NavContext = { ...shared, ...part, copies: new Map() }
  const config = translateConfig(context)
  for (const [, name = ''] of JSON.stringify(config).matchAll(/"(\/[^"]+)"/g)) copyPublic(name, context)
  const home = needsHome && pages ? findHomeProgram(pages) : undefined
  const program = home === undefined ? undefined : readHomeProgram(site.root, home)
  if (program) noteHome(program, context.note)
  const files = [...writeAll(pages, context), ...(needsHome ? writeHomes(context, program) : [])]
  return { config, files, copies: [...context.copies].map(([from, to]) => ({ from, to })), needsHome }
}

function moveVersion(
  { from }: OldVersion,
  { config, files, copies }: Moved,
): Pick<Moved, 'files' | 'copies'> {
  const configFile = { path: 'site.config.ts', content: printConfig(config) }
  return {
    files: [configFile, ...files].map(file => ({ ...file, path: from + file.path })),
    copies: copies.map(copy => ({ ...copy, to: from + copy.to })),
  }
}

function writeAll(pages: SitePages | undefined, writing: Writing): WrittenPage[] {
  const { locales, versions } = writing.site
  return locales.flatMap(locale => [
    ...(pages ? writeSitePages(pages, locale, writing) : []),
    ...versions.flatMap(data => [
      ...writeDocs(data, locale, writing),
      ...writeCategories(data, locale, writing),
    ]),
  ])
}

/** A home page in each language, for one that was a program: with its first link to a page, or one to the documents. */
function writeHomes(context: Writing & NavContext, program: HomeProgram | undefined): WrittenPage[] {
  const { site, translations } = context
  const [own] = (program?.links ?? []).flatMap(link => {
    const page = leadsTo(link.to, context)
    return page === undefined ? [] : [{ ...link, page }]
  })
  const start = own?.page ?? startPage(context)
  const label = firstLabel(site) ?? text(site.config['title']) ?? ''
  const [file, key] = own?.id
    ? ['code.json', own.id]
    : ['docusaurus-theme-classic/navbar.json', `item.label.${label}`]
  return site.locales.map(locale => {
    const isPlain = own !== undefined && own.id === undefined
    const said = (isPlain ? undefined : translations.find(file, key, locale)) ?? own?.text ?? label
    const link = start === undefined ? undefined : { link: locale.path + start.slice(1), text: said }
    return writeHome(locale, link, context)
  })
}

/** The words of the first entry of the menu, for the button of a home page. */
function firstLabel({ theme }: DocusaurusSite): string | undefined {
  const items = list(values(theme['navbar'])['items']).map(values)
  return items
    .map(item => (item['type'] === 'doc' || item['type'] === 'docSidebar' ? text(item['label']) : undefined))
    .find(Boolean)
}

function describe(site: DocusaurusSite, written: readonly WrittenPage[], root: string): string[] {
  const { locales, versions, config } = site
  const found = findVersion(root, ['@docusaurus/core'])
  const languages = locales.map(({ code }) => `\`${code}\``).join(', ')
  const names = versions.map(({ version }) => `\`${version.label}\` at \`${version.path}/\``).join(', ')
  const hasOld = written.some(file => file.path.startsWith('versions/'))
  const isBoth = config['trailingSlash'] === undefined
  return [
    `${written.filter(file => !file.path.endsWith('site.config.ts')).length} pages in ${languages}, written to \`content/\`${hasOld ? ' and `versions/`' : ''} as Markdown; \`${String(list(config['staticDirectories'])[0] ?? 'static')}/\` stays where it is.`,
    `Versions: ${names}.`,
    `Addresses are those of \`trailingSlash\`${isBoth ? ', with and without a slash at the end' : `: ${String(config['trailingSlash'])}`}.`,
    `Heading ids are those of github-slugger, which Docusaurus takes (\`slugs: 'github'\`)${found ? `: \`${found.file}\` has \`${found.version}\`` : ''}.`,
  ]
}
