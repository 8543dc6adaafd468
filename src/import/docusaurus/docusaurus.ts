import path from 'node:path'
import { exists, readText } from '../../lib/files.ts'
import { scanAllTags } from '../../lib/html.ts'
import type { UserConfig } from '../../schema/config.ts'
import { findFile, findVersion } from '../common/folders.ts'
import { type ImportedSite, type Importer, type Note, Notes } from '../common/importer.ts'
import { list, text, values } from '../common/values.ts'
import { newPage } from '../common/page.ts'
import { printConfig } from '../print-config.ts'
import { HOME, noteRest, translateConfig, translateVersions } from './config.ts'
import { pageAt, startPage } from './navigation.ts'
import { copyPublic, writePages, type WrittenPage } from './pages.ts'
import { createOutputs, type DocusaurusSite, inLocale, readSite, type Writing } from './site.ts'

const NAMES = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map(ending => `docusaurus.config.${ending}`)
/** Folders of a project that often hold its site. */
const FOLDERS =
  '. website docs site documentation www packages/website packages/docs apps/docs apps/website'.split(' ')

/** Reads the Docusaurus site in a folder, or in one below it. */
export const readDocusaurus: Importer = async dir => {
  const file = findFile(dir, FOLDERS, NAMES)
  if (file === undefined) {
    const problem = exists(path.join(dir, 'siteConfig.js'))
      ? 'This is a site of Docusaurus 1: move it to Docusaurus 3 first, or write `site.config.ts` by hand.'
      : 'There is no `docusaurus.config.ts` or `.js` here, nor in `website` or `docs`.'
    return { root: dir, problem }
  }
  const site = await readSite(file)
  return 'problem' in site ? { root: path.dirname(file), problem: site.problem } : importSite(site)
}

async function importSite(site: DocusaurusSite): Promise<ImportedSite> {
  const notes = new Notes()
  const outputs = createOutputs(site)
  const writings = outputs.map((out, index): Writing => {
    // Differences of all versions are reported for the current one.
    const note: Note = index === 0 ? notes.add : () => {}
    return { site, out, outputs, copies: new Map(), places: notes, note }
  })
  const written = writings.map(writeOutput)
  const [current, config] = [writings[0]!, written[0]!.config]
  await noteRest(current)
  const files = written.flatMap(output => output.files)
  return {
    root: site.root,
    config: { ...config, ...translateVersions(current) },
    sources: site.versions.flatMap(({ folders }) => [...folders.values()].map(({ folder }) => folder)),
    imported: describe(site, files),
    notes: notes.list(),
    files,
    copies: written.flatMap(output => output.copies),
  }
}

function writeOutput(writing: Writing): {
  config: UserConfig
  files: WrittenPage[]
  copies: { from: string; to: string }[]
} {
  const { out, copies } = writing
  const config = translateConfig(writing)
  for (const [, name = ''] of JSON.stringify(config).matchAll(/"(\/[^"]+)"/g)) copyPublic(name, writing)
  const homes = out.needsHome ? writeHomes(writing) : []
  const files = [...writePages(writing), ...homes]
  if (out.from !== '') files.unshift({ path: 'site.config.ts', content: printConfig(config) })
  return {
    config,
    files: files.map(file => ({ ...file, path: out.from + file.path })),
    copies: [...copies].map(([from, to]) => ({ from, to: out.from + to })),
  }
}

/** A home page in each language, where it was a program: with its first link to a page, or one to the documents. */
function writeHomes(writing: Writing): WrittenPage[] {
  const { site, out } = writing
  const own = out.from === '' ? readHomeProgram(writing) : undefined
  const start = own?.page ?? startPage(writing)
  const items = list(values(site.theme['navbar'])['items']).map(values)
  const [label] = items.flatMap(
    item => (/^doc(?:Sidebar)?$/.test(String(item['type'])) && text(item['label'])) || [],
  )
  const title = text(site.config['title']) ?? ''
  const standard = own?.text ?? label ?? title
  const navbar = 'docusaurus-theme-classic/navbar.json'
  return site.locales.map(locale => {
    const [file, key] = own ? ['code.json', own.id ?? ''] : [navbar, `item.label.${standard}`]
    const keys = {
      home: true,
      heroText: site.translate(navbar, 'title', locale) ?? title,
      tagline: text(site.config['tagline']) ?? null,
      ...(start === undefined
        ? {}
        : {
            actionText: site.translate(file, key, locale) ?? standard,
            actionLink: locale.path + start.slice(1),
          }),
    }
    return { path: inLocale(out.pageOf(out.path), locale), content: `${newPage(keys, ' ').trim()}\n` }
  })
}

/** Components that come from the site's own files: those of Docusaurus are the frame of a page. */
const OWN_IMPORT = /^import\s+(\w+)\b[^'"\n]{0,200}['"](?:@site\/|\.{1,2}\/)[^'"\n]{0,200}(?<!\.css)['"]/gm
/** The text of a link: plain, or in an element that translates it. */
const LINK_TEXT = /^(?:<Translate\b[^<>]{0,200}?\bid="([^"]{1,200})"[^<>]{0,200}>)?([^<>{}]{1,200})<\//

/**
 * Reads the program of the home page as text, without running it: returns its first link to a page, where `id` is the text's key in
 * translations, and reports the components that it shows.
 */
function readHomeProgram(
  writing: Writing,
): { page: string; text: string; id: string | undefined } | undefined {
  const { root, pages } = writing.site
  const name = pages.programs.find(program => HOME.test(program))
  if (name === undefined) return undefined
  const file = path.posix.join(pages.folder, name)
  writing.note(
    `The home page was a program (\`${file}\`): \`content/README.md\` has its title, its tagline and its first button instead.`,
    1,
  )
  const source = readText(path.join(root, file)) ?? ''
  const own = new Set(Array.from(source.matchAll(OWN_IMPORT), ([, component = '']) => component))
  const links = scanAllTags(source).flatMap(({ closes, name, nameEnd, start, end, attributes }) => {
    const written = source.slice(nameEnd - name.length, nameEnd)
    if (closes) return []
    if (own.has(written))
      writing.note(
        `What \`<${written}>\` shows on the home page is left out (${file}:${source.slice(0, start).split('\n').length}): \`features\` in the frontmatter of \`content/README.md\`, or its text, can say it.`,
        1,
      )
    const to = attributes.find(attribute => attribute.name === 'to' || attribute.name === 'href')?.value ?? ''
    const [, id, label = ''] = LINK_TEXT.exec(source.slice(end).trimStart()) ?? []
    if (!/^(?:Link|a)$/.test(written) || !/^[/\w]/.test(to) || label.trim() === '') return []
    const page = pageAt(to, writing)
    return page === undefined ? [] : [{ page, text: label.trim().replace(/\s+/g, ' '), id }]
  })
  return links[0]
}

function describe(
  { root, locales, versions, config, publicDir }: DocusaurusSite,
  written: readonly WrittenPage[],
): string[] {
  const found = findVersion(root, ['@docusaurus/core'])
  const languages = locales.map(({ code }) => `\`${code}\``).join(', ')
  const names = versions.map(({ label, path }) => `\`${label}\` at \`${path}/\``).join(', ')
  const pages = written.filter(file => !file.path.endsWith('site.config.ts')).length
  const hasOld = written.some(file => file.path.startsWith('versions/'))
  const slash = config['trailingSlash']
  return [
    `${pages} pages in ${languages}, written to \`content/\`${hasOld ? ' and `versions/`' : ''} as Markdown; \`${publicDir}/\` stays where it is.`,
    `Versions: ${names}.`,
    `Addresses are those of \`trailingSlash\`${slash === undefined ? ', with and without a slash at the end' : `: ${String(slash)}`}.`,
    `Heading ids are those of github-slugger, which Docusaurus takes (\`slugs: 'github'\`)${found ? `: \`${found.file}\` has \`${found.version}\`` : ''}.`,
  ]
}
