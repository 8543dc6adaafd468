/** Checks of a configuration that its schema can't make: folders that overlap, versions that collide. */
import { existsSync, readlinkSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { isLink, repositoryOf } from '../lib/files.ts'
import { listVersions, type SiteConfig, type Version } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'

/** Refuses folders that would put the site's own sources or the user's files in danger. */
export function checkFolders(root: string, config: SiteConfig): Finding[] {
  const { outDir, contentDir } = config
  const given = path.resolve(root, outDir)
  const out = resolveReal(given)
  const findings: Finding[] = []
  const refuse = (message: string, hint: string) =>
    findings.push({ rule: 'config', severity: 'error', message, hint })

  const reason =
    out === path.parse(out).root || out === resolveReal(homedir())
      ? 'is a system folder'
      : isInside(resolveReal(root), out)
        ? 'contains the site itself'
        : /[\\/]\.(?:git|hg|svn)(?:[\\/]|$)/i.test(out) && 'belongs to version control'
  if (reason)
    refuse(`The output folder \`${outDir}\` ${reason}.`, 'Choose a folder of its own, such as `dist`.')
  const where = !existsSync(given)
    ? "which doesn't exist"
    : !isInside(out, realpathSync(repositoryOf(root))) && 'outside the repository'
  if (where && isLink(given))
    refuse(
      `The output folder \`${outDir}\` is a symbolic link to \`${readlinkSync(given)}\`, ${where}.`,
      'Remove the link, or set `outDir` to the folder that is meant.',
    )
  for (const key of ['contentDir', 'publicDir'] as const) {
    const folder = resolveReal(path.resolve(root, config[key]))
    if (isInside(folder, out) || isInside(out, folder))
      refuse(
        `\`outDir\` (\`${outDir}\`) and \`${key}\` (\`${config[key]}\`) overlap.`,
        'Keep sources and output in separate folders.',
      )
  }
  if (!existsSync(path.resolve(root, contentDir)))
    refuse(`The content folder \`${contentDir}\` does not exist.`, 'Create it or set `contentDir`.')
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

/** A problem of a key that the schema doesn't find. */
export interface KeyProblem {
  path: PropertyKey[]
  message: string
  hint?: string | undefined
}

/** Checks versions by the configuration alone: that one is current, that names are unique and addresses don't collide. */
export function checkVersions(config: Pick<SiteConfig, 'versions' | 'locales'>): KeyProblem[] {
  const versions = listVersions(config)
  if (versions.length === 0) return []
  const current = versions.find(({ source }) => !source)
  if (!current)
    return [
      {
        path: ['versions'],
        message: '`versions` names no current version.',
        hint: "Add one without `from` and `ref`, such as `{ id: '2.x' }`: it is what the folder of the content holds.",
      },
    ]
  return config.versions.flatMap(({ from, ref, path: given }, index) => {
    const version = versions[index] as Version
    const { id, source } = version
    const find = (key: string, message: string, hint: string): KeyProblem[] => [
      { path: ['versions', index, key], message, hint },
    ]
    if (from !== undefined && ref !== undefined)
      return find('ref', `\`${id}\` has \`from\` and \`ref\`.`, 'Keep one of them.')
    if (!source && version !== current)
      return find(
        'id',
        `\`${id}\` and \`${current.id}\` are both the current version.`,
        'Say with `from` or `ref` where the older one comes from.',
      )
    if (!source && given !== undefined)
      return find(
        'path',
        `\`${id}\` is the current version, which has no \`path\`: it stands at the base of the site.`,
        'Take `path` out, or say with `from` or `ref` where this version comes from.',
      )
    const earlier = versions.slice(0, index)
    if (earlier.some(other => other.id === id))
      return find('id', `There are two versions \`${id}\`.`, 'Give one another id.')
    // At or below another address, as file systems see it.
    const collides = (other: string) => {
      const [first, second] = [version.path.toLowerCase(), other.toLowerCase()]
      return first.startsWith(second) || second.startsWith(first)
    }
    const older = earlier.find(other => other.source && collides(other.path))
    const locale = Object.keys(config.locales).find(other => other !== '/' && collides(other))
    const reserved = ['/assets/', '/offline/'].find(collides)
    const taken = older
      ? `that of version \`${older.id}\`, \`${older.path}\``
      : locale
        ? `the language \`${locale}\``
        : reserved && `\`${reserved}\`, where every site keeps its files`
    if (!source || !taken) return []
    const message = `The path \`${version.path}\` collides with ${taken}.`
    return find(given === undefined ? 'id' : 'path', message, 'Give it another `path`.')
  })
}
