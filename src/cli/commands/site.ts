/** Commands that read, build or serve a site. They load the same modules, so they share one chunk of the program. */
import path from 'node:path'
import { build, check, routes } from '../../index.ts'
import { writeTranslation } from '../../check/new-translation.ts'
import { plural } from '../../lib/text.ts'
import type { BuildSummary, SharedSummary } from '../../schema/api.ts'
import type { BuildOptions, CheckOptions, CommonOptions } from '../options.ts'
import { type Invocation, printFindings, printLine, results, type Run } from '../terminal.ts'
import { runVersion } from './version.ts'

export const siteCommands: Readonly<Record<string, Run>> = {
  build: runBuild,
  dev: async (...given) => (await import('./serve.ts')).runDev(...given),
  preview: async (...given) => (await import('./serve.ts')).runPreview(...given),

  async check({ root, terminal }, options: CheckOptions) {
    const { rule: rules, page: pages, locale: locales, color, ...rest } = options
    const isColored = color !== false && process.stdout.isTTY === true && !process.env['NO_COLOR']
    const result = await check({ ...rest, root, rules, pages, locales, color: isColored, env: process.env })
    for (const note of result.notes) printLine(terminal, note)
    if (!result.reported) printFindings(terminal, result.findings)
    results.write(result.output)
    return result.exitCode
  },

  async routes({ root, terminal }, { config, json }: CommonOptions & { json?: boolean }) {
    const { exitCode, list, findings } = await routes({ root, config })
    const own = findings.filter(one => one.severity === 'error' || /^(?:routes|redirects)\//.test(one.rule))
    printFindings(terminal, own)
    if (!list) return exitCode
    if (json) results.write(JSON.stringify(list, null, 2) + '\n')
    else
      for (const [version, { routes }] of [['/', list] as const, ...Object.entries(list.versions ?? {})])
        for (const { path: from, redirect, page = from } of routes) {
          const inVersion = (address: string) =>
            address.startsWith('/') ? version + address.slice(1) : address
          const shown = page === from ? '' : ` (fallback: ${inVersion(page)})`
          results.write(inVersion(from) + (redirect ? ` → ${inVersion(redirect)}` : shown) + '\n')
        }
    return exitCode
  },

  async new(
    { args: [locale = '', page = ''], root, terminal },
    { config, withSource }: CommonOptions & { withSource?: boolean },
  ) {
    const made = await writeTranslation({ root, config, locale, page, withSource })
    printFindings(terminal, made.findings)
    if (!made.file) return made.exitCode
    results.write(`${made.file}\n`)
    const { words, source } = made
    const about = `About ${words} words to translate from \`${source}\`.`
    printLine(terminal, `${about} When you're done, remove \`draft: true\`.`)
    return made.exitCode
  },

  version: runVersion,
}

async function runBuild({ root, terminal }: Invocation, options: BuildOptions) {
  const { exitCode, findings, outDir = '', archive, summary, shard } = await build({ ...options, root })
  printFindings(terminal, findings)
  if (shard) printLine(terminal, `Built shard ${options.shard}\n${formatShared(shard)}`)
  if (shard && options.json) results.write(JSON.stringify(shard) + '\n')
  if (!summary) return exitCode
  const lines = [formatSummary(summary, path.relative(process.cwd(), outDir) || '.')]
  if (archive) lines.push(`  archive ${path.relative(process.cwd(), archive)}`)
  printLine(terminal, lines.join('\n'))
  if (options.json) results.write(JSON.stringify(summary) + '\n')
  return exitCode
}

function formatSummary(summary: BuildSummary, outDir: string) {
  const count = Object.values(summary.pages).reduce((sum, pages) => sum + pages, 0)
  return [
    `Built ${plural(count, 'page')} in ${seconds(summary.total)} → ${outDir}`,
    `  pages   ${list(summary.pages, String)}`,
    ...(summary.drafts > 0 ? [`  drafts  ${summary.drafts} skipped`] : []),
    `  output  ${summary.files} files: ${list(summary.bytes, size)}`,
    ...Object.entries(summary.origins).map(([name, origins]) => `  loads   ${name} ${origins.join(' · ')}`),
    ...(summary.shared ? [formatShared(summary.shared)] : []),
    `  time    ${list(summary.times, seconds)}`,
  ].join('\n')
}

function formatShared({ parsed, rendered, stored }: SharedSummary) {
  const pages = ({ taken, made }: SharedSummary['parsed']) => `${taken} reused, ${made} built`
  return `  shared  parsed ${pages(parsed)} · rendered ${pages(rendered)} · ${plural(stored, 'file')} uploaded`
}

function list(record: Record<string, number>, format: (value: number) => string) {
  const parts = Object.entries(record).map(([name, value]) => `${name} ${format(value)}`)
  return parts.join(' · ')
}

function seconds(milliseconds: number) {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(2)} s`
}

function size(bytes: number) {
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(2)} MB`
}
