import { type Rule, type RuleSeverity, severityNames } from './rules/rule.ts'
import { rules } from './rules/run.ts'
import { nearest } from '../lib/text.ts'
import { type Format, formats } from './report/formats.ts'
import { type TodoFormat, todoFormats } from './report/todo.ts'
import type { CheckOptions } from '../schema/api.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import { usageFinding } from '../shared/findings.ts'
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
  const reader = createReader(config, [...rules, ...pluginRules])
  const { todo, locales, env } = options
  if (options.fromGit && !options.stamp)
    reader.fail('`--from-git` requires `--stamp`.', 'Write `docsgen check --stamp --from-git`.')
  for (const id of Object.keys(config.check.rules)) reader.ruleId(id, 'check.rules')
  const settings: CheckSettings = {
    format: todo === undefined ? reader.format(options.format, env?.['GITHUB_ACTIONS'] === 'true') : 'pretty',
    todoFormat: todo === undefined ? 'markdown' : reader.todoFormat(options.format),
    rules: Object.fromEntries((options.rules ?? []).flatMap(reader.rule)),
    minCoverage: Object.fromEntries((options.minCoverage ?? []).flatMap(reader.coverage)),
    locales: todo === undefined ? locales?.flatMap(name => reader.locale(name) ?? []) : undefined,
    todo: todo === undefined ? undefined : reader.todo(todo),
  }
  const { findings } = reader
  return findings.length > 0 ? { findings } : { settings, findings }
}

function createReader(config: SiteConfig, known: readonly Pick<Rule, 'id'>[]) {
  const findings: Finding[] = []
  const fail = (message: string, hint: string) => void findings.push(usageFinding(message, hint))
  const ids = known.map(({ id }) => id)
  const others = translatedLocales(config)

  function locale(name: string): string | undefined {
    const found = localeNamed(name, config)
    if (found === undefined)
      fail(`The site has no locale \`${name}\`.`, `Locales: ${Object.keys(config.locales).join(', ')}.`)
    return found
  }

  function ruleId(id: string, where: string): boolean {
    const [, family] = /^([^/]+\/)/.exec(id) ?? []
    // Rules of the stages (`markdown/…`) are not known here.
    const isOfStage = family !== undefined && !ids.some(one => one.startsWith(family))
    if (/^(?:[^/]*\/)?\*$/.test(id) || ids.includes(id) || isOfStage) return true
    const near = nearest(id, ids)
    fail(
      `\`${where}\` names an unknown rule, \`${id}\`.`,
      near ? `Did you mean \`${near}\`?` : `Rules: ${ids.join(', ')}.`,
    )
    return false
  }

  return {
    findings,
    fail,
    locale,
    ruleId,
    format(name: string | undefined, onGithub: boolean): Format {
      if (name === undefined) return onGithub ? 'github' : 'pretty'
      if (Object.hasOwn(formats, name)) return name as Format
      fail(`Unknown format \`${name}\`.`, `Formats: ${Object.keys(formats).join(', ')}.`)
      return 'pretty'
    },
    todoFormat(name = 'markdown'): TodoFormat {
      const found = todoFormats.find(format => format === (name === 'pretty' ? 'markdown' : name))
      if (!found) fail(`\`--todo\` has no format \`${name}\`.`, `Formats: ${todoFormats.join(', ')}.`)
      return found ?? 'markdown'
    },
    /** A language, or `all`: the source language has no work list. */
    todo(name: string): readonly string[] {
      if (name === 'all' && localeNamed(name, config) === undefined) return others
      const found = locale(name)
      if (found === '/')
        fail(`\`--todo ${name}\` names the source language.`, `Languages: ${[...others, 'all'].join(', ')}.`)
      return found === undefined ? [] : [found]
    },
    rule(text: string): [string, RuleSeverity][] {
      const [id, severity] = splitAtLast(text)
      if (!ruleId(id, '--rule')) return []
      const found = severityNames.find(name => name === (severity === 'warn' ? 'warning' : severity))
      if (found) return [[id, found]]
      const hint = `Write \`${id || 'links/anchor'}=warning\`; severities: ${severityNames.join(', ')}.`
      fail(`\`--rule ${text}\` has no severity.`, hint)
      return []
    },
    coverage(text: string): [string, number][] {
      const [name, amount] = splitAtLast(text)
      const found = locale(name)
      if (found === undefined) return []
      const percent = Number(amount.replace(/%$/, ''))
      if (amount !== '' && percent >= 0 && percent <= 100) return [[found, percent]]
      fail(`\`--min-coverage ${text}\` has no percentage.`, `Write \`--min-coverage ${name || 'ja'}=80\`.`)
      return []
    },
  }
}

function splitAtLast(text: string): [name: string, value: string] {
  const index = text.lastIndexOf('=')
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)]
}
