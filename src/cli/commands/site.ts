/** The commands that read, build or serve a site: what they load is the same for all, so they are one file of the program. */
import { check, routes } from '../../index.ts'
import { writeTranslation } from '../../check/new-translation.ts'
import { freezeVersion } from '../freeze.ts'
import type { CheckOptions, CommonOptions } from '../options.ts'
import { type Invocation, printFindings, printLine, results } from '../terminal.ts'
import { runBuild } from './build.ts'
import { runDev, runPreview } from './serve.ts'

export const siteCommands: Readonly<
  Record<string, (invocation: Invocation, options: never) => Promise<number>>
> = {
  build: runBuild,
  dev: runDev,
  preview: runPreview,

  /** The report on stdout, notes on what was written on stderr. */
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
    printFindings(terminal, findings)
    if (!list) return exitCode
    if (json) results.write(JSON.stringify(list, undefined, 2) + '\n')
    else
      for (const [version, { routes }] of [['/', list] as const, ...Object.entries(list.versions ?? {})])
        for (const { path: from, redirect } of routes) {
          const inVersion = (address: string) =>
            address.startsWith('/') ? version + address.slice(1) : address
          results.write(inVersion(from) + (redirect ? ` → ${inVersion(redirect)}` : '') + '\n')
        }
    return exitCode
  },

  /** The file that was written on stdout, the next steps on stderr. */
  async new(
    { args: [locale = '', page = ''], root, terminal },
    { config, withSource }: CommonOptions & { withSource?: boolean },
  ) {
    const made = await writeTranslation({ root, config, locale, page, withSource })
    printFindings(terminal, made.findings)
    if (made.file === undefined) return made.exitCode
    results.write(`${made.file}\n`)
    const { words, source } = made
    printLine(terminal, `About ${words} words of \`${source}\` to translate. Then take \`draft: true\` out.`)
    return made.exitCode
  },

  /** The folder that was written on stdout, the next steps on stderr. */
  async version({ args: [id = ''], root, terminal }, { config }: CommonOptions) {
    const { exitCode, findings, folder, files, lines } = await freezeVersion({ root, config, id })
    printFindings(terminal, findings)
    if (folder === undefined || lines === undefined) return exitCode
    results.write(`${folder}\n`)
    const name = config ?? 'site.config.ts'
    const text = lines.replace(/^/gm, '  ')
    printLine(
      terminal,
      `Copied ${files} files. Readers see the version with this in \`${name}\`:\n\n${text}\n`,
    )
    return exitCode
  },
}
