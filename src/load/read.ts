import path from 'node:path'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createLook, type Look, withAnalytics } from '../bundle/look.ts'
import type { bundleTheme, Theme } from '../bundle/theme.ts'
import type { loadConfig, LoadConfigOptions } from '../config/load.ts'
import { createPageReader, type Scan, type scanContent } from '../content/scan.ts'
import { type Clock, mapInTurns } from '../lib/process.ts'
import type { ignoredFiles } from '../lib/git.ts'
import { repositoryOf } from '../lib/paths.ts'
import { listFiles } from '../lib/files.ts'
import { settled } from '../lib/site-code.ts'
import { readThrown } from '../lib/errors.ts'
import { templateFindings } from './failed-templates.ts'
import { addedThemes, type loadPlugins } from '../plugins/load.ts'
import type { AddedTheme } from '../schema/output.ts'
import type { Plugin } from '../plugins/run.ts'
import { MERGED_FILES, withIcon, type FileAccess, fileAccess } from '../shared/public-files.ts'
import {
  collectStrings,
  type InterfaceTexts,
  loadThemeModule,
  type StringsModule,
} from '../render/files/theme-module.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Finding, LocateKey } from '../schema/finding.ts'
import { withDocsDir } from '../site/edit-link.ts'
import type { listPublicFiles } from '../site/assets.ts'
import type { Session } from '../cache/workers/session.ts'
import type { GeneratedPages, generatePages } from './plugin-hooks.ts'

/** The stages that read all that is not parsed. */
export interface ReadStages {
  loadConfig: typeof loadConfig
  loadPlugins: typeof loadPlugins
  generatePages: typeof generatePages
  bundleTheme: typeof bundleTheme
  scanContent: typeof scanContent
  listPublicFiles: typeof listPublicFiles
  ignoredFiles: typeof ignoredFiles
}

export interface ReadOptions extends Omit<LoadConfigOptions, 'root' | 'cacheDir'> {
  /** False where whoever looks at pages is no reader of them. */
  countViews?: boolean
}

/** What a site is made from. */
export interface SiteSources {
  config: SiteConfig
  /** Where a key of the configuration is written. */
  locate: LocateKey
  plugins: Plugin[]
  scan: Scan
  /** Names in the public folder, sorted. */
  publicFiles: string[]
  /** Problems of that folder. */
  publicFindings: Finding[]
  /** Those of them that say how hosts are to answer: name → text. */
  hostFiles: ReadonlyMap<string, string>
  theme: Theme
  /** What the configuration adds to the theme. */
  look: Look
  /** Interface texts of the site's languages. */
  texts: InterfaceTexts
}

/** What keeps a site from being read. `usage`: the configuration. */
export interface Unreadable {
  findings: Finding[]
  usage?: boolean
}

/** Reads configuration, Markdown files and public files, and bundles the theme. */
export async function readSources(
  session: Session,
  stages: ReadStages,
  { clock, countViews = true, ...options }: ReadOptions & { clock: Clock },
): Promise<SiteSources | Unreadable> {
  const { root, cacheDir } = session
  // esbuild bundles in a process of its own: the sooner it starts, the less there is to wait for.
  const bundling = Promise.allSettled([loadTheme(session, stages, [])])
  const read = () => stages.loadConfig({ root, cacheDir, ...options })
  const loaded = await keep(session, ['config', options], read, ({ config, files = [] }) => config && files)
  const { config: given, locate = () => undefined, findings } = loaded
  if (!given) {
    await bundling
    return { findings, usage: true }
  }
  const extended = await readPlugins(session, stages, { config: given, locate })
  if (!('plugins' in extended)) {
    await bundling
    return extended
  }
  const { plugins, generated } = extended
  clock.lap('config')
  const access = fileAccess(given)
  const scan = await scanPages(session, stages, { config: given, generated, access })
  const { files: publicFiles, findings: publicFindings } = await stages.listPublicFiles(
    root,
    given.publicDir,
    access,
  )
  const config = withDocsDir(withIcon(given, publicFiles), root)
  const hostFiles = await readHostFiles(path.join(root, given.publicDir), publicFiles)
  const added = addedThemes(plugins)
  const [plain] = await bundling
  // What plugins add was not known before.
  const [bundle] = added.length > 0 ? await Promise.allSettled([loadTheme(session, stages, added)]) : [plain]
  if (bundle.status === 'rejected') throw bundle.reason
  if (!('theme' in bundle.value)) return { findings: [...bundle.value.findings, ...scan.findings] }
  const { theme } = bundle.value
  const texts = await readTexts(session, theme, given)
  if ('findings' in texts) return texts
  const counted = countViews && config.analytics ? await withAnalytics(theme) : theme
  const look = await createLook(config.theme, root)
  clock.lap('scan and theme')
  return {
    config,
    locate,
    plugins,
    scan,
    publicFiles,
    publicFindings,
    hostFiles,
    theme: counted,
    look,
    texts,
  }
}

interface Scanning extends Pick<SiteSources, 'config'> {
  generated: GeneratedPages['pages']
  access: FileAccess
}

/** Reads the Markdown files, and the pages that plugins make. */
async function scanPages(
  session: Session,
  stages: ReadStages,
  { config, generated, access }: Scanning,
): Promise<Scan> {
  const { root, memory } = session
  const { contentDir, markdown, exclude, rewrites, locales } = config
  const how = { contentDir, includeRoot: markdown.includeRoot, exclude, rewrites, locales, access }
  const scan = await stages.scanContent({
    root,
    ...config,
    includeRoot: markdown.includeRoot,
    access,
    generated,
    unchanged: memory?.unchangedPages(how),
    ignoredFiles: askGit(session, stages.ignoredFiles),
    locales: Object.keys(locales),
    listed: pages => session.expectPages(pages),
    readPages: (options, files) => mapInTurns(files, createPageReader(options)),
  })
  memory?.notePages(root, scan.files)
  return scan
}

/** Asks Git which files it ignores; what it said counts until a `.gitignore` changes, or what is under version control. */
export function askGit(session: Session, ask: typeof ignoredFiles): typeof ignoredFiles {
  return (root, files, folders) => {
    const above = new Set(['.'])
    for (const file of files)
      for (let folder = path.dirname(file); !above.has(folder); folder = path.dirname(folder))
        above.add(folder)
    const rules = [...above].map(folder => path.join(folder, '.gitignore'))
    const git = path.join(repositoryOf(root), '.git')
    const states = [...rules, path.join(git, 'index'), path.join(git, 'info/exclude')]
    return keep(
      session,
      ['ignored', files, folders],
      () => ask(root, files, folders),
      () => states,
    )
  }
}

/** What a program that loads the site again and again remembers (`cache/memory.ts`). `filesOf`: relative to the root, or absolute. */
export function keep<Value>(
  { memory, root }: Session,
  [name, ...key]: [string, ...unknown[]],
  make: () => Promise<Value>,
  filesOf: (value: Value) => readonly string[] | undefined,
): Promise<Value> {
  return (
    memory?.keep(name, key, make, value => filesOf(value)?.map(file => path.resolve(root, file))) ?? make()
  )
}

/** The plugins of the configuration, and the pages that they make. */
async function readPlugins(
  session: Session,
  stages: ReadStages,
  { config, locate }: Pick<SiteSources, 'config' | 'locate'>,
): Promise<{ plugins: Plugin[]; generated: GeneratedPages['pages'] } | Unreadable> {
  const { root, cacheDir, damage } = session
  const cache = { cacheDir, damage }
  const { plugins, findings } = await keep(
    session,
    ['plugins', config.plugins],
    () => stages.loadPlugins({ root, plugins: config.plugins, locate, cache }),
    loaded => (loaded.findings.length > 0 ? undefined : loaded.files),
  )
  if (findings.length > 0) return { findings, usage: true }
  const generated = await keep(
    session,
    ['pages of plugins', plugins.map(({ source }) => source.hash), config.contentDir, config.locales],
    () => stages.generatePages(session, plugins, config),
    made => (made.findings.length > 0 ? undefined : made.watch),
  )
  if (generated.findings.length > 0) return { findings: generated.findings }
  return { plugins, generated: generated.pages }
}

/** The bundled theme; what keeps its templates from being evaluated is found. */
async function loadTheme(
  session: Session,
  stages: ReadStages,
  added: readonly AddedTheme[],
): Promise<{ theme: Theme } | { findings: Finding[] }> {
  const { root, cacheDir, damage } = session
  const { theme, findings } = await keep(
    session,
    ['theme', added],
    () => stages.bundleTheme(root, cacheDir, { damage, added }),
    bundled => bundled.theme && templateFiles(root, added),
  )
  if (!theme) return { findings }
  try {
    if (!theme.isPackaged) loadThemeModule(theme.modules.server)
    return { theme }
  } catch (error) {
    return { findings: await templateFindings(session, theme, [{ thrown: readThrown(error) }]) }
  }
}

/** Files and folders of the site's own templates and of those of plugins. */
function templateFiles(root: string, added: readonly AddedTheme[]): string[] {
  const sheets = added.flatMap(({ styles }) => styles)
  const folders = [path.join(root, 'templates'), ...added.flatMap(({ templates }) => templates ?? [])]
  const names = folders
    .filter(folder => existsSync(folder))
    .flatMap(folder => {
      return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => path.join(folder, name))
    })
  return [...folders, ...names, ...sheets, ...sheets.map(sheet => path.dirname(sheet))]
}

/** The interface texts of the site's languages: a site may have its own files of them. */
async function readTexts(
  session: Session,
  theme: Theme,
  { locales }: SiteSources['config'],
): Promise<InterfaceTexts | { findings: Finding[] }> {
  const langs = Object.values(locales).map(({ lang }) => lang)
  const collect = async () => collectStrings(loadThemeModule<StringsModule>(theme.modules.strings), langs)
  try {
    return await settled(collect())
  } catch (error) {
    return { findings: await templateFindings(session, theme, [{ thrown: readThrown(error) }]) }
  }
}

/** The site's own files for hosts. */
async function readHostFiles(folder: string, publicFiles: readonly string[]): Promise<Map<string, string>> {
  const names = MERGED_FILES.filter(name => publicFiles.includes(name))
  const read = async (name: string): Promise<[string, string]> => {
    const file = path.join(folder, name)
    try {
      return [name, await readFile(file, 'utf8')]
    } catch (error) {
      // Where it has become a folder, the error doesn't name it.
      throw Object.assign(error as Error, { path: file })
    }
  }
  return new Map(await Promise.all(names.map(read)))
}

/** What a drawing may not hold: it stands in pages as it is, under their policy. */
const UNSAFE =
  /<(?:script|style|foreignObject|image|use|a|!)\b|[\s"'/]on[a-z]+\s*=|[\s"'/]style\s*=|href\s*=|url\(\s*['"]?(?!#)/i

/** The drawings in `templates/icons/` of a site, by name, as HTML; files that are none are reported. */
export async function readIcons(
  root: string,
): Promise<{ icons: Record<string, string> | undefined; findings: Finding[] }> {
  const folder = path.join(root, 'templates', 'icons')
  const names = (await listFiles(folder)).filter(name => /^[\w-]+\.svg$/.test(name)).toSorted()
  const icons: Record<string, string> = {}
  const findings: Finding[] = []
  for (const name of names) {
    const drawing = toDrawing(await readFile(path.join(folder, name), 'utf8'))
    if (drawing === undefined) findings.push(unsafe(`templates/icons/${name}`))
    else icons[name.slice(0, -'.svg'.length)] = drawing
  }
  return { icons: names.length > 0 ? icons : undefined, findings }
}

function toDrawing(text: string): string | undefined {
  const start = text.search(/<svg\b/i)
  const inner = text.indexOf('>', start) + 1
  const end = text.search(/<\/svg>\s*$/i)
  if (start < 0 || inner === 0 || end < inner) return undefined
  const attributes = text.slice(start, inner - 1)
  const content = text.slice(inner, end)
  if (UNSAFE.test(content)) return undefined
  const [, viewBox] = /\bviewBox\s*=\s*["']([\d\s.,-]+)["']/i.exec(attributes) ?? []
  if (viewBox === undefined) return undefined
  const kept = [...attributes.matchAll(/\s((?:fill|stroke)(?:-[a-z]+)?)\s*=\s*["']([\w#.\s-]*)["']/gi)]
  const look = kept.map(([, name, value]) => ` ${name}="${value}"`).join('')
  return `<svg viewBox="${viewBox}" data-own aria-hidden="true"${look}>${content.trim()}</svg>`
}

function unsafe(file: string): Finding {
  return {
    rule: 'templates/icon',
    severity: 'warning',
    place: { file, line: 1, column: 1 },
    message:
      'The drawing is left out: it has no `viewBox`, or holds scripts, styles, links or files of others.',
    hint: 'Write a plain drawing: shapes with `fill` and `stroke`.',
  }
}
