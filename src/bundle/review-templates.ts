import { existsSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import type { BuildResult, Message } from 'esbuild'
import { escapePattern, nearest } from '../lib/text.ts'
import { listFiles } from '../lib/files.ts'
import type { Finding, Place } from '../schema/finding.ts'
import { absolutePath, type ThemeSource } from './bundler.ts'
import { posixPath, sitePath } from '../lib/paths.ts'

const TOKENS = 'styles/tokens.css'

/** Names of custom properties that a message lists. */
const MOST_NAMES = 3

/**
 * What is doubtful about a site's templates although they could be bundled: files that take the place of nothing, what esbuild
 * warns of, and custom properties of the theme that are gone. `root` is the site's folder, `css` the bundled style sheet.
 */
export async function reviewTemplates(
  source: ThemeSource,
  bundles: readonly BuildResult[],
  css: string,
  root: string,
): Promise<Finding[]> {
  const names = source.site === source.own ? [] : await listFiles(source.site)
  if (names.length === 0) return []
  const warnings = bundles.flatMap(bundle => bundle.warnings)
  const inputs = bundles.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}))
  const used = new Set(inputs.map(file => absolutePath(file, root)))
  const unused = names.filter(name => isTemplate(name) && !isUsed(name, source, used))
  const own = await listFiles(source.own)
  return [
    ...unused
      .filter(name => !isNamed(name, names, source))
      .map(name => replacesNothing(name, own, placeOf(source, root, name))),
    ...uniqueWarnings(warnings, root),
    ...(names.includes(TOKENS) ? missingTokens(source, css, placeOf(source, root, TOKENS)) : []),
  ]
}

function placeOf(source: ThemeSource, root: string, name: string): Place {
  return {
    file: sitePath(root, path.join(source.site, name)),
    line: 1,
    column: 1,
  }
}

function isTemplate(name: string): boolean {
  return /\.(?:tsx?|js|css)$/.test(name) && !/\.(?:d|test|spec)\.\w+$/.test(name)
}

function isUsed(name: string, { site }: ThemeSource, used: ReadonlySet<string>): boolean {
  const file = path.join(site, name)
  return used.has(file) || used.has(realpathSync(file))
}

/** A module of types leaves nothing behind in a bundle: what another template imports is in use. */
function isNamed(name: string, names: readonly string[], { site }: ThemeSource): boolean {
  const stem = path.posix.basename(name).replace(/\.\w+$/, '')
  const named = new RegExp(`['"][^'"]*/${escapePattern(stem)}(?:\\.\\w+)?['"]`)
  const others = names.filter(other => other !== name && isTemplate(other))
  return others.some(other => named.test(readFileSync(path.join(site, other), 'utf8')))
}

function replacesNothing(name: string, own: readonly string[], place: Place): Finding {
  const near =
    own.find(file => path.posix.basename(file).toLowerCase() === path.posix.basename(name).toLowerCase()) ??
    nearest(name, own)
  return {
    rule: 'templates/unused',
    severity: 'warning',
    place,
    message: `\`templates/${name}\` doesn't override a template and isn't imported anywhere.`,
    hint: near
      ? `Did you mean \`templates/${near}\`?`
      : "Give it the name of docsgen's file that it is to replace, or import it in one that does.",
  }
}

/** What esbuild says about files of the site, once. */
function uniqueWarnings(warnings: readonly Message[], root: string): Finding[] {
  const found = warnings.flatMap(({ text, location }): Finding[] => {
    const file = location ? path.relative(root, absolutePath(location.file, root)) : '..'
    if (!location || file.startsWith('..') || file.includes('node_modules')) return []
    const place = { file: posixPath(file), line: location.line, column: location.column + 1 }
    const message = text.replace(/\.?$/, '.')
    const hint = 'What browsers do not understand they leave out, often with all that follows.'
    return [{ rule: 'templates/suspicious', severity: 'warning', place, message, hint }]
  })
  return [...new Map(found.map(finding => [JSON.stringify(finding), finding])).values()]
}

/** A style sheet that takes the place of all tokens has to have them all. */
function missingTokens({ own }: ThemeSource, css: string, place: Place): Finding[] {
  const file = path.join(own, TOKENS)
  const tokens = existsSync(file) ? definedIn(readFileSync(file, 'utf8')) : new Set<string>()
  const defined = definedIn(css)
  const missing = [...tokens].filter(name => !defined.has(name))
  if (missing.length === 0) return []
  const names = missing.slice(0, MOST_NAMES).map(name => `\`${name}\``)
  const more = missing.length > MOST_NAMES ? ` and ${missing.length - MOST_NAMES} more` : ''
  return [
    {
      rule: 'templates/missing-tokens',
      severity: 'warning',
      place,
      message: `This file replaces all custom properties of the theme, but lacks ${names.join(', ')}${more}: whatever uses them loses its colour or size.`,
      hint: 'Put your overrides in `templates/styles/site.css` instead: it is added to the theme.',
    },
  ]
}

/** Custom properties that a style sheet gives a value. */
function definedIn(css: string): Set<string> {
  return new Set([...css.matchAll(/(?<=[{;\s/])(--[\w-]+)\s*:/g)].map(match => match[1] ?? ''))
}

/** Returns the finding for what esbuild says of templates that it can't bundle; `root` is the absolute folder of the site. */
export function buildFinding({ text, location }: Message, root: string): Finding {
  const finding: Finding = { rule: 'templates', severity: 'error', message: text }
  // Asked for by the list of layouts, which is no file.
  const [, layout] = /^No matching export in "(.+)" for import "default"$/.exec(text) ?? []
  if (layout !== undefined && /docsgen:(?:own-)?layouts$/.test(location?.file ?? '')) {
    const place = { file: sitePath(root, absolutePath(layout, root)), line: 1, column: 1 }
    return { ...finding, message: 'The layout has no default export.', place }
  }
  if (location) {
    const file = sitePath(root, absolutePath(location.file, root))
    finding.place = { file, line: location.line, column: location.column + 1 }
  }
  return finding
}
