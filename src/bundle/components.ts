import path from 'node:path'
import type { BuildOptions, BuildResult } from 'esbuild'
import { describeThrown, type FindOrigin, mappedBy, placesIn, readThrown } from '../lib/errors.ts'
import { evaluateBundle, tryBundle } from '../lib/site-code.ts'
import { hashContent } from '../lib/hash.ts'
import { packageRoot } from '../lib/package.ts'
import type { Finding } from '../schema/finding.ts'
import { ISLAND_TIMES, type IslandTime } from '../schema/site-components.ts'
import { type Bundler, COMMON, themePlugin } from './bundler.ts'
import { sitePath } from '../lib/paths.ts'

/** The components of `templates/markdown/`, bundled: plain data, which every thread evaluates for itself. */
export interface BundledComponents {
  code: string
  /** Its source map; sources are relative to the site's folder. */
  map: string
  /** Of the code: part of the key of every parsed page. */
  hash: string
  /** Those that are islands, by name. */
  islands: Record<string, IslandTime>
  /** All of them, by name: their files, relative to the site's folder. */
  files: Record<string, string>
}

/** Milliseconds that they may take until they are there. */
const LIMIT = 10_000

/**
 * Bundles and evaluates the components of a site; with findings, some of them are none. The source then knows which of them
 * are islands. `limit`: milliseconds until they must be there. Throws what esbuild throws.
 */
export async function bundleComponents(
  bundler: Bundler,
  root: string,
  limit = LIMIT,
): Promise<{ components: BundledComponents; findings: Finding[]; bundle: BuildResult }> {
  const { components: sources } = bundler.source
  const bundle = await bundler.run('components', options(bundler, root))
  const [map = '', code = ''] = bundle.outputFiles?.map(({ text }) => text) ?? []
  const names = Object.keys(sources)
  const files = Object.fromEntries(names.map(name => [name, sitePath(root, sources[name] ?? '')]))
  const components = { code, map, hash: hashContent(code, 32), islands: {}, files }
  const findings = names.flatMap(name => nameFindings(name, files[name] ?? ''))
  const loaded = await load(components, root, limit)
  if ('findings' in loaded) return { components, findings: [...findings, ...loaded.findings], bundle }
  const islands: BundledComponents['islands'] = {}
  for (const [name, exported] of Object.entries(loaded.own)) {
    findings.push(...exportFindings(exported, files[name] ?? ''))
    if (isTime(exported['client'])) islands[name] = exported['client']
  }
  bundler.source.islands = islands
  return { components: { ...components, islands }, findings, bundle }
}

function options(bundler: Bundler, root: string): BuildOptions {
  return {
    ...COMMON,
    entryPoints: [path.join(packageRoot, 'templates/components-server.tsx')],
    outfile: path.join(root, 'components.js'),
    format: 'cjs',
    platform: 'browser',
    // This build of React's server renderer needs nothing of Node.js and leaves no open port behind.
    conditions: ['edge-light'],
    sourcemap: 'external',
    sourcesContent: false,
    metafile: true,
    banner: { js: '"use strict";' },
    external: ['zod', 'zod/*'],
    plugins: [themePlugin(() => bundler.source, 'components')],
  }
}

type Exported = Record<string, unknown>

async function load(
  { code, hash, map }: BundledComponents,
  root: string,
  limit: number,
): Promise<{ own: Record<string, Exported> } | { findings: Finding[] }> {
  const file = path.join(root, 'templates/markdown/index.js')
  const ended = await tryBundle({ code, hash, file }, limit)
  if (ended === 'time') {
    const message = `The components of \`templates/markdown/\` timed out while loading (${limit / 1000} s).`
    return { findings: [{ rule: 'templates/too-slow', severity: 'error', message }] }
  }
  try {
    if (ended) throw Object.assign(new Error(ended.reason), ended)
    return evaluateBundle({ code, hash, file }).default as { own: Record<string, Exported> }
  } catch (error) {
    const { reason, stack } = readThrown(error)
    const place = firstIn(root, placesIn(stack).flatMap(mappedIn(map, root)))
    const { message: what, hint } = describeThrown(reason)
    const message = `A template failed as soon as it was loaded: ${what}`
    const at = { ...(place ? { place } : {}), ...(hint === undefined ? {} : { hint }) }
    return { findings: [{ rule: 'templates/failed', severity: 'error', message, ...at }] }
  }
}

function mappedIn(map: string, root: string): (place: Parameters<FindOrigin>[0]) => ReturnType<FindOrigin>[] {
  const find = mappedBy(map, root)
  return place => [find(place)]
}

function firstIn(root: string, origins: readonly ReturnType<FindOrigin>[]): Finding['place'] {
  const own = origins.find(
    origin => origin && !/(?:^|[\\/])(?:\.\.|node_modules)[\\/]/.test(path.relative(root, origin.file)),
  )
  return own && { ...own, file: sitePath(root, own.file) }
}

function isTime(value: unknown): value is IslandTime {
  return ISLAND_TIMES.includes(value as IslandTime)
}

function problem(file: string, message: string, hint: string): Finding {
  return {
    rule: 'templates/component',
    severity: 'error',
    place: { file, line: 1, column: 1 },
    message,
    hint,
  }
}

/** A name becomes that of a directive, which has 31 characters at most. */
function nameFindings(name: string, file: string): Finding[] {
  if (/^[A-Z][A-Za-z0-9]{0,23}$/.test(name)) return []
  const hint = /^[A-Z]/.test(name)
    ? 'Write a name of at most 24 letters and digits, such as `ReleaseNote.tsx`.'
    : 'Begin it with a capital letter, as in `ReleaseNote.tsx`; what components share stands in a file that ends in `.ts`, or in another folder.'
  return [problem(file, `\`${name}\` cannot be the name of a component.`, hint)]
}

/** What is wrong with what a component's file exports. */
function exportFindings({ component, props, client }: Exported, file: string): Finding[] {
  const found: Finding[] = []
  // A function, or what `memo` makes of one.
  if (typeof component !== 'function' && !(typeof component === 'object' && component !== null))
    found.push(
      problem(file, 'The file has no component as its default export.', 'Write `export default function …`.'),
    )
  if (props !== undefined && !isSchema(props))
    found.push(
      problem(
        file,
        '`props` is not a schema.',
        'Write `export const props = z.object({ … })` with `z` of `zod`.',
      ),
    )
  if (client !== undefined && !isTime(client)) {
    const times = ISLAND_TIMES.map(time => `'${time}'`).join(', ')
    found.push(problem(file, `\`client\` cannot be \`${String(client)}\`.`, `Write one of ${times}.`))
  }
  return found
}

function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'shape' in value && 'safeParse' in value
}
