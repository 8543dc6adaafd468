import type { SiteConfig } from '../schema/config.ts'
import type { Picture } from '../schema/theme.ts'
import type { Place } from '../schema/finding.ts'
import type { Page } from '../schema/site.ts'
import { safeDecode, isOutside } from '../shared/addresses.ts'

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
export function directiveOfLink({ rel, as }: Record<string, string | boolean>): string | undefined {
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
