import { existsSync, realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { cssAddresses, type Tag, scanTags } from '../lib/html.ts'
import { listFiles } from '../lib/files.ts'
import { repositoryOf, posixPath } from '../lib/paths.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Place } from '../schema/finding.ts'
import type { Page } from '../schema/site.ts'
import type { Picture } from '../schema/theme.ts'
import { isOutside, safeDecode } from '../shared/addresses.ts'

/** An address that something else than Markdown names: configuration, frontmatter, a file of the site. */
export interface NamedAddress {
  /** Under which the policy allows it. */
  directive: string
  /** As written, or a keyword such as `'unsafe-inline'` for what has no address. */
  url: string
  place?: Place | undefined
  /** Where relative addresses start: the address of a file in the public folder; empty for the folder of the site. */
  from: string
  /** Whether there is such a file, where that is known already. */
  exists?: boolean
  /** The configuration names it on purpose. */
  named: boolean
}

/** Where a key of the configuration stands, or a text below it; undefined where that is not known. */
export type LocateKey = (path: readonly PropertyKey[], value?: string) => Place | undefined

/** Addresses of files in the configuration: logo and head. */
export function configAddresses({ theme, head, machines }: SiteConfig, locate: LocateKey): NamedAddress[] {
  const pictures = (picture: Picture | undefined, key: PropertyKey[]) =>
    (typeof picture === 'object' ? [picture.light, picture.dark] : [picture ?? '']).map(url => ({
      directive: 'img-src',
      url,
      place: locate(key, url) ?? locate(key),
    }))
  const icons = theme.socialLinks.flatMap(({ icon }, index) =>
    /[./]/.test(icon) ? pictures(icon, ['theme', 'socialLinks', index, 'icon']) : [],
  )
  const entries = head.map((entry, index) => ({ ...headAddress(entry), place: locate(['head', index]) }))
  // Pages do not load the picture that other sites show.
  const image = typeof machines.image === 'object' ? machines.image.src : machines.image
  const shared = image === undefined || isOutside(image) ? [] : pictures(image, ['machines', 'image'])
  return [...pictures(theme.logo, ['theme', 'logo']), ...icons, ...shared, ...entries]
    .filter(({ directive, url }) => directive !== '' && url !== '')
    .map(address => ({ ...address, from: '/', named: true }))
}

/** Files of fonts that the configuration names and that are not there. */
export function fontAddresses(missing: readonly string[], locate: LocateKey): NamedAddress[] {
  return missing.map(url => {
    const place = locate(['theme', 'fonts'], url)
    return { directive: 'font-src', url, place, from: '', exists: false, named: true }
  })
}

/** What plugins add to the heads of pages, each at the first page that has it. */
function headAddresses(pages: readonly Pick<Page, 'file' | 'head'>[]): NamedAddress[] {
  const found = new Map<string, NamedAddress>()
  for (const { head = [], file } of pages) {
    for (const entry of head) {
      const address = headAddress(entry)
      const key = `${address.directive} ${address.url}`
      if (address.directive === '' || address.url === '' || found.has(key)) continue
      found.set(key, { ...address, from: '/', named: true, place: { file, line: 1, column: 1 } })
    }
  }
  return [...found.values()]
}

/** What a tag of the head loads, and under which directive; empty where it loads nothing. */
export function headAddress({ tag, attributes }: SiteConfig['head'][number]): {
  directive: string
  url: string
} {
  if (tag === 'meta') return { directive: '', url: '' }
  return {
    directive: tag === 'script' ? 'script-src' : (directiveOfLink(attributes) ?? ''),
    url: String(attributes[tag === 'script' ? 'src' : 'href'] ?? ''),
  }
}

const PRELOADED: Record<string, string> = {
  script: 'script-src',
  style: 'style-src',
  font: 'font-src',
  image: 'img-src',
  fetch: 'connect-src',
}

/** Under which directive browsers load a `<link>`. */
function directiveOfLink({ rel, as }: Record<string, string | boolean>): string | undefined {
  const names = new Set(String(rel).toLowerCase().split(/\s+/))
  if (names.has('stylesheet')) return 'style-src'
  if (names.has('manifest')) return 'manifest-src'
  if (names.has('modulepreload')) return 'script-src'
  if (names.has('preload')) return PRELOADED[String(as)]
  return [...names].some(name => /^(?:icon|mask-icon|apple-touch-)/.test(name)) ? 'img-src' : undefined
}

function picturesOf(picture: string | Record<string, string | undefined> | undefined): string[] {
  if (!picture) return []
  if (typeof picture === 'string') return [picture]
  return [picture['src'], picture['light'], picture['dark']].filter(url => url !== undefined)
}

/** Addresses of files in the frontmatter of pages. */
export function pageAddresses(pages: readonly Pick<Page, 'record' | 'file' | 'head'>[]): NamedAddress[] {
  const images = pages.flatMap(({ record, file }): NamedAddress[] => {
    const { heroImage, image, features = [] } = record.frontmatter
    const icons = features.flatMap(({ icon }) => (typeof icon === 'object' ? picturesOf(icon) : []))
    const place = { file, line: 1, column: 1 }
    // Pages do not load the picture that other sites show.
    const shared = picturesOf(image).filter(url => !isOutside(url))
    return [...picturesOf(heroImage), ...shared, ...icons].map(url => {
      return { directive: 'img-src', url, place, from: record.path, named: false }
    })
  })
  return [...images, ...headAddresses(pages)]
}

/**
 * Those that name a file that is not there. `isFile`: whether a decoded address, without base, is that of a file in the public
 * folder. Files of that folder name others with the base.
 */
export function missingFiles(
  addresses: readonly NamedAddress[],
  base: string,
  isFile: (address: string) => boolean,
): NamedAddress[] {
  return addresses.filter(({ url, from, exists }) => {
    if (exists !== undefined) return !exists
    if (/^[#']/.test(url) || isOutside(url) || !URL.canParse(url, `http://site${from}`)) return false
    const address = safeDecode(new URL(url, `http://site${from}`).pathname)
    return !isFile(address) && !(address.startsWith(base) && isFile(address.slice(base.length - 1)))
  })
}

interface FileAddressOptions {
  root: string
  config: Pick<SiteConfig, 'publicDir' | 'head'>
  /** Names in the public folder. */
  publicFiles: readonly string[]
}

/**
 * What the site's own files load: documents of the public folder, style sheets of it that the head names, and the site's
 * templates with their styles. Addresses that templates put together while they run are not seen.
 */
export async function loadFileAddresses({
  root,
  config,
  publicFiles,
}: FileAddressOptions): Promise<NamedAddress[]> {
  const { publicDir, head } = config
  const styles = new Set(head.map(({ attributes }) => String(attributes['href']).replace(/^\//, '')))
  const served = publicFiles
    .filter(name => /\.html?$/i.test(name) || (name.endsWith('.css') && styles.has(name)))
    .map(name => ({ file: path.posix.join(publicDir, name), from: `/${name}` }))
  const templates = (await listFiles(path.join(root, 'templates')))
    .filter(name => /\.(?:tsx|css)$/.test(name))
    .map(name => ({ file: `templates/${name}`, from: '' }))
  const found = await Promise.all(
    [...served, ...templates].map(async ({ file, from }) => {
      const text = await readFile(path.join(root, file), 'utf8')
      const addresses = scanFile(text, file).map(address => ({ ...address, from, named: false }))
      return from === '' ? addresses.map(address => ofTemplate(address, root, file)) : addresses
    }),
  )
  return found.flat()
}

/** Styles of templates are bundled: relative addresses start at their file, others in the public folder. */
function ofTemplate(address: NamedAddress, root: string, file: string): NamedAddress {
  if (/^[/#']/.test(address.url) || isOutside(address.url)) return { ...address, from: '/' }
  const target = path.join(root, path.dirname(file), safeDecode(address.url.replace(/[?#].*/s, '')))
  return { ...address, exists: existsSync(target) }
}

type Found = Omit<NamedAddress, 'from' | 'named'>

/** Addresses in a document, a template or a style sheet; what stands in a document itself once for each file. */
export function scanFile(text: string, file: string): Found[] {
  const placeAt = createPlacer(text, file)
  if (file.endsWith('.css'))
    return cssAddresses(text).map(({ url, index, kind }) => ({
      directive: CSS[kind],
      url,
      place: placeAt(index),
    }))
  const isDocument = !file.endsWith('.tsx')
  const inline = new Set<string>()
  return scanTags(text).flatMap(tag => {
    const place = placeAt(tag.nameEnd - tag.name.length)
    const own = isDocument ? inlineDirectives(tag).filter(directive => !inline.has(directive)) : []
    for (const directive of own) inline.add(directive)
    return [
      ...tagAddresses(tag).map(({ directive, url }) => ({ directive, url, place })),
      ...own.map(directive => ({ directive, url: "'unsafe-inline'", place })),
    ]
  })
}

const CSS = { style: 'style-src', font: 'font-src', image: 'img-src' }

/** Attributes that browsers load something from, by element. */
const LOADED: Record<string, Record<string, string>> = {
  img: { src: 'img-src' },
  video: { src: 'media-src', poster: 'img-src' },
  audio: { src: 'media-src' },
  source: { src: 'media-src' },
  track: { src: 'media-src' },
  iframe: { src: 'frame-src' },
  embed: { src: 'object-src' },
  object: { data: 'object-src' },
  script: { src: 'script-src' },
  form: { action: 'form-action' },
}

/** Only what is written as it is: `src={logo}` of a template is not. */
function tagAddresses({ name, attributes }: Tag): { directive: string; url: string }[] {
  const values = Object.fromEntries(attributes.map(({ name: key, value }) => [key, value]))
  const link = name === 'link' && directiveOfLink(values)
  const loaded = link ? { href: link } : (LOADED[name] ?? {})
  return Object.entries(loaded).flatMap(([attribute, directive]) => {
    const url = values[attribute]?.replaceAll('&amp;', '&').trim() ?? ''
    return /^(?:https?:)?\/\//i.test(url) ? [{ directive, url }] : []
  })
}

/** What a document holds in itself, which no policy of ours allows. */
function inlineDirectives({ name, attributes }: Tag): string[] {
  const names = attributes.map(attribute => attribute.name)
  const type = attributes.find(attribute => attribute.name === 'type')?.value ?? ''
  const isData = /json|template|text\/(?!javascript)/i.test(type)
  const runs = name === 'script' ? !names.includes('src') && !isData : names.some(key => /^on[a-z]/.test(key))
  return [
    ...(runs ? ['script-src'] : []),
    ...(name === 'style' || names.includes('style') ? ['style-src'] : []),
  ]
}

/** Line and column of an index; indices only grow. */
function createPlacer(
  text: string,
  file: string,
): (index: number) => { file: string; line: number; column: number } {
  const state = { line: 1, start: 0 }
  return index => {
    for (
      let end = text.indexOf('\n', state.start);
      end !== -1 && end < index;
      end = text.indexOf('\n', state.start)
    ) {
      state.line += 1
      state.start = end + 1
    }
    return { file, line: state.line, column: index - state.start + 1 }
  }
}

/** The configuration with the folder of the pages in their repository: what it says, else where the content folder is. */
export function withDocsDir(config: SiteConfig, root: string): SiteConfig {
  if (config.theme.docsDir !== undefined) return config
  const site = realpathSync(root)
  const folder = path.relative(repositoryOf(site), path.resolve(site, config.contentDir))
  const docsDir = posixPath(folder)
  // Pages of another repository: only their own folder is known.
  const known = /^\.\.(?:\/|$)/.test(docsDir) ? path.basename(config.contentDir) : docsDir
  return { ...config, theme: { ...config.theme, docsDir: known } }
}

/** Short file-name-safe name of a locale: `/zh/` → `zh`, `/docs/zh/` → `docs-zh`; the root takes its language's primary subtag. */
export function localeCode(path: string, lang: string): string {
  const name = path.slice(1, -1).replaceAll('/', '-')
  return name === '' ? (lang.split('-')[0] ?? lang).toLowerCase() : name
}

/** The locale path that a name on the command line means: `/ja/`, `ja`, or the language `ja`; undefined for none. */
export function localeNamed(name: string, { locales }: SiteConfig): string | undefined {
  const wanted = name.toLowerCase()
  const entries = Object.entries(locales)
  const found =
    entries.find(([path]) => path.toLowerCase() === wanted || path.toLowerCase() === `/${wanted}/`) ??
    entries.find(([path, { lang }]) => localeCode(path, lang) === wanted) ??
    entries.find(([, { lang }]) => lang.toLowerCase() === wanted)
  return found?.[0]
}
