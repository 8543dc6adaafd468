import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { listFiles } from '../lib/files.ts'
import type { Finding } from '../schema/finding.ts'

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
