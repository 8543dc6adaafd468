import path from 'node:path/posix'
import { matchesAny, rewritePath } from '../../lib/paths.ts'
import { list, type Note, values } from '../common/importer.ts'
import type { VitepressSource } from './read-site.ts'

/** Which files are pages, and where they stand. */
export interface PlacedPages {
  /** Below the source folder. */
  files: string[]
  exclude: string[]
  rewrites: Record<string, string>
  redirects: Record<string, string>
  /** No page is made by a program. */
  isWhole: boolean
}

/** Takes over which files VitePress left out, where it put others, and what it made of names that mean more here. */
export function placePages(all: readonly string[], read: VitepressSource, note: Note): PlacedPages {
  const { srcExclude, cleanUrls } = read.config
  const exclude = list(srcExclude)
    .filter(pattern => typeof pattern === 'string')
    .map(pattern => pattern.replace(/^\.?\//, ''))
  const included = all.filter(file => !matchesAny(file, exclude))
  noteLeftOut(included, note)
  const routes = included.filter(file => /\[\w+\]/.test(file))
  const files = included.filter(file => !routes.includes(file))
  const rewrites = translateRewrites(files, read)
  for (const file of routes) noteRoute(file, read.routes, { note, rewrites })
  const { moved, redirects } = placeReadmes(files, rewrites, cleanUrls === true ? '' : '.html')
  // The first rule that fits wins.
  return {
    files,
    exclude: [...exclude, ...routes],
    rewrites: { ...moved, ...rewrites },
    redirects,
    isWhole: routes.length === 0,
  }
}

/** Names that begin with `_` are those of parts of pages here. */
function noteLeftOut(files: readonly string[], note: Note): void {
  const parts = files.filter(file => file.split('/').some(name => name.startsWith('_')))
  if (parts.length > 0)
    note(
      `Files whose name, or that of their folder, begins with \`_\` are not pages: ${parts.join(', ')}. Rename those that were.`,
      parts.length,
    )
}

interface RouteContext {
  note: Note
  rewrites: Readonly<Record<string, string>>
}

/** Pages that a program makes of data: their addresses, where it could be run. */
function noteRoute(file: string, routes: VitepressSource['routes'], { note, rewrites }: RouteContext): void {
  const stem = file.replace(/\.md$/, '')
  const loader = ['js', 'ts', 'mjs', 'mts']
    .map(ending => `${stem}.paths.${ending}`)
    .find(name => name in routes)
  const made = loader === undefined ? undefined : routes[loader]
  const pages = made?.map(({ params }) =>
    stem.replace(/\[(\w+)\]/g, (_, name: string) => String(values(params)[name])),
  )
  const which = pages
    ? `: ${pages.map(page => `/${rewritePath(`${page}.md`, rewrites).replace(/\.md$/, '')}`).join(', ')}`
    : ''
  note(
    `The pages that \`${loader ?? file}\` makes of \`${file}\` aren't imported${which}. A plugin with \`pages\` can make them.`,
    pages?.length ?? 1,
  )
}

function translateRewrites(
  files: readonly string[],
  { config, rewrites }: VitepressSource,
): Record<string, string> {
  const translated: Record<string, string> = { ...rewrites }
  for (const [from, to] of Object.entries(values(config['rewrites']))) {
    if (typeof to !== 'string' || from.startsWith('$')) continue
    const pattern = from.replaceAll(/\\([()])/g, '$1')
    if (!/[()^\\?]/.test(pattern)) translated[pattern] = to
    else Object.assign(translated, byFile(pattern, to, files))
  }
  return translated
}

/** `packages/:pkg/src/(.*)`, or a regular expression that begins with `^`. */
function byFile(pattern: string, to: string, files: readonly string[]): Record<string, string> {
  let group = 0
  const source = pattern.startsWith('^')
    ? pattern
    : `^${pattern.replace(
        /:(\w+)(\([^()]*\))?|\(([^()]*)\)|\./g,
        (whole, name?: string, own?: string, bare?: string) => {
          if (name) return `(?<${name}>${own ? own.slice(1, -1) : '[^/]+'})`
          return bare === undefined ? '\\.' : `(?<g${group++}>${bare})`
        },
      )}$`
  const rule = new RegExp(source)
  const found = files.flatMap((file): [string, string][] => {
    const match = rule.exec(file)
    if (!match) return []
    const place = to.replace(
      /:(\w+)/g,
      (_, name: string) =>
        match.groups?.[name] ?? match.groups?.[`g${name}`] ?? match[Number(name) + 1] ?? '',
    )
    return place === file ? [] : [[file, place]]
  })
  return Object.fromEntries(found)
}

/** `README.md` is the page of its folder here: it was `/README.html`, and stays so where another one is the folder's. */
function placeReadmes(
  files: readonly string[],
  rewrites: Readonly<Record<string, string>>,
  ending: string,
): { moved: Record<string, string>; redirects: Record<string, string> } {
  const moved: Record<string, string> = {}
  const redirects: Record<string, string> = {}
  const places = new Map(files.map(file => [file, rewritePath(file, rewrites)]))
  const taken = new Set(places.values())
  for (const [file, place] of places) {
    if (!/^readme\.md$/i.test(path.basename(place))) continue
    const folder = path.dirname(place) === '.' ? '' : `${path.dirname(place)}/`
    const old = `/${place.replace(/\.md$/i, '')}${ending}`
    if (taken.has(`${folder}index.md`)) {
      moved[file] = `${folder}read-me.md`
      redirects[old] = `/${folder}read-me${ending}`
    } else redirects[old] = `/${folder}`
  }
  return { moved, redirects }
}
