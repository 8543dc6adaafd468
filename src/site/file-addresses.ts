/** Addresses that something else than Markdown names: configuration, frontmatter, files of the site. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { cssAddresses, type Tag, scanTags } from '../lib/html.ts'
import { listFiles } from '../lib/files.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { LocateKey, Place } from '../schema/finding.ts'
import type { Page } from '../schema/site.ts'
import { isOutside, safeDecode } from '../shared/addresses.ts'

export interface NamedAddress {
  directive: string
  /** As written, or a keyword such as `'unsafe-inline'` for what has no address. */
  url: string
  place?: Place | undefined
  /** Where relative addresses start: the address of a file in the public folder; empty for the folder of the site. */
  from: string
  exists?: boolean
  /** The configuration names it on purpose. */
  named: boolean
}

/** Addresses of files in the configuration: pictures, and what `head` loads. */
export function configAddresses({ theme, head, machines }: SiteConfig, locate: LocateKey): NamedAddress[] {
  const pictures = (picture: Picture, key: PropertyKey[]) =>
    picturesOf(picture).map(url => ({ directive: 'img-src', url, place: locate(key, url) ?? locate(key) }))
  const icons = theme.socialLinks.flatMap(({ icon }, index) =>
    /[./]/.test(icon) ? pictures(icon, ['theme', 'socialLinks', index, 'icon']) : [],
  )
  const entries = head.map((entry, index) => ({ ...headAddress(entry), place: locate(['head', index]) }))
  const shared = pictures(machines.image, ['machines', 'image']).filter(({ url }) => !isOutside(url))
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

/** Addresses of files in the frontmatter of pages, and what plugins add to their heads, each at the first page that has it. */
export function pageAddresses(pages: readonly Pick<Page, 'record' | 'file' | 'head'>[]): NamedAddress[] {
  const images: NamedAddress[] = []
  const ofHeads = new Map<string, NamedAddress>()
  for (const { record, head = [], file } of pages) {
    const place = { file, line: 1, column: 1 }
    const { heroImage, image, features = [] } = record.frontmatter
    const icons = features.flatMap(({ icon }) => (typeof icon === 'object' ? picturesOf(icon) : []))
    // The picture that other sites show is not loaded by pages.
    const shared = picturesOf(image).filter(url => !isOutside(url))
    for (const url of [...picturesOf(heroImage), ...shared, ...icons])
      images.push({ directive: 'img-src', url, place, from: record.path, named: false })
    for (const address of head.map(headAddress)) {
      const key = `${address.directive} ${address.url}`
      if (address.directive === '' || address.url === '' || ofHeads.has(key)) continue
      ofHeads.set(key, { ...address, from: '/', named: true, place })
    }
  }
  return [...images, ...ofHeads.values()]
}

type Picture = string | { [Key in 'src' | 'light' | 'dark']?: string | undefined } | undefined

function picturesOf(picture: Picture): string[] {
  if (!picture) return []
  if (typeof picture === 'string') return [picture]
  return [picture.src, picture.light, picture.dark].filter(url => url !== undefined)
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

function directiveOfLink({ rel, as }: Record<string, string | boolean>): string | undefined {
  const names = new Set(String(rel).toLowerCase().split(/\s+/))
  if (names.has('stylesheet')) return 'style-src'
  if (names.has('manifest')) return 'manifest-src'
  if (names.has('modulepreload')) return 'script-src'
  if (names.has('preload')) return PRELOADED[String(as)]
  return [...names].some(name => /^(?:icon|mask-icon|apple-touch-)/.test(name)) ? 'img-src' : undefined
}

/** The addresses that name no file. `isFile` knows decoded addresses, without base, of the public folder. */
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

/** What documents and styles of the public folder and templates load, unless it is put together while they run. */
export async function loadFileAddresses(
  root: string,
  { publicDir, head }: Pick<SiteConfig, 'publicDir' | 'head'>,
  publicFiles: readonly string[],
): Promise<NamedAddress[]> {
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
      return scanFile(text, file).map((address): NamedAddress => {
        if (from !== '') return { ...address, from, named: false }
        // Styles of templates are bundled: relative addresses start at their file, others in the public folder.
        if (/^[/#']/.test(address.url) || isOutside(address.url))
          return { ...address, from: '/', named: false }
        const target = safeDecode(address.url.replace(/[?#].*/s, ''))
        const exists = existsSync(path.join(root, path.dirname(file), target))
        return { ...address, from, named: false, exists }
      })
    }),
  )
  return found.flat()
}

const CSS = { style: 'style-src', font: 'font-src', image: 'img-src' }

/** Addresses in a document, a template or a style sheet; what is inline in a document once for each file. */
export function scanFile(text: string, file: string): Pick<NamedAddress, 'directive' | 'url' | 'place'>[] {
  const breaks = [-1, ...Array.from(text.matchAll(/\n/g), ({ index }) => index)]
  const placeAt = (index: number) => {
    const line = breaks.findLastIndex(at => at < index)
    return { file, line: line + 1, column: index - (breaks[line] ?? 0) }
  }
  if (file.endsWith('.css'))
    return cssAddresses(text).map(({ url, index, kind }) => {
      return { directive: CSS[kind], url, place: placeAt(index) }
    })
  const inline = new Set<string>()
  return scanTags(text).flatMap(tag => {
    const own = file.endsWith('.tsx') ? [] : inlineDirectives(tag).filter(name => !inline.has(name))
    for (const directive of own) inline.add(directive)
    const found = [...tagAddresses(tag), ...own.map(directive => ({ directive, url: "'unsafe-inline'" }))]
    return found.map(address => ({ ...address, place: placeAt(tag.nameEnd - tag.name.length) }))
  })
}

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

/** Only addresses that are written out: `src={logo}` of a template isn't. */
function tagAddresses({ name, attributes }: Tag): { directive: string; url: string }[] {
  const values = Object.fromEntries(attributes.map(({ name: key, value }) => [key, value]))
  const link = name === 'link' && directiveOfLink(values)
  const loaded = link ? { href: link } : (LOADED[name] ?? {})
  return Object.entries(loaded).flatMap(([attribute, directive]) => {
    const url = values[attribute]?.replaceAll('&amp;', '&').trim() ?? ''
    return /^(?:https?:)?\/\//i.test(url) ? [{ directive, url }] : []
  })
}

function inlineDirectives({ name, attributes }: Tag): string[] {
  const names = attributes.map(attribute => attribute.name)
  const type = attributes.find(attribute => attribute.name === 'type')?.value ?? ''
  const isData = /json|template|text\/(?!javascript)/i.test(type)
  const runs = name === 'script' ? !names.includes('src') && !isData : names.some(key => /^on[a-z]/.test(key))
  const hasStyle = name === 'style' || names.includes('style')
  return [...(runs ? ['script-src'] : []), ...(hasStyle ? ['style-src'] : [])]
}
