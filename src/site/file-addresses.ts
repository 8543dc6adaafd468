import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { SiteConfig } from '../schema/config.ts'
import { safeDecode, isOutside } from '../shared/addresses.ts'
import { cssAddresses } from '../lib/css-addresses.ts'
import { listFiles } from '../lib/files.ts'
import { scanTags, type Tag } from '../lib/html-tags.ts'
import { directiveOfLink, type NamedAddress } from './named-addresses.ts'

export interface FileAddressOptions {
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
