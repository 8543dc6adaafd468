import path from 'node:path'
import { isFile, readText } from '../../lib/files.ts'
import type { Label } from '../../schema/theme.ts'
import { evaluate, type Evaluated } from '../common/evaluate.ts'
import { list, text, values, type Values } from '../common/importer.ts'
import {
  type DocFolder,
  type DocsInstance,
  type DocsVersion,
  readDocs,
  readVersions,
  resolveSidebars,
  type SidebarNode,
} from './docs.ts'

export interface SiteLocale {
  /** As the configuration calls it: `zh-Hans`. */
  code: string
  /** Locale path: `/`, `/zh-Hans/`. */
  path: string
  /** Folder of its translations, relative to the root. */
  folder: string
}

/** The documents of a version with their sidebars. */
export interface VersionData {
  version: DocsVersion
  /** By locale path; `/` has all, others what is translated. */
  folders: Map<string, DocFolder>
  sidebars: Map<string, SidebarNode[]>
}

export interface DocusaurusSite {
  /** Absolute. */
  root: string
  config: Values
  theme: Values
  /** Options of the preset. */
  preset: Values
  locales: SiteLocale[]
  versions: VersionData[]
  /** Packages that are not installed. */
  missing: string[]
}

/** Packages that only say how things look, or what types they are. */
const STUBS = '^(?:prism-react-renderer|prism-themes|@docusaurus/)'
/** The preset itself, and what others build upon it under its name. */
const PRESET = /^(?:.*\/)?(?:docusaurus-)?(?:preset-)?classic$/
const DOCS_PLUGINS = new Set(['content-docs', '@docusaurus/plugin-content-docs'])

/** Reads the site whose configuration is a file; says why where that is not possible. */
export async function readSite(file: string): Promise<DocusaurusSite | { problem: string }> {
  const root = path.dirname(file)
  const evaluated = await evaluate({ file, stubs: STUBS }, root)
  if (evaluated.error !== undefined)
    return { problem: `The configuration of Docusaurus could not be run: ${evaluated.error}` }
  const config = values(evaluated.config)
  const preset = readPreset(config)
  const locales = readLocales(config)
  const versions: VersionData[] = []
  const missing = new Set(evaluated.missing)
  for (const instance of readInstances(config, preset)) {
    for (const version of readVersions(root, instance)) {
      const read = await readVersion(root, { version, options: instance.options, locales })
      if ('problem' in read) return read
      versions.push(read.data)
      for (const name of read.missing) missing.add(name)
    }
  }
  return {
    root,
    config,
    theme: values(config['themeConfig']),
    preset,
    locales,
    versions,
    missing: [...missing],
  }
}

function readPreset(config: Values): Values {
  for (const entry of list(config['presets'])) {
    const [name, options] = Array.isArray(entry) ? (entry as unknown[]) : [entry]
    if (PRESET.test(String(name))) return values(options)
  }
  return {}
}

/** The docs of the preset, and further docs plugins. */
function readInstances(config: Values, preset: Values): DocsInstance[] {
  const hasPreset = list(config['presets']).length > 0 && preset['docs'] !== false
  const own = hasPreset ? [{ id: 'default', options: values(preset['docs']) }] : []
  const others = list(config['plugins']).flatMap(entry => {
    const [name, given] = Array.isArray(entry) ? (entry as unknown[]) : [entry]
    const options = values(given)
    return DOCS_PLUGINS.has(String(name)) ? [{ id: text(options['id']) ?? 'default', options }] : []
  })
  return [...own, ...others]
}

function readLocales(config: Values): SiteLocale[] {
  const i18n = values(config['i18n'])
  const first = text(i18n['defaultLocale']) ?? 'en'
  const codes = [...new Set([first, ...list(i18n['locales']).map(String)])]
  const folder = text(i18n['path']) ?? 'i18n'
  return codes.map(code => {
    const { path: own } = values(values(i18n['localeConfigs'])[code])
    return {
      code,
      path: code === first ? '/' : `/${code}/`,
      folder: path.posix.join(folder, text(own) ?? code),
    }
  })
}

interface VersionInput {
  version: DocsVersion
  options: Values
  locales: readonly SiteLocale[]
}

async function readVersion(
  root: string,
  { version, options, locales }: VersionInput,
): Promise<{ data: VersionData; missing: string[] } | { problem: string }> {
  const original = await readDocs(root, version.folder, version)
  const folders = new Map([['/', original]])
  for (const locale of locales.slice(1))
    folders.set(
      locale.path,
      await readDocs(root, path.posix.join(locale.folder, version.translated), version),
    )
  const given = await readSidebars(root, version)
  if (given.error !== undefined)
    return { problem: `\`${version.sidebars}\` could not be read: ${given.error}` }
  const sidebars = resolveSidebars(given.config === false ? {} : given.config, {
    folder: path.join(root, version.folder),
    docs: original.docs,
    base: version.path,
    isCollapsed: options['sidebarCollapsed'] !== false,
    isCollapsible: options['sidebarCollapsible'] !== false,
  })
  return { data: { version, folders, sidebars }, missing: given.missing }
}

async function readSidebars(root: string, { sidebars }: DocsVersion): Promise<Evaluated> {
  if (sidebars === undefined || !isFile(root, sidebars)) return { missing: [] }
  const file = path.join(root, sidebars)
  if (!file.endsWith('.json')) return evaluate({ file, stubs: STUBS }, root)
  try {
    return { config: JSON.parse(readText(file) ?? '') as unknown, missing: [] }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), missing: [] }
  }
}

/** Texts of the translated files of a site, by the keys that Docusaurus gives them. */
export class Translations {
  readonly #root: string
  readonly #locales: readonly SiteLocale[]
  readonly #files = new Map<string, Record<string, unknown>>()

  constructor(root: string, locales: readonly SiteLocale[]) {
    this.#root = root
    this.#locales = locales
  }

  /** The text of a key in a language; undefined where it has none. `file` is relative to the folder of the language. */
  find(file: string, key: string, locale: SiteLocale): string | undefined {
    const name = path.join(this.#root, locale.folder, file)
    const known = this.#files.get(name) ?? readMessages(name)
    this.#files.set(name, known)
    const entry = known[key]
    return text(entry) ?? text(values(entry)['message'])
  }

  /** A text in all languages: one where they are the same. */
  label(file: string, key: string, standard: string): Label {
    const texts = this.#locales.map(
      locale => [locale.path, this.find(file, key, locale) ?? standard] as const,
    )
    return sameOrEach(texts)
  }
}

/** Texts by locale path as a label. */
export function sameOrEach(texts: readonly (readonly [locale: string, text: string])[]): Label {
  const first = texts[0]?.[1] ?? ''
  return texts.every(([, value]) => value === first) ? first : Object.fromEntries(texts)
}

/** The file that has the texts of a version's sidebars. */
export function versionFile({ version }: VersionData): string {
  return `${version.translated}.json`
}

function readMessages(file: string): Record<string, unknown> {
  try {
    return values(JSON.parse(readText(file) ?? '{}'))
  } catch {
    return {}
  }
}
