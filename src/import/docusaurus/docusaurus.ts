import path from 'node:path'
import { exists, isFolder, listFiles, readText } from '../../lib/files.ts'
import { plural } from '../../lib/text.ts'
import { scanTags } from '../../lib/html.ts'
import { noteMissing } from '../common/evaluate.ts'
import { findFile } from '../common/find.ts'
import type { Importer, NewFile } from '../common/importer.ts'
import { NEW_DATES, noteNames, Notes, printConfig, quoteNames } from '../common/importer.ts'
import { newPage } from '../common/page.ts'
import { at, list, namedEntries, nameOf, text, values } from '../common/values.ts'
import { NAVBAR, startOf, translateConfig, translateVersions } from './config.ts'
import { copyPublic, writePages } from './pages.ts'
import { createOutputs, type DocusaurusSite, inLocale, type Output, readSite } from './site.ts'

const NAMES = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map(ending => `docusaurus.config.${ending}`)
const FOLDERS =
  '. website docs site documentation www packages/website packages/docs apps/docs apps/website'.split(' ')

export const readDocusaurus: Importer = async dir => {
  const file = findFile(dir, FOLDERS, NAMES)
  if (!file) {
    const problem = exists(path.join(dir, 'siteConfig.js'))
      ? 'This is a Docusaurus 1 site: upgrade it to Docusaurus 3 first, or write `site.config.ts` yourself.'
      : 'There is no `docusaurus.config.ts` or `docusaurus.config.js` in this folder, `website` or `docs`.'
    return { root: dir, problem }
  }
  const site = await readSite(file)
  if ('problem' in site) return { root: path.dirname(file), problem: site.problem }
  const notes = new Notes()
  const outputs = createOutputs(site, notes)
  const written = outputs.map(writeOutput)
  const [current, config] = [outputs[0]!, written[0]!.config]
  await noteRest(current)
  const files = written.flatMap(output => output.files)
  return {
    root: site.root,
    config: { ...config, ...translateVersions(current, config.redirects) },
    sources: site.versions.flatMap(({ folders }) => [...folders.values()].map(({ folder }) => folder)),
    imported: describe(site, files),
    notes: notes.list(),
    files,
    copies: outputs.flatMap(out => Array.from(out.copies, ([from, to]) => ({ from, to: out.from + to }))),
  }
}

function writeOutput(out: Output) {
  const config = translateConfig(out)
  for (const [, name = ''] of JSON.stringify(config).matchAll(/"(\/[^"]+)"/g)) copyPublic(name, out)
  const files = [...writePages(out), ...(out.needsHome ? writeHomes(out) : [])]
  if (out.from !== '') files.unshift({ path: 'site.config.ts', content: printConfig(config) })
  return { config, files: files.map(file => ({ ...file, path: out.from + file.path })) }
}

/** Home pages in place of a program: with its first link to a page, or one to the documents. */
function writeHomes(out: Output) {
  const { site } = out
  const own = out.from === '' ? readHomeProgram(out) : undefined
  const last = out.versions.find(({ isLast }) => isLast)
  const start = own?.page ?? (last && startOf(last, out, '')[0]?.page)
  const items = list(at(site.theme, 'navbar.items')).map(values)
  const button = items.find(item => /^doc(?:Sidebar)?$/.test(String(item.type)) && text(item.label))
  const title = text(site.config.title) ?? ''
  const standard = own?.text ?? text(button?.label) ?? title
  return site.locales.map(locale => {
    const [file, key] = own ? ['code.json', own.id ?? ''] : [NAVBAR, `item.label.${standard}`]
    const keys = {
      home: true,
      heroText: site.translate(NAVBAR, 'title', locale) ?? title,
      tagline: text(site.config.tagline) ?? null,
      actionText: start && (site.translate(file, key, locale) ?? standard),
      actionLink: start && locale.path + start.slice(1),
    }
    return { path: inLocale(out.pageOf(out.path), locale), content: `${newPage(keys, ' ').trim()}\n` }
  })
}

const LINK_TEXT = /^(?:<Translate\b[^<>]{0,200}?\bid="([^"]{1,200})"[^<>]{0,200}>)?([^<>{}]{1,200})<\//
const HOME = /^index\.[jt]sx?$/

/** The first link of the home page to a page; `id`: key of its text in translations. */
function readHomeProgram(out: Output) {
  const { root, pages } = out.site
  const name = pages.programs.find(program => HOME.test(program))
  if (!name) return undefined
  const file = path.posix.join(pages.folder, name)
  out.note(
    `The home page (\`${file}\`) is a React component, so only its title, tagline and first button were imported to \`content/README.md\`.`,
    1,
  )
  const source = readText(path.join(root, file)) ?? ''
  for (const { written, end, attributes } of scanTags(source)) {
    const to = attributes.find(attribute => attribute.name === 'to' || attribute.name === 'href')?.value ?? ''
    const [, id, label = ''] = LINK_TEXT.exec(source.slice(end).trimStart()) ?? []
    if (!/^(?:Link|a)$/.test(written) || !/^[/\w]/.test(to) || label.trim() === '') continue
    const page = out.pageAt(to)
    if (page) return { page, text: label.trim().replace(/\s+/g, ' '), id }
  }
}

function describe({ locales, versions, config, publicDir }: DocusaurusSite, written: NewFile[]) {
  const languages = quoteNames(locales.map(({ code }) => code))
  const names = versions.map(({ label, path }) => `\`${label}\` at \`${path}/\``).join(', ')
  const pages = written.filter(file => !file.path.endsWith('site.config.ts')).length
  const hasOld = written.some(file => file.path.startsWith('versions/'))
  const slash = config.trailingSlash
  return [
    `${plural(pages, 'page')} in ${languages}, written to \`content/\`${hasOld ? ' and `versions/`' : ''} as Markdown. \`${publicDir}/\` wasn't changed.`,
    ...(names === '' ? [] : [`Versions: ${names}.`]),
    `URLs follow \`trailingSlash\`${slash === undefined ? ', which is unset, so they work with and without a trailing slash' : `: ${String(slash)}`}.`,
    `Heading ids match github-slugger, which Docusaurus uses (\`slugs: 'github'\`).`,
  ]
}

/** Plugins whose work docsgen does, or that it imports. */
const KNOWN_PLUGINS =
  /content-docs|client-redirects|theme-mermaid|plugin-(?:pwa|sitemap|svgr|rsdoctor|css-cascade-layers|ideal-image)|theme-search|search-local/

async function noteRest(out: Output) {
  const { site, note } = out
  const { root, config, preset, pages } = site
  const docs = values(preset.docs)
  const blog = { path: 'blog', routeBasePath: 'blog', ...values(preset.blog) }
  const posts = preset.blog === false ? [] : await listFiles(path.join(root, blog.path))
  const count = posts.filter(file => /\.mdx?$/.test(file)).length
  if (count > 0)
    note(
      `The blog wasn't imported: ${count} posts in \`${blog.path}/\`, published under \`/${blog.routeBasePath}\`. Keep building it with Docusaurus, or redirect its URLs with \`redirects\`.`,
      count,
    )
  const left = pages.programs.filter(file => !out.needsHome || !HOME.test(file))
  const programs = left.map(file => `${pages.folder}/${file}`)
  noteNames(note, programs, quoted => `Pages written in React weren't imported: ${quoted}.`, programs.length)
  const others = out.versions.filter(({ isLast }) => !isLast)
  const names = others.map(({ label, path }) => `\`${label}\` (\`${path}/\`)`).join(', ')
  if (names !== '')
    note(
      `Pages of ${names} were imported as ordinary pages at the same URLs, so they also appear in search results.`,
      0,
    )
  const [, old] = out.all
  const [, other] = site.locales
  if (old && other)
    note(
      `Translated pages of old versions have new URLs: \`${other.path}${old.path.slice(1)}…\` now redirects to \`${old.path}${other.path.slice(1)}…\`.`,
      0,
    )
  if (site.versions.length > 0)
    note("Sidebars are lists in `site.config.ts`. Add new pages there, or replace a list with `'auto'`.", 0)
  if (docs.showLastUpdateTime === true) note(NEW_DATES)
  for (const css of [at(preset, 'theme.customCss')].flat().flatMap(file => text(file) ?? []))
    note(
      `The style sheet \`${path.relative(root, path.resolve(root, css))}\` wasn't imported. Set colors in \`theme.colors\`.`,
    )
  if (await isFolder(path.join(root, 'src/theme')))
    note("`src/theme` wasn't imported because it's code for Docusaurus. Customize the theme in `templates/`.")
  const markdown = ['remark', 'beforeDefaultRemark', 'rehype', 'beforeDefaultRehype']
  const given = {
    plugin: list(config.plugins),
    theme: list(config.themes),
    'Markdown plugin': markdown.flatMap(key => list(docs[`${key}Plugins`])),
  }
  for (const [kind, plugins] of Object.entries(given))
    for (const name of namedEntries(plugins).map(plugin => nameOf(plugin.name)))
      if (!KNOWN_PLUGINS.test(name)) note(`The ${kind} \`${name}\` isn't supported.`)
  noteMissing(site.missing, note)
}
