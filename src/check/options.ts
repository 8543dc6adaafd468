import { type Rule, type RuleSeverity, severityNames } from './rules/rule.ts'
import { rules } from './rules/run.ts'
import { nearest } from '../lib/text.ts'
import { type Format, formats, isFormat } from './report/formats.ts'
import { type TodoFormat, todoFormats } from './report/todo.ts'
import type { CheckOptions } from '../schema/api.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import { localeNamed } from '../site/translations.ts'
import { translatedLocales } from '../site/translations.ts'

/** The options that need to be understood, understood. */
export interface CheckSettings {
  format: Format
  rules: Record<string, RuleSeverity>
  minCoverage: Record<string, number>
  /** Locale paths; undefined for all. */
  locales: string[] | undefined
  /** Locale paths whose work lists are wanted. */
  todo: readonly string[] | undefined
  todoFormat: TodoFormat
}

type Result<T> = { value: T } | { problem: string; hint?: string }

/** Families whose ids are all known here; those of the earlier stages (`markdown/…`) are not. */
function familyOf(id: string): string {
  return id.slice(0, Math.max(0, id.indexOf('/')))
}

/** Reads the options against the site's configuration; `added` are rules of plugins. Without `settings`, `findings` say what is wrong, all at once. */
export function parseCheckOptions(
  options: CheckOptions,
  config: SiteConfig,
  added: readonly Pick<Rule, 'id'>[] = [],
): { settings?: CheckSettings; findings: Finding[] } {
  const findings: Finding[] = []
  const known = [...rules, ...added].map(({ id }) => id)
  const valueOf = <T>(result: Result<T>): T | undefined => {
    if ('value' in result) return result.value
    findings.push({ rule: 'usage', severity: 'error', message: result.problem, ...hintOf(result.hint) })
    return undefined
  }
  const readAll = <T>(texts: readonly string[] | undefined, read: (text: string) => Result<T>): T[] =>
    (texts ?? []).flatMap(text => {
      const value = valueOf(read(text))
      return value === undefined ? [] : [value]
    })

  if (options.fromGit && !options.stamp) {
    valueOf({
      problem: '`--from-git` requires `--stamp`.',
      hint: 'Write `docsgen check --stamp --from-git`.',
    })
  }
  for (const id of Object.keys(config.check.rules)) valueOf(readRuleId(id, 'check.rules', known))
  const locale = (text: string) => readLocale(text, config)
  const settings: CheckSettings = {
    format: options.todo === undefined ? (valueOf(readFormat(options)) ?? 'pretty') : 'pretty',
    todoFormat: options.todo === undefined ? 'markdown' : (valueOf(readTodoFormat(options)) ?? 'markdown'),
    rules: Object.fromEntries(readAll(options.rules, text => readRule(text, known))),
    minCoverage: Object.fromEntries(readAll(options.minCoverage, text => readCoverage(text, config))),
    locales: options.locales && options.todo === undefined ? readAll(options.locales, locale) : undefined,
    todo: options.todo === undefined ? undefined : valueOf(readTodo(options.todo, config)),
  }
  return findings.length > 0 ? { findings } : { settings, findings }
}

function readFormat({ format, env }: CheckOptions): Result<Format> {
  if (format === undefined) return { value: env?.['GITHUB_ACTIONS'] === 'true' ? 'github' : 'pretty' }
  if (isFormat(format)) return { value: format }
  return { problem: `Unknown format \`${format}\`.`, hint: `Formats: ${Object.keys(formats).join(', ')}.` }
}

function readTodoFormat({ format = 'markdown' }: CheckOptions): Result<TodoFormat> {
  if (format === 'pretty') return { value: 'markdown' }
  const found = todoFormats.find(name => name === format)
  if (found) return { value: found }
  return { problem: `\`--todo\` has no format \`${format}\`.`, hint: `Formats: ${todoFormats.join(', ')}.` }
}

/** A language, or `all`: the source language has no work list. */
function readTodo(name: string, config: SiteConfig): Result<readonly string[]> {
  const others = translatedLocales(config)
  if (name === 'all' && localeNamed(name, config) === undefined) return { value: others }
  const locale = readLocale(name, config)
  if ('problem' in locale) return locale
  if (locale.value !== '/') return { value: [locale.value] }
  return {
    problem: `\`--todo ${name}\` names the source language.`,
    hint: `Languages: ${[...others, 'all'].join(', ')}.`,
  }
}

function readRule(text: string, rulesThere: readonly string[]): Result<[string, RuleSeverity]> {
  const [id = '', severity = ''] = splitAtLast(text, '=')
  const known = readRuleId(id, '--rule', rulesThere)
  if ('problem' in known) return known
  const found = severityNames.find(name => name === severity || (name === 'warning' && severity === 'warn'))
  if (found) return { value: [id, found] }
  return {
    problem: `\`--rule ${text}\` has no severity.`,
    hint: `Write \`${id || 'links/anchor'}=warning\`; severities: ${severityNames.join(', ')}.`,
  }
}

function readRuleId(id: string, where: string, ids: readonly string[]): Result<string> {
  const family = familyOf(id)
  const isFamily = id === '*' || (id.endsWith('/*') && id.indexOf('/') === id.length - 2)
  const families = new Set(ids.map(familyOf))
  if (isFamily || ids.includes(id) || (family !== '' && !families.has(family))) return { value: id }
  const near = nearest(id, ids)
  return {
    problem: `\`${where}\` names an unknown rule, \`${id}\`.`,
    hint: near ? `Did you mean \`${near}\`?` : `Rules: ${ids.join(', ')}.`,
  }
}

function readCoverage(text: string, config: SiteConfig): Result<[string, number]> {
  const [name = '', amount = ''] = splitAtLast(text, '=')
  const locale = readLocale(name, config)
  if ('problem' in locale) return locale
  const percent = Number(amount.replace(/%$/, ''))
  if (amount !== '' && percent >= 0 && percent <= 100) return { value: [locale.value, percent] }
  return {
    problem: `\`--min-coverage ${text}\` has no percentage.`,
    hint: `Write \`--min-coverage ${name || 'ja'}=80\`.`,
  }
}

function readLocale(name: string, config: SiteConfig): Result<string> {
  const locale = localeNamed(name, config)
  if (locale !== undefined) return { value: locale }
  return {
    problem: `The site has no locale \`${name}\`.`,
    hint: `Locales: ${Object.keys(config.locales).join(', ')}.`,
  }
}

function splitAtLast(text: string, separator: string): string[] {
  const index = text.lastIndexOf(separator)
  return index === -1 ? [text] : [text.slice(0, index), text.slice(index + 1)]
}

function hintOf(hint: string | undefined): { hint?: string } {
  return hint ? { hint } : {}
}
