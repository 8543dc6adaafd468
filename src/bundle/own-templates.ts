import { readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import type { BuildResult, Message } from 'esbuild'
import { listFiles, posixPath, sitePath } from '../lib/files.ts'
import { hashContent } from '../lib/hash.ts'
import { packageRoot } from '../lib/package.ts'
import {
  describeThrown,
  evaluateBundle,
  type FindOrigin,
  importHint,
  mappedBy,
  placesIn,
  readThrown,
  type Thrown,
  tryBundle,
} from '../lib/site-code.ts'
import { escapePattern, nearest, positionAt } from '../lib/text.ts'
import type { Finding, Place } from '../schema/finding.ts'
import { LIMITS } from '../schema/limits.ts'
import { ISLAND_TIMES, type IslandTime } from '../schema/plugin.ts'
import { absolutePath, bundle, FOR_NODE, inputsOf, themePlugin, type ThemeSource } from './bundler.ts'

/** Components of `templates/markdown/`. Plain data: every thread evaluates it for itself. */
export interface BundledComponents {
  code: string
  /** Source map. Paths are relative to the site's folder. */
  map: string
  /** Part of the key of every parsed page. */
  hash: string
  islands: Record<string, IslandTime>
  /** Name → file, relative to the site's folder. */
  files: Record<string, string>
}

/** @throws what esbuild throws */
export async function bundleComponents(source: ThemeSource) {
  const { root } = source
  const made = await bundle({
    ...FOR_NODE,
    entryPoints: [path.join(packageRoot, 'templates/components-server.tsx')],
    outfile: path.join(root, 'components.js'),
    sourcemap: 'external',
    sourcesContent: false,
    external: ['zod', 'zod/*'],
    plugins: [themePlugin(source, 'components')],
  })
  const [map = '', code = ''] = made.outputFiles?.map(({ text }) => text) ?? []
  const files: Record<string, string> = {}
  for (const [name, file] of Object.entries(source.components)) files[name] = sitePath(root, file)
  const components: BundledComponents = { code, map, hash: hashContent(code, 32), islands: {}, files }
  const findings = Object.entries(files).flatMap(([name, file]) => nameFindings(name, file))
  const evaluated = await evaluateComponents(components, root)
  if ('finding' in evaluated) return { components, findings: [...findings, evaluated.finding], made }
  for (const [name, exported] of Object.entries(evaluated.own)) {
    findings.push(...exportFindings(exported, files[name] ?? ''))
    if (isTime(exported['client'])) components.islands[name] = exported['client']
  }
  return { components, findings, made }
}

type Exported = Record<string, unknown>

/** Exports of each component's file, by name. `limit` is in milliseconds. */
export async function evaluateComponents(
  { code, hash, map }: Pick<BundledComponents, 'code' | 'hash' | 'map'>,
  root: string,
  limit = LIMITS.componentSeconds * 1000,
): Promise<{ own: Record<string, Exported> } | { finding: Finding }> {
  const bundled = { code, hash, root }
  const ended = await tryBundle(bundled, limit)
  if (ended === 'time') {
    const message = `The components in \`templates/markdown/\` timed out while loading (${limit / 1000} s).`
    return { finding: { rule: 'templates/too-slow', severity: 'error', message } }
  }
  try {
    if (ended) throw Object.assign(new Error(ended.reason), ended)
    return evaluateBundle(bundled).default as { own: Record<string, Exported> }
  } catch (error) {
    return { finding: templateFinding(readThrown(error), 'while loading', [root, mappedBy(map, root)]) }
  }
}

/** Located in the template, or else at `otherwise`. `when` ends `A template failed …`. */
export function templateFinding(
  { reason, stack }: Thrown,
  when: string,
  [root, findOrigin]: [root: string, findOrigin: FindOrigin],
  otherwise?: Place,
): Finding {
  const origins = placesIn(stack).flatMap(place => findOrigin(place) ?? [])
  // The entry that renders pages isn't a template.
  const templates = origins.filter(({ file }) => !/(?:^|[\\/])templates[\\/]server\.tsx$/.test(file))
  const isIn = (folder: string) => (origin: Place) =>
    !/(?:^|[\\/])(?:\.\.|node_modules)[\\/]/.test(path.relative(folder, origin.file))
  const origin = templates.find(isIn(root)) ?? templates.find(isIn(packageRoot))
  const place = origin ? { ...origin, file: sitePath(root, origin.file) } : otherwise
  const { message: problem, hint } = describeThrown(reason)
  const message = `A template failed ${when}: ${problem}`
  return { rule: 'templates/failed', severity: 'error', message, place, hint }
}

function isTime(value: unknown): value is IslandTime {
  return ISLAND_TIMES.includes(value as IslandTime)
}

/** The name becomes that of a directive (31 characters at most). */
function nameFindings(name: string, file: string) {
  if (/^[A-Z][A-Za-z0-9]{0,23}$/.test(name)) return []
  const hint = /^[A-Z]/.test(name)
    ? 'Use a name of up to 24 letters and digits, for example `ReleaseNote.tsx`.'
    : 'Start the name with a capital letter, as in `ReleaseNote.tsx`. Move shared code to a `.ts` file or another folder.'
  return [problem(file, `\`${name}\` isn't a valid component name.`, hint)]
}

function exportFindings({ component, props, client }: Exported, file: string) {
  const findings: Finding[] = []
  const report = (message: string, hint: string) => findings.push(problem(file, message, hint))
  const times = ISLAND_TIMES.map(time => `'${time}'`).join(', ')
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
  // A function, or what `memo` makes of one.
  if (typeof component !== 'function' && !isObject(component))
    report("The file doesn't export a component as its default export.", 'Write `export default function …`.')
  if (props !== undefined && !(isObject(props) && 'shape' in props && 'safeParse' in props))
    report(
      "`props` isn't a zod schema.",
      'Import `z` from `zod`, then write `export const props = z.object({ … })`.',
    )
  if (client !== undefined && !isTime(client))
    report(`\`client\` can't be \`${String(client)}\`.`, `Use one of ${times}.`)
  return findings
}

function problem(file: string, message: string, hint: string): Finding {
  return { rule: 'templates/component', severity: 'error', place: startOf(file), message, hint }
}

function startOf(file: string) {
  return { file, line: 1, column: 1 }
}

const TOKENS = 'styles/tokens.css'
const MOST_NAMES = 3

/** Warnings about templates that could be bundled. `css` is the bundled style sheet. */
export async function reviewTemplates(source: ThemeSource, bundles: readonly BuildResult[], css: string) {
  const { root } = source
  const names = source.site === source.own ? [] : await listFiles(source.site)
  const findings: Finding[] = []
  if (names.length === 0) return findings
  const templates = names.filter(name => /(?<!\.(?:d|test|spec))\.(?:tsx?|js|css)$/.test(name))
  const used = new Set(inputsOf(bundles, root))
  const own = await listFiles(source.own)
  const report = (rule: string, at: Place, message: string, hint: string) => {
    const place = { ...at, file: sitePath(root, path.join(source.site, at.file)) }
    findings.push({ rule: `templates/${rule}`, severity: 'warning', place, message, hint })
  }
  const readFiles = (folder: string, files: readonly string[]): Texts =>
    files.map(file => [file, readFileSync(path.join(folder, file), 'utf8')])
  const texts = readFiles(source.site, templates)

  for (const name of templates) {
    const file = path.join(source.site, name)
    // A module of types leaves no trace in a bundle.
    const stem = escapePattern(path.posix.basename(name).replace(/\.\w+$/, ''))
    const named = new RegExp(`['"][^'"]*/${stem}(?:\\.\\w+)?['"]`)
    const isNamed = () => texts.some(([other, text]) => other !== name && named.test(text))
    // Not every site gets every style sheet of the theme.
    if (own.includes(name) || used.has(file) || used.has(realpathSync(file)) || isNamed()) continue
    const baseOf = (template: string) => path.posix.basename(template).toLowerCase()
    const near = own.find(template => baseOf(template) === baseOf(name)) ?? nearest(name, own)
    report(
      'unused',
      startOf(name),
      `\`templates/${name}\` doesn't override a template and isn't imported anywhere.`,
      near
        ? `Did you mean \`templates/${near}\`?`
        : 'Rename it to match the template that it should override, or import it from another template.',
    )
  }

  const warnings = bundles.flatMap(bundle => bundle.warnings.flatMap(warning => siteWarning(warning, root)))
  findings.push(...new Map(warnings.map(finding => [JSON.stringify(finding), finding])).values())

  const tokens = names.includes(TOKENS) ? definedIn(readFileSync(path.join(source.own, TOKENS), 'utf8')) : []
  const defined = new Set(definedIn(css))
  const missing = [...new Set(tokens)].filter(name => !defined.has(name)).map(name => `\`${name}\``)
  const more = missing.length > MOST_NAMES ? ` and ${missing.length - MOST_NAMES} more` : ''
  if (missing.length > 0)
    report(
      'missing-tokens',
      startOf(TOKENS),
      `This file replaces the theme's custom properties but doesn't define ${missing.slice(0, MOST_NAMES).join(', ')}${more}, so styles that use them don't work.`,
      'Move your overrides to `templates/styles/site.css`, which is added to the theme.',
    )

  const isSheet = (name: string) => name.endsWith('.css')
  const theme = templates.some(isSheet) ? readFiles(source.own, own.filter(isSheet)) : []
  for (const { name, isUse, near, place } of unknownTokens(texts, theme, css))
    report(
      'unknown-token',
      place,
      isUse
        ? `\`${name}\` isn't defined anywhere.`
        : `\`${name}\` isn't used anywhere, and the theme has no such custom property.`,
      near ? `Did you mean \`--${near}\`?` : 'See the design token reference for the available names.',
    )
  return findings
}

type Texts = readonly (readonly [file: string, text: string])[]

const NAME = /--[A-Za-z][\w-]*/g

/** Custom properties that the site's style sheets set but nothing uses, or use but nothing sets. */
function unknownTokens(site: Texts, theme: Texts, bundled: string) {
  const namesIn = (files: Texts) => files.flatMap(([, text]) => text.match(NAME) ?? [])
  const ofTheme = namesIn(theme)
  const others = [...ofTheme, ...namesIn(site.filter(([file]) => !file.endsWith('.css')))]
  const used = new Set([...others, ...(bundled.match(/(?<=var\(\s*|@property\s+)--[\w-]+/g) ?? [])])
  const defined = new Set([...others, ...definedIn(bundled)])
  return site.flatMap(([file, text]) => {
    const rules = text.replace(/\/\*[^]*?(?:\*\/|$)/g, comment => comment.replace(/[^\n]/g, ' '))
    const found = file.endsWith('.css') ? [...rules.matchAll(SET_OR_USED)] : []
    return found.flatMap(({ 0: name, 2: use, index }) => {
      const isUse = use !== undefined
      if ((isUse ? defined : used).has(name)) return []
      const place = { file, ...positionAt(rules, index) }
      const near = nearest(name.slice(2), new Set(ofTheme.map(each => each.slice(2))))
      return [{ name, isUse, near, place }]
    })
  })
}

/** A declaration, or a use without fallback. */
const SET_OR_USED = /(?<=[{;\s])(--[\w-]+)(?=\s*:)|(?<=var\(\s*)(--[\w-]+)(?=\s*\))/g

function siteWarning({ text, location }: Message, root: string): Finding[] {
  const file = location ? path.relative(root, absolutePath(location.file, root)) : '..'
  if (!location || file.startsWith('..') || file.includes('node_modules')) return []
  const place = { file: posixPath(file), line: location.line, column: location.column + 1 }
  const message = text.replace(/\.?$/, '.')
  const hint = file.endsWith('.css')
    ? 'Correct it: browsers ignore invalid CSS, and often everything after it.'
    : 'Fix it: this code is probably a mistake.'
  return [{ rule: 'templates/suspicious', severity: 'warning', place, message, hint }]
}

function definedIn(css: string) {
  return [...css.matchAll(/(?<=[{;\s/])(--[\w-]+)\s*:/g)].map(match => match[1] ?? '')
}

/** `root` is the site's folder. */
export function buildFinding({ text, notes, location }: Message, root: string): Finding {
  const hint = importHint({ text, notes })
  const finding: Finding = { rule: 'templates', severity: 'error', message: text, ...(hint && { hint }) }
  // The generated list of layouts, which imports it, isn't a file.
  const [, template = '', name] = /^No matching export in "(.+)" for import "(.+)"$/.exec(text) ?? []
  const shownFile = (file: string) => sitePath(root, absolutePath(file, root))
  const place = startOf(shownFile(template))
  if (name === 'default' && /docsgen:(?:own-)?layouts$/.test(location?.file ?? ''))
    return { ...finding, message: 'The layout has no default export.', place }
  // A template of docsgen imports the file, which the site overrides.
  if (name !== undefined && shownFile(location?.file ?? '.').startsWith('../'))
    return { ...finding, message: `This file must export \`${name}\`: the theme imports it.`, place }
  if (!location) return finding
  const { file, line, column } = location
  return { ...finding, place: { file: shownFile(file), line, column: column + 1 } }
}
