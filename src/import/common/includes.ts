import { existsSync } from 'node:fs'
import path from 'node:path'
import { findDirectives } from '../../content/includes.ts'
import type { UserConfig } from '../../schema/config.ts'
import { privateName } from '../../shared/public-files.ts'
import { liesOutside } from './folders.ts'
import type { Note } from './importer.ts'
import type { SourcePage } from './pages.ts'

interface FindInput {
  /** Absolute folder that files are allowed in. */
  boundary: string
  /** Absolute folder of the site. */
  root: string
  /** Name of the source folder in it. */
  source: string
  /** Where `!!!include(…)!!!` and `@` start, relative to the site. */
  includeRoot: string
  pages: readonly SourcePage[]
}

/**
 * Adds the files outside of the site that its pages include to `markdown.allowFiles`, each by its name. Only files of the repository
 * are: a page could name any file of the machine. `isLenient`: the original put up with snippets that are not there.
 */
export function withIncludes(
  config: UserConfig,
  input: FindInput & { isLenient: boolean },
  note: Note,
): UserConfig {
  const { allowed, refused, missing, lost } = findIncludes(input)
  if (allowed.length > 0)
    note(
      `Pages include files that docsgen doesn't read by itself; \`markdown.allowFiles\` names them: ${quoted(allowed)}.`,
    )
  if (refused.length > 0)
    note(`Pages include files that aren't allowed, because they may be secret: ${quoted(refused)}.`)
  if (missing.length > 0)
    note(`Snippets lead to files that are not there: ${missing.join(', ')}.`, missing.length)
  if (lost.length > 0)
    note(`Includes lead to files that are not there: ${lost.join(', ')}. Take them out: they end the build.`)
  return {
    ...config,
    ...(allowed.length > 0 ? { markdown: { ...config.markdown, allowFiles: allowed } } : {}),
    ...(missing.length > 0 && input.isLenient
      ? { check: { rules: { 'markdown/snippet-missing': 'warning' as const } } }
      : {}),
  }
}

const quoted = (names: readonly string[]) => names.map(name => `\`${name}\``).join(', ')

/** Looks for snippets and includes that lead out of the site. All are relative to it but the places of what is not there. */
function findIncludes({
  root,
  boundary,
  source,
  includeRoot,
  pages,
}: FindInput): Record<'allowed' | 'refused' | 'missing' | 'lost', string[]> {
  const allowed = new Set<string>()
  const refused = new Set<string>()
  const missing: string[] = []
  const lost: string[] = []
  for (const page of pages) {
    for (const [row, directives] of findDirectives(page.body)) {
      for (const directive of directives) {
        const bare = directive.path.replace(/^@\/?/, '')
        const isRooted = directive.kind === 'include' || bare !== directive.path
        const start = isRooted ? includeRoot : path.posix.join(source, path.posix.dirname(page.file))
        const file = path.posix.join(start, bare)
        const places = { snippet: missing, 'comment-include': lost, include: undefined }[directive.kind]
        if (!existsSync(path.join(root, file))) places?.push(`${page.file}:${page.bodyLine + row}`)
        if (isSecret(file, { root, boundary })) refused.add(file)
        else if (needsLeave(file, source)) allowed.add(file)
      }
    }
  }
  return { allowed: [...allowed].toSorted(), refused: [...refused].toSorted(), missing, lost }
}

/** Files that hold passwords, keys or the history of the repository, whoever may read the rest of it. */
const SECRET =
  /^(?:\.git|\.env.*|\.(?:npm|yarn|net|pypi)rc|\.ssh|\.aws|id_[a-z0-9]+|.*\.(?:pem|key|p12|pfx))$/i

/** Outside of the repository, links followed, or of a kind that nobody publishes. */
function isSecret(file: string, { root, boundary }: Pick<FindInput, 'root' | 'boundary'>): boolean {
  return liesOutside(boundary, path.join(root, file)) || file.split('/').some(name => SECRET.test(name))
}

/** Outside of the site, hidden, or of a package. */
function needsLeave(file: string, source: string): boolean {
  const below = file.startsWith(`${source}/`) ? file.slice(source.length + 1) : file
  return file.startsWith('../') || below.split('/').some(name => privateName(name) !== undefined)
}
