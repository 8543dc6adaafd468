/** Reads a site of Docusaurus, and says where its pages are in the sites that are written. */
import { join, resolve } from 'node:path'
import path from 'node:path/posix'
import { attempt, isFile, listFiles, readText, sitePath } from '../../lib/files.ts'
import { FOLDER } from '../../schema/config.ts'
import { evaluate, type Evaluated } from '../common/evaluate.ts'
import type { Note, Notes } from '../common/importer.ts'
import { CONTENT } from '../common/page.ts'
import { sameOrEach } from '../common/settings.ts'
import { at, list, namedEntries, text, type Values, values } from '../common/values.ts'
import type { Doc, DocFolder, SidebarNode } from './docs.ts'
import { indexed, readDocs, resolveSidebars, withoutNumbers } from './docs.ts'

export interface SiteLocale {
  /** As the configuration calls it: `zh-Hans`. */
  code: string
  /** Locale path: `/`, `/zh-Hans/`. */
  path: string
  /** Folder of its translations, relative to the root. */
  folder: string
}

export type Version = ReturnType<typeof readVersions>[number]

export type DocusaurusSite = Exclude<Awaited<ReturnType<typeof readSite>>, { problem: string }>

/** Packages for looks or types only. */
const STUBS = '^(?:prism-react-renderer|prism-themes|@docusaurus/)'
/** The preset, and others of its name built upon it. */
const PRESET = /^(?:.*\/)?(?:docusaurus-)?(?:preset-)?classic$/
const DOCS_PLUGIN = /^(?:@docusaurus\/plugin-)?content-docs$/

export async function readSite(file: string) {
  const root = path.dirname(file)
  const evaluated = await evaluate({ file, stubs: STUBS }, root)
  if (evaluated.error !== undefined)
    return { problem: `The Docusaurus configuration failed to load: ${evaluated.error}` }
  const config = values(evaluated.config)
  const presets = namedEntries(config.presets)
  const preset = presets.find(({ name }) => PRESET.test(String(name)))?.options ?? {}
  const plugins = namedEntries(config.plugins).filter(({ name }) => DOCS_PLUGIN.test(String(name)))
  const instances = plugins.map(({ options }) => options)
  if (presets.length > 0 && preset.docs !== false)
    instances.unshift({ ...values(preset.docs), id: 'default' })
  const locales = readLocales(values(config.i18n))
  const versions: Version[] = []
  const missing = new Set(evaluated.missing)
  for (const options of instances) {
    for (const version of readVersions(root, options)) {
      const { folder, path: base, folders, sidebarFile } = version
      for (const locale of locales) {
        const own = locale.path === '/' ? folder : path.join(locale.folder, version.translated)
        folders.set(locale.path, await readDocs(root, own, base, options))
      }
      const given = await readSidebars(root, sidebarFile)
      if (given.error !== undefined) return { problem: `\`${sidebarFile}\` failed to load: ${given.error}` }
      for (const name of given.missing) missing.add(name)
      const context = { root: path.join(root, folder), docs: docsOf(version), base, options }
      version.sidebars = resolveSidebars(given.config, context)
      versions.push(version)
    }
  }
  return {
    root,
    config,
    theme: values(config.themeConfig),
    preset,
    locales,
    versions,
    pages: await findPages(root, preset.pages),
    /** Relative to the root. */
    publicDir: String(list(config.staticDirectories)[0] ?? 'static'),
    missing,
    ...createTranslations(root, locales),
  }
}

function readLocales(i18n: Values): SiteLocale[] {
  const first = text(i18n.defaultLocale) ?? 'en'
  const codes = new Set([first, ...list(i18n.locales).map(String)])
  return Array.from(codes, code => {
    const own = text(values(values(i18n.localeConfigs)[code]).path)
    const folder = path.join(text(i18n.path) ?? 'i18n', own ?? code)
    return { code, path: code === first ? '/' : `/${code}/`, folder }
  })
}

/** Versions of an instance, the newest first. */
function readVersions(root: string, options: Values) {
  const instance = text(options.id) ?? 'default'
  const [prefix, plugin] = instance === 'default' ? ['', 'docs'] : [`${instance}_`, `docs-${instance}`]
  const isVersioned = options.disableVersioning !== true
  const frozen = list(isVersioned ? readJson(join(root, `${prefix}versions.json`)) : []).map(String)
  const hasCurrent = options.includeCurrentVersion !== false || frozen.length === 0
  const only = list(options.onlyIncludeVersions).map(String)
  const all = [...(hasCurrent ? ['current'] : []), ...frozen]
  const names = only.length === 0 ? all : all.filter(name => only.includes(name))
  const last = text(options.lastVersion) ?? names.find(name => name !== 'current') ?? 'current'
  // It may be absolute: `require.resolve('./sidebars.js')`.
  const sidebars = text(options.sidebarPath)
  return names.map(name => {
    const own = values(values(options.versions)[name])
    const isCurrent = name === 'current'
    const part = text(own.path) ?? (own.path === '' || name === last ? '' : isCurrent ? 'next' : name)
    const route = trimmed(`${String(options.routeBasePath ?? 'docs')}/${part}`)
    const version = `version-${name}`
    return {
      instance,
      /** `current`, or as `versions.json` calls it. */
      name,
      label: text(own.label) ?? (!isCurrent ? name : frozen.length > 0 ? 'Next' : 'current'),
      /** Prefix of addresses: `/docs/next`; empty at the top. */
      path: route === '' ? '' : `/${route}`,
      /** Relative to the root. */
      folder: isCurrent ? trimmed(text(options.path) ?? 'docs') : `${prefix}versioned_docs/${version}`,
      /** Folder in `i18n/<locale>/`. */
      translated: `docusaurus-plugin-content-${plugin}/${isCurrent ? 'current' : version}`,
      hasNumbers: options.numberPrefixParser !== false,
      isLast: name === last,
      /** By locale path; `/` has all documents, others those translated. */
      folders: new Map<string, DocFolder>(),
      sidebars: new Map<string, SidebarNode[]>(),
      sidebarFile: isCurrent
        ? sidebars && sitePath(root, resolve(root, sidebars))
        : `${prefix}versioned_sidebars/${version}-sidebars.json`,
    }
  })
}

function readJson(file: string) {
  return attempt((): unknown => JSON.parse(readText(file) ?? 'null'))
}

function trimmed(route: string) {
  const parts = route.split('/').filter(part => part !== '' && part !== '.')
  return parts.join('/')
}

async function readSidebars(root: string, name = ''): Promise<Evaluated> {
  const file = path.join(root, name)
  if (!isFile(root, name)) return { missing: [] }
  if (!name.endsWith('.json')) return evaluate({ file, stubs: STUBS }, root)
  const config = readJson(file)
  return { missing: [], config, ...(config === undefined && { error: "it isn't valid JSON." }) }
}

/** Beside the documents, relative to `folder`. */
async function findPages(root: string, options: unknown) {
  const folder = text(at(options, 'path')) ?? 'src/pages'
  const files = await listFiles(path.join(root, folder), { skipHidden: true })
  const pages = options === false ? [] : files.filter(file => !/(?:^|\/)_/.test(file))
  return {
    folder,
    markdown: pages.filter(file => /\.mdx?$/i.test(file)),
    programs: pages.filter(file => /\.[jt]sx?$/i.test(file) && !/\.(?:test|spec|d)\.[jt]sx?$/.test(file)),
  }
}

/** `file` is relative to the folder of a language. */
function createTranslations(root: string, locales: readonly SiteLocale[]) {
  const files = new Map<string, Values>()
  const translate = (file: string, key: string, locale: SiteLocale): string | undefined => {
    const name = path.join(root, locale.folder, file)
    const messages = files.get(name) ?? values(readJson(name))
    files.set(name, messages)
    return text(messages[key]) ?? text(values(messages[key]).message)
  }
  const label = (file: string, key: string, standard: string) =>
    sameOrEach(locales.map(locale => [locale.path, translate(file, key, locale) ?? standard]))
  return { translate, label }
}

export function docsOf({ folders }: Version) {
  return folders.get('/')?.docs ?? []
}

function allDocs({ folders }: Version) {
  return [...folders.values()].flatMap(({ docs }) => docs)
}

/** A site to write: the current one with the pages beside the documents, or an old version below it. */
export class Output {
  readonly site
  readonly notes
  all: readonly Output[] = []
  readonly id
  /** Prefix of addresses: `/`, or `/docs/1.0/`. */
  readonly path
  /** Folder, relative to the root: empty, or `versions/1.0/`. */
  readonly from
  readonly versions
  /** Nothing else is the first page. */
  readonly needsHome
  /** File to copy → where to, relative to the root. */
  readonly copies = new Map<string, string>()
  /** Reports differences of all versions for the current one. */
  readonly note: Note
  /** Address without slash at the end → page: `docs/intro.md`. */
  readonly #pages = new Map<string, string>()
  /** File, relative to the root → page. */
  readonly files = new Map<string, string>()
  /** `trailingSlash: false`: no slash after folders either. */
  readonly #isBare

  constructor(site: DocusaurusSite, notes: Notes, versions: Version[], old?: Version) {
    this.site = site
    this.notes = notes
    this.note = old ? () => {} : notes.add
    this.id = versionId(old?.name ?? '')
    this.path = `${old?.path ?? ''}/`
    this.from = old ? `versions/${this.id}/` : ''
    this.versions = versions
    this.#isBare = site.config.trailingSlash === false
    for (const { address, file } of versions.flatMap(allDocs)) this.#add(address, file)
    for (const file of old ? [] : site.pages.markdown)
      this.#add(sitePageAddress(file), path.join(site.pages.folder, file))
    for (const { sidebars } of versions)
      for (const { index } of indexed([...sidebars.values()].flat())) this.#add(index.address)
    this.needsHome = !this.at(this.path)
    if (this.needsHome) this.#add(this.path)
  }

  #add(address: string, file?: string) {
    const target = this.pageOf(address)
    this.#pages.set(bare(address), target)
    if (file) this.files.set(file, target)
  }

  local(address: string) {
    return `/${address.slice(this.path.length)}`
  }

  /** `/docs/` is `docs/README.md`. */
  pageOf(address: string) {
    const local = this.docAddress({ address }).slice(1)
    return local === '' || local.endsWith('/') ? `${local}README.md` : `${local}.md`
  }

  docAddress({ address }: Pick<Doc, 'address'>) {
    const local = this.local(address)
    return this.#isBare && local !== '/' ? local.replace(/\/$/, '') : local
  }

  at(address: string): string | undefined {
    return this.#pages.get(bare(address))
  }

  fileTarget(source: string, version: Version, locale: { path: string }) {
    const folder = path.dirname(source)
    const below = version.hasNumbers ? withoutNumbers(folder) : folder
    return inLocale(path.join(this.local(`${version.path}/`), below, path.basename(source)), locale)
  }

  /** Address without base, query and hash; `docs/intro` is one, too. */
  belowBase(to: string) {
    const base = String(this.site.config.baseUrl ?? '/')
    const local = base !== '/' && to.startsWith(base) ? to.slice(base.length) : to.replace(/^\//, '')
    return `/${local.replace(/[?#].*$/s, '')}`
  }

  /** Page for an address in the configuration, below `path`. */
  pageAt(to: string): string | undefined {
    const local = this.belowBase(to)
    return this.at(local) && this.local(local)
  }

  addressOf(to: string, locale: { path: string } = { path: '/' }): string | undefined {
    const page = this.pageAt(to)
    return page ? locale.path + page.slice(1) : this.elsewhere(this.belowBase(to), locale)
  }

  /** Address of a page of another output: below the base, or of the current site as a whole. */
  elsewhere(local: string, locale: { path: string }): string | undefined {
    const [main, ...old] = this.all
    const other = old.find(({ path }) => `${local}/`.startsWith(path))
    if (other) {
      const rest = local.slice(other.path.length)
      return rest === '' || other.at(local) ? other.path + locale.path.slice(1) + rest : undefined
    }
    const { url, baseUrl } = this.site.config
    if (this === main || !text(url) || !main?.at(local)) return undefined
    const top = new URL(String(baseUrl ?? '/'), String(url)).href
    return top.replace(/\/$/, '') + locale.path + local.slice(1)
  }
}

export function versionId(name: string) {
  return name.replace(/^\W+/, '').replace(/[^\w.+-]+/g, '-')
}

function bare(address: string) {
  return address.replace(/(?<=.)\/$/, '').replace(/(?:\/index)?\.html$/, '')
}

export function sitePageAddress(file: string) {
  return `/${file.replace(/\.\w+$/, '').replace(/(^|\/)index$/, '$1')}`
}

export function inLocale(target: string, locale: { path: string }) {
  return path.join(CONTENT, locale.path, target)
}

/** The current site, then old versions: frozen ones with a prefix to themselves. */
export function createOutputs(site: DocusaurusSite, notes: Notes) {
  const isOld = ({ instance, isLast, name }: Version) =>
    instance === 'default' && !isLast && name !== 'current'
  const others = site.versions.filter(version => !isOld(version)).flatMap(allDocs)
  const old = site.versions.filter(version => {
    const start = `${version.path}/`
    const isAlone = site.versions.every(other => other === version || !other.path.startsWith(start))
    const isFree = !others.some(({ address }) => address.startsWith(start))
    return isOld(version) && isAlone && isFree && FOLDER.test(start)
  })
  const current = site.versions.filter(version => !old.includes(version))
  const all = [
    new Output(site, notes, current),
    // It's the only one of its site.
    ...old.map(version => new Output(site, notes, [{ ...version, isLast: true }], version)),
  ]
  for (const out of all) out.all = all
  return all
}
