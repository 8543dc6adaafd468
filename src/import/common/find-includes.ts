import { existsSync } from 'node:fs'
import path from 'node:path'
import { findDirectives, mayHaveDirectives } from '../../content/directives.ts'
import { privateName } from '../../shared/private-file.ts'
import type { UserConfig } from '../../schema/config.ts'
import type { Note } from './notes.ts'
import type { SourcePage } from './source-pages.ts'

/** What pages take in besides what docsgen allows by itself. */
export interface Includes {
  /** For `markdown.allowFiles`. */
  allowFiles: string[]
  /** A snippet leads to no file; VuePress from 1.5.4 on showed a text in its place. */
  hasMissing: boolean
}

/** Files that are named one by one; where there are more, their folders are. */
const MOST_FILES = 8

interface FindInput {
  /** Absolute folder of the site. */
  root: string
  /** Name of the source folder in it. */
  source: string
  /** Where `!!!include(…)!!!` and `@` start, relative to the site. */
  includeRoot: string
  pages: readonly SourcePage[]
}

/**
 * Adds the files outside of the site that its pages take in. `isLenient`: the original put up with snippets that are not there,
 * and they keep no build from ending.
 */
export function withIncludes(
  config: UserConfig,
  input: FindInput & { isLenient: boolean },
  note: Note,
): UserConfig {
  const { allowFiles, hasMissing } = findIncludes(input, note)
  return {
    ...config,
    ...(allowFiles.length > 0 ? { markdown: { ...config.markdown, allowFiles } } : {}),
    ...(hasMissing && input.isLenient
      ? { check: { rules: { 'markdown/snippet-missing': 'warning' as const } } }
      : {}),
  }
}

/** Looks for snippets and includes that lead out of the site, for instance into other folders of its repository. */
export function findIncludes({ root, source, includeRoot, pages }: FindInput, note: Note): Includes {
  const files = new Set<string>()
  const missing: string[] = []
  const lost: string[] = []
  for (const page of pages.filter(({ body }) => mayHaveDirectives(body))) {
    for (const [row, directives] of findDirectives(page.body)) {
      for (const directive of directives) {
        const bare = directive.path.replace(/^@\/?/, '')
        const isRooted = directive.kind === 'include' || bare !== directive.path
        const start = isRooted ? includeRoot : path.posix.join(source, path.posix.dirname(page.file))
        const file = path.posix.join(start, bare)
        if (needsLeave(file, source)) files.add(file)
        const places = { snippet: missing, 'comment-include': lost, include: undefined }[directive.kind]
        if (places && !existsSync(path.join(root, file))) places.push(`${page.file}:${page.bodyLine + row}`)
      }
    }
  }
  if (missing.length > 0) {
    note(`Snippets lead to files that are not there: ${missing.join(', ')}.`, missing.length)
  }
  if (lost.length > 0) {
    note(`Includes lead to files that are not there: ${lost.join(', ')}. Take them out: they end the build.`)
  }
  const folders = new Set(Array.from(files, file => path.posix.dirname(file)))
  const allowFiles = [...(files.size > MOST_FILES ? folders : files)].toSorted()
  return { allowFiles, hasMissing: missing.length > 0 }
}

/** Outside of the site, hidden, or of a package. */
function needsLeave(file: string, source: string): boolean {
  const below = file.startsWith(`${source}/`) ? file.slice(source.length + 1) : file
  return file.startsWith('../') || below.split('/').some(name => privateName(name) !== undefined)
}
