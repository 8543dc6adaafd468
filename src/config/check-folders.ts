import { existsSync, readlinkSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { isLink } from '../lib/files.ts'
import { repositoryOf } from '../lib/paths.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'

/** Refuses folders that would put the site's own sources or the user's files in danger. */
export function checkFolders(root: string, config: SiteConfig): Finding[] {
  const given = path.resolve(root, config.outDir)
  const out = resolveReal(given)
  const findings: Finding[] = []
  const refuse = (message: string, hint: string) =>
    findings.push({ rule: 'config', severity: 'error', message, hint })

  if (out === path.parse(out).root || out === resolveReal(homedir())) {
    refuse(
      `The output folder \`${config.outDir}\` is a system folder.`,
      'Choose a folder of its own, such as `dist`.',
    )
  } else if (isInside(resolveReal(root), out)) {
    refuse(
      `The output folder \`${config.outDir}\` contains the site itself.`,
      'Choose a folder of its own, such as `dist`.',
    )
  } else if (/[\\/]\.(?:git|hg|svn)(?:[\\/]|$)/i.test(out)) {
    refuse(
      `The output folder \`${config.outDir}\` belongs to version control.`,
      'Choose a folder of its own, such as `dist`.',
    )
  }
  if (isLink(given)) {
    const hint = 'Remove the link, or set `outDir` to the folder that is meant.'
    const link = `The output folder \`${config.outDir}\` is a symbolic link to \`${readlinkSync(given)}\``
    if (!existsSync(given)) refuse(`${link}, which doesn't exist.`, hint)
    else if (!isInside(out, realpathSync(repositoryOf(root))))
      refuse(`${link}, outside the repository.`, hint)
  }
  for (const key of ['contentDir', 'publicDir'] as const) {
    const folder = resolveReal(path.resolve(root, config[key]))
    if (isInside(folder, out) || isInside(out, folder)) {
      refuse(
        `\`outDir\` (\`${config.outDir}\`) and \`${key}\` (\`${config[key]}\`) overlap.`,
        'Keep sources and output in separate folders.',
      )
    }
  }
  if (!existsSync(path.resolve(root, config.contentDir))) {
    refuse(`The content folder \`${config.contentDir}\` does not exist.`, 'Create it or set `contentDir`.')
  }
  return findings
}

/** True when `inner` is `outer` or lies below it. */
function isInside(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(outer.endsWith(path.sep) ? outer : outer + path.sep)
}

/** The real path of the longest existing ancestor, with the rest appended. */
function resolveReal(folder: string): string {
  if (existsSync(folder)) return realpathSync(folder)
  const parent = path.dirname(folder)
  return parent === folder ? folder : path.join(resolveReal(parent), path.basename(folder))
}
