import { localAddress } from '../shared/addresses.ts'
import type { SiteConfig } from '../schema/config.ts'
import { contentType } from '../shared/content-type.ts'

/** An icon of the site as manifests have it. */
export interface SiteIcon {
  /** With base. */
  src: string
  type?: string
  sizes?: string
}

/** The icons that `head` of the configuration names, those of the same address once. */
export function iconsOf({ head, base }: Pick<SiteConfig, 'head' | 'base'>): SiteIcon[] {
  const icons = head.flatMap(({ tag, attributes }): [string, SiteIcon][] => {
    const { rel, href, sizes, type } = attributes
    if (tag !== 'link' || typeof href !== 'string' || !ICON.test(String(rel))) return []
    const name = href.replace(/[?#].*$/s, '')
    const isDrawing = name.toLowerCase().endsWith('.svg')
    const size = typeof sizes === 'string' ? sizes : isDrawing ? 'any' : undefined
    const known = typeof type === 'string' ? type : contentType(name).split(';')[0]
    return [
      [
        href,
        {
          src: localAddress(base, href),
          ...(known ? { type: known } : {}),
          ...(size ? { sizes: size } : {}),
        },
      ],
    ]
  })
  return [...new Map(icons).values()]
}

const ICON = /(?:^|\s)(?:icon|apple-touch-icon)(?:\s|$)/i
