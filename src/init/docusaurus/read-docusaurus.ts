import path from 'node:path'
import { findVersion } from '../moving/find-version.ts'
import { Notes } from '../moving/notes.ts'
import { Places } from '../moving/places.ts'
import type { Importer, TakenOver } from '../moving/taken-over.ts'
import { list, text, values } from '../moving/values.ts'
import { findConfig } from './find-config.ts'
import { noteRest } from './note-rest.ts'
import { type DocusaurusSite, readSite } from './site.ts'
import { Targets } from './targets.ts'
import { translateConfig } from './translate-config.ts'
import { startPage } from './translate-navbar.ts'
import { Translations } from './translations.ts'
import { type WrittenPage, writeDocs, type Writing } from './write-pages.ts'
import {
  findPages,
  indexed,
  sitePageAddress,
  type SitePages,
  writeCategories,
  writeHome,
  writeSitePages,
} from './write-site-pages.ts'

/** Reads the Docusaurus site in a folder, or in one below it; says why where that is not possible. */
export const readDocusaurus: Importer = async dir => {
  const found = await findConfig(dir)
  if ('problem' in found) return { root: dir, problem: found.problem }
  const root = path.dirname(found.file)
  const site = await readSite(found.file)
  if ('problem' in site) return { root, problem: site.problem }
  return takeOver(site)
}

async function takeOver(site: DocusaurusSite): Promise<TakenOver> {
  const { root } = site
  const notes = new Notes()
  const targets = new Targets(site)
  const translations = new Translations(root, site.locales)
  const writing: Writing = { site, targets, translations, copies: new Map(), places: new Places() }
  const pages = await findPages(root, site.preset['pages'])
  for (const name of pages.markdown)
    targets.addPage(sitePageAddress(name), path.posix.join(pages.folder, name))
  for (const { sidebars } of site.versions)
    for (const nodes of sidebars.values())
      for (const { index } of indexed(nodes)) targets.addPage(index.address)
  const needsHome = targets.atAddress('/') === undefined
  if (needsHome) targets.addPage('/')
  const context = { site, targets, translations, note: notes.add }
  const config = translateConfig(context)
  const written = writeAll(pages, writing)
  const start = startPage(context)
  if (needsHome) {
    const label = firstLabel(site) ?? text(site.config['title']) ?? ''
    const key = `item.label.${label}`
    for (const locale of site.locales) {
      const said = translations.find('docusaurus-theme-classic/navbar.json', key, locale) ?? label
      const link = start === undefined ? undefined : { link: locale.path + start.slice(1), text: said }
      written.push(writeHome(locale, link, writing))
    }
  }
  writing.places.report(notes.add)
  await noteRest({ site, pages, needsHome }, notes.add)
  const copies = [...writing.copies].map(([from, to]) => ({ from, to }))
  return { root, config, taken: describe(site, written, root), notes: notes.list(), files: written, copies }
}

function writeAll(pages: SitePages, writing: Writing): WrittenPage[] {
  const { locales, versions } = writing.site
  return locales.flatMap(locale => [
    ...writeSitePages(pages, locale, writing),
    ...versions.flatMap(data => [
      ...writeDocs(data, locale, writing),
      ...writeCategories(data, locale, writing),
    ]),
  ])
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
  const isBoth = config['trailingSlash'] === undefined
  return [
    `${written.length} pages in ${languages}, written to \`content/\` as Markdown; \`${String(list(config['staticDirectories'])[0] ?? 'static')}/\` stays where it is.`,
    `Versions: ${names}.`,
    `Addresses are those of \`trailingSlash\`${isBoth ? ', with and without a slash at the end' : `: ${String(config['trailingSlash'])}`}.`,
    `Heading ids are those of github-slugger, which Docusaurus takes (\`slugs: 'github'\`)${found ? `: \`${found.file}\` has \`${found.version}\`` : ''}.`,
  ]
}
