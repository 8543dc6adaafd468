import { readFileSync } from 'node:fs'
import path from 'node:path'
import { namesIn } from '../../lib/files.ts'
import type { Finding } from '../../schema/finding.ts'

/** Paths within 24 by 24, drawn as lines. */
const ICONS: Record<string, string> = {
  'arrow-left': 'M20 12H4M11 5l-7 7 7 7',
  'arrow-right': 'M4 12h16M13 5l7 7-7 7',
  bell: 'M5 17h14l-2-3V9.5a5 5 0 0 0-10 0V14zM10 20.5h4',
  bolt: 'M13.5 3 5 14h6l-.5 7L19 10h-6z',
  book: 'M12 6.5C10 5 7 4.5 3.5 4.5V18c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2V4.5C17 4.5 14 5 12 6.5zM12 6.5V20',
  box: 'M12 3 4 7.5v9L12 21l8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8',
  check: 'M4.5 12.5 10 18 19.5 6.5',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2.5',
  close: 'M5.5 5.5l13 13M18.5 5.5l-13 13',
  code: 'M8.5 6.5 3 12l5.5 5.5M15.5 6.5 21 12l-5.5 5.5',
  copy: 'M8.5 8.5h11v11h-11zM15 8V4.5H4.5V15H8',
  download: 'M12 4v11.5M7 11l5 5 5-5M4.5 20h15',
  edit: 'M4.5 19.5l1-4.5L16 4.5l3.5 3.5L9 18.5zM13.5 7l3.5 3.5',
  external: 'M10 5H5v14h14v-5M13.5 4.5h6v6M19 5l-8.5 8.5',
  eye: 'M2.5 12C5 7.5 8 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.5 6.5-9.5 6.5S5 16.5 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  file: 'M6 3.5h8l4.5 4.5v12.5H6zM13.5 3.5v5h5',
  folder: 'M3.5 5.5h6.5l2 2.5h8.5v11h-17z',
  gear: 'M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2',
  globe:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c5 5.5 5 11.5 0 17M12 3.5c-5 5.5-5 11.5 0 17',
  heart: 'M12 20 4.5 12.5a4.5 4.5 0 0 1 0-6.5c2-2 5-2 7.5.8 2.5-2.8 5.5-2.8 7.5-.8a4.5 4.5 0 0 1 0 6.5z',
  home: 'M4 11 12 4l8 7M6.5 9.5V20h11V9.5M10 20v-6h4v6',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5.5M12 7.5v.5',
  key: 'M8 10.5a4.5 4.5 0 1 0 3.2 7.7L15 14.5l2 2 2-2-2-2 2.5-2.5L17.5 8 11.2 14.3',
  link: 'M10 14l4-4M8.5 11 5 14.5a3.5 3.5 0 0 0 5 5l3.5-3.5M15.5 13l3.5-3.5a3.5 3.5 0 0 0-5-5L10.5 8',
  lock: 'M5.5 10.5h13v10h-13zM8.5 10.5V7.5a3.5 3.5 0 0 1 7 0v3M12 14v3',
  mail: 'M3.5 5.5h17v13h-17zM3.5 6.5 12 13l8.5-6.5',
  minus: 'M5 12h14',
  play: 'M7.5 5 18.5 12l-11 7z',
  plus: 'M12 5v14M5 12h14',
  question:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 16.5v.5',
  rocket:
    'M9 15 6 12c2-5.5 6-8.5 13.5-8C20 11.5 17 15.5 12 18zM9 15l3 3M7 11H4l2-3.5h3M13 17v3l3.5-2v-3M14.5 8.5v.5',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20.5 20.5',
  star: 'M12 3.5l2.6 5.5 6 .8-4.4 4.2 1.1 6-5.3-2.9L6.7 20l1.1-6L3.4 9.8l6-.8z',
  terminal: 'M3.5 4.5h17v15h-17zM7 9l3 3-3 3M12.5 15.5H17',
  tip: 'M9 16.5c0-2-3-3-3-7a6 6 0 0 1 12 0c0 4-3 5-3 7zM9.5 20h5',
  upload: 'M12 16V4.5M7 9l5-5 5 5M4.5 20h15',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6',
  warning: 'M12 4 2.5 20h19zM12 10v5M12 17.5v.5',
  zoom: 'M4 9.5V4h5.5M14.5 4H20v5.5M20 14.5V20h-5.5M9.5 20H4v-5.5M4 4l6 6M20 4l-6 6M20 20l-6-6M4 20l6-6',
}

/** Icons mirrored where text runs from right to left. */
const POINTING = new Set(['arrow-left', 'arrow-right', 'external', 'play'])

export const ICON_NAMES = Object.keys(ICONS)

export function embeddedIcon(name: string) {
  if (!Object.hasOwn(ICONS, name)) return
  const turned = POINTING.has(name) ? ' class="turned"' : ''
  return `<svg viewBox="0 0 24 24"${turned} aria-hidden="true"><path d="${ICONS[name]}"/></svg>`
}

const UNSAFE =
  /<(?:script|style|foreignObject|image|use|a|!)\b|[\s"'/]on[a-z]+\s*=|[\s"'/]style\s*=|href\s*=|url\(\s*['"]?(?!#)/i

/** Reads the icons in `templates/icons/`, by name, as HTML. */
export function readIcons(root: string) {
  const icons: Record<string, string> = {}
  const findings: Finding[] = []
  const folder = path.join(root, 'templates', 'icons')
  const files = namesIn(folder).filter(name => /^[\w-]+\.svg$/.test(name))
  for (const name of files) {
    const text = readFileSync(path.join(folder, name), 'utf8')
    const [, attributes = '', content = ''] = /<svg\b([^>]*)>([^]*)<\/svg>\s*$/i.exec(text) ?? []
    const viewBox = /\bviewBox\s*=\s*["']([\d\s.,-]+)["']/i.exec(attributes)?.[1]
    if (viewBox === undefined || UNSAFE.test(content)) {
      const place = { file: `templates/icons/${name}`, line: 1, column: 1 }
      const message =
        'The icon is ignored: it has no `viewBox`, or contains scripts, styles, links or external files.'
      const hint = 'Use plain shapes with `fill` and `stroke`.'
      findings.push({ rule: 'templates/icon', severity: 'warning', place, message, hint })
      continue
    }
    const colors = [...attributes.matchAll(/\s((?:fill|stroke)(?:-[a-z]+)?)\s*=\s*["']([\w#.\s-]*)["']/gi)]
    const own = colors.map(([, key, value]) => ` ${key}="${value}"`).join('')
    icons[name.slice(0, -'.svg'.length)] =
      `<svg viewBox="${viewBox}" data-own aria-hidden="true"${own}>${content.trim()}</svg>`
  }
  return { icons: files.length > 0 ? icons : undefined, findings }
}
