import { type Rule, type RuleSeverity, severityNames } from './rules/rule.ts'
import { rules } from './rules/run.ts'
import { nearest } from '../lib/text.ts'
import { type Format, formats } from './report/formats.ts'
import { type TodoFormat, todoFormats } from './report/todo.ts'
import type { CheckOptions } from '../schema/api.ts'
import type { SiteConfig } from '../schema/config.ts'
import { type Finding, usageFinding } from '../schema/finding.ts'
import { localeNamed, translatedLocales } from '../site/translations.ts'

/** The options of `docsgen check` that depend on the site, read. */
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

/** Reads the options against the site's configuration. Without `settings`, `findings` say what is wrong, all at once. */
export function parseCheckOptions(
  options: CheckOptions,
  config: SiteConfig,
  pluginRules: readonly Pick<Rule, 'id'>[] = [],
): { settings?: CheckSettings; findings: Finding[] } {
  const { todo, locales, env, format: wanted } = options
  const findings: Finding[] = []
  const fail = (message: string, hint: string) => void findings.push(usageFinding(message, hint))
  const ids = [...rules, ...pluginRules].map(({ id }) => id)
  const others = translatedLocales(config)

  const readLocale = (name: string): string | undefined => {
    const found = localeNamed(name, config)
    if (found === undefined)
      fail(`The site has no locale \`${name}\`.`, `Locales: ${Object.keys(config.locales).join(', ')}.`)
    return found
  }
  const isRule = (id: string, where: string): boolean => {
    const [, family] = /^([^/]+\/)/.exec(id) ?? []
    // Rules of the stages (`markdown/…`) are not known here.
    const isOfStage = family !== undefined && !ids.some(one => one.startsWith(family))
    if (/^(?:[^/]*\/)?\*$/.test(id) || ids.includes(id) || isOfStage) return true
    const near = nearest(id, ids)
    const hint = near ? `Did you mean \`${near}\`?` : `Rules: ${ids.join(', ')}.`
    fail(`\`${where}\` names an unknown rule, \`${id}\`.`, hint)
    return false
  }
  const readFormat = (): Format => {
    if (wanted === undefined) return env?.['GITHUB_ACTIONS'] === 'true' ? 'github' : 'pretty'
    if (!Object.hasOwn(formats, wanted))
      fail(`Unknown format \`${wanted}\`.`, `Formats: ${Object.keys(formats).join(', ')}.`)
    return wanted as Format
  }
  const readTodoFormat = (): TodoFormat => {
    const name = wanted === undefined || wanted === 'pretty' ? 'markdown' : wanted
    const found = todoFormats.find(format => format === name)
    if (!found) fail(`\`--todo\` has no format \`${name}\`.`, `Formats: ${todoFormats.join(', ')}.`)
    return found ?? 'markdown'
  }
  /** A language, or `all`: the source language has no work list. */
  const readTodo = (name: string): readonly string[] => {
    if (name === 'all' && localeNamed(name, config) === undefined) return others
    const found = readLocale(name)
    if (found === '/')
      fail(`\`--todo ${name}\` names the source language.`, `Languages: ${[...others, 'all'].join(', ')}.`)
    return found === undefined ? [] : [found]
  }
  const readRule = (text: string): [string, RuleSeverity][] => {
    const [id, severity] = splitAtLast(text)
    if (!isRule(id, '--rule')) return []
    const found = severityNames.find(name => name === (severity === 'warn' ? 'warning' : severity))
    if (found) return [[id, found]]
    const hint = `Write \`${id || 'links/anchor'}=warning\`; severities: ${severityNames.join(', ')}.`
    fail(`\`--rule ${text}\` has no severity.`, hint)
    return []
  }
  const readCoverage = (text: string): [string, number][] => {
    const [name, amount] = splitAtLast(text)
    const found = readLocale(name)
    if (found === undefined) return []
    const percent = Number(amount.replace(/%$/, ''))
    if (amount !== '' && percent >= 0 && percent <= 100) return [[found, percent]]
    fail(`\`--min-coverage ${text}\` has no percentage.`, `Write \`--min-coverage ${name || 'ja'}=80\`.`)
    return []
  }

  if (options.fromGit && !options.stamp)
    fail('`--from-git` requires `--stamp`.', 'Write `docsgen check --stamp --from-git`.')
  for (const id of Object.keys(config.check.rules)) isRule(id, 'check.rules')
  const settings: CheckSettings = {
    format: todo === undefined ? readFormat() : 'pretty',
    todoFormat: todo === undefined ? 'markdown' : readTodoFormat(),
    rules: Object.fromEntries((options.rules ?? []).flatMap(readRule)),
    minCoverage: Object.fromEntries((options.minCoverage ?? []).flatMap(readCoverage)),
    locales: todo === undefined ? locales?.flatMap(name => readLocale(name) ?? []) : undefined,
    todo: todo === undefined ? undefined : readTodo(todo),
  }
  return findings.length > 0 ? { findings } : { settings, findings }
}

/** The parts of `name=value`; the name may have an equals sign. */
function splitAtLast(text: string): [name: string, value: string] {
  const index = text.lastIndexOf('=')
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)]
}
