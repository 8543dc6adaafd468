import { readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import type { BuildResult, Message } from 'esbuild'
import { listFiles, posixPath, sitePath } from '../lib/files.ts'
import { escapePattern, nearest } from '../lib/text.ts'
import type { Finding } from '../schema/finding.ts'
import { absolutePath, type ThemeSource } from './bundler.ts'

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
  const templates = names.filter(name => /(?<!\.(?:d|test|spec))\.(?:tsx?|js|css)$/.test(name))
  const inputs = bundles.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}))
  const used = new Set(inputs.map(file => absolutePath(file, root)))
  const own = await listFiles(source.own)
  const findings: Finding[] = []
  const report = (rule: string, name: string, message: string, hint: string) => {
    const place = { file: sitePath(root, path.join(source.site, name)), line: 1, column: 1 }
    findings.push({ rule: `templates/${rule}`, severity: 'warning', place, message, hint })
  }

  for (const name of templates) {
    const file = path.join(source.site, name)
    // A module of types leaves nothing behind in a bundle: what another template imports is in use.
    const stem = escapePattern(path.posix.basename(name).replace(/\.\w+$/, ''))
    const named = new RegExp(`['"][^'"]*/${stem}(?:\\.\\w+)?['"]`)
    const isNamed = () =>
      templates.some(
        other => other !== name && named.test(readFileSync(path.join(source.site, other), 'utf8')),
      )
    if (used.has(file) || used.has(realpathSync(file)) || isNamed()) continue
    const baseOf = (template: string) => path.posix.basename(template).toLowerCase()
    const near = own.find(template => baseOf(template) === baseOf(name)) ?? nearest(name, own)
    report(
      'unused',
      name,
      `\`templates/${name}\` doesn't override a template and isn't imported anywhere.`,
      near
        ? `Did you mean \`templates/${near}\`?`
        : "Give it the name of docsgen's file that it is to replace, or import it in one that does.",
    )
  }

  const warnings = bundles.flatMap(bundle => bundle.warnings.flatMap(warning => siteWarning(warning, root)))
  findings.push(...new Map(warnings.map(finding => [JSON.stringify(finding), finding])).values())

  // A style sheet that replaces the tokens must define all of them.
  const tokens = names.includes(TOKENS) ? definedIn(readFileSync(path.join(source.own, TOKENS), 'utf8')) : []
  const defined = new Set(definedIn(css))
  const missing = [...new Set(tokens)].filter(name => !defined.has(name)).map(name => `\`${name}\``)
  const more = missing.length > MOST_NAMES ? ` and ${missing.length - MOST_NAMES} more` : ''
  if (missing.length > 0)
    report(
      'missing-tokens',
      TOKENS,
      `This file replaces all custom properties of the theme, but lacks ${missing.slice(0, MOST_NAMES).join(', ')}${more}: whatever uses them loses its colour or size.`,
      'Put your overrides in `templates/styles/site.css` instead: it is added to the theme.',
    )
  return findings
}

/** What esbuild says about a file of the site. */
function siteWarning({ text, location }: Message, root: string): Finding[] {
  const file = location ? path.relative(root, absolutePath(location.file, root)) : '..'
  if (!location || file.startsWith('..') || file.includes('node_modules')) return []
  const place = { file: posixPath(file), line: location.line, column: location.column + 1 }
  const message = text.replace(/\.?$/, '.')
  const hint = 'What browsers do not understand they leave out, often with all that follows.'
  return [{ rule: 'templates/suspicious', severity: 'warning', place, message, hint }]
}

/** Custom properties that a style sheet gives a value. */
function definedIn(css: string): string[] {
  return [...css.matchAll(/(?<=[{;\s/])(--[\w-]+)\s*:/g)].map(match => match[1] ?? '')
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
