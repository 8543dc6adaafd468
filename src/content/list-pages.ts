import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { matchesAny, repositoryOf } from '../lib/paths.ts'
import type { Finding } from '../schema/finding.ts'
import type { ParseOptions } from '../schema/page.ts'
import { MARKDOWN_FILE } from '../shared/addresses.ts'
import { isInside } from './source-store.ts'

/** True for a file or folder of the content folder that holds no pages: hidden, a partial (`_name`), or packages. */
function isLeftOut(name: string): boolean {
  return /^[._]/.test(name) || name === 'node_modules'
}

/** Path of a site-relative file below the content folder; undefined when it lies elsewhere. */
export function contentPath(file: string, contentDir: string): string | undefined {
  if (contentDir === '.' || contentDir === '') return file
  return file.startsWith(`${contentDir}/`) ? file.slice(contentDir.length + 1) : undefined
}

/** True for a site-relative file that is a page of its own: others may only be parts of pages. */
export function isPageOf(
  { contentDir, exclude }: Pick<ParseOptions, 'contentDir' | 'exclude'>,
  file: string,
): boolean {
  const below = contentPath(file, contentDir)
  const isPage = below !== undefined && MARKDOWN_FILE.test(below) && !below.split('/').some(isLeftOut)
  return isPage && !matchesAny(below, exclude)
}

/**
 * Site-relative POSIX paths of all Markdown files below the content folder, sorted by code unit. Links are followed inside the
 * repository only; a loop of links is reported once. `skip`: site-relative folders that hold no pages.
 */
export function listPages(
  siteRoot: string,
  contentDir: string,
  exclude: readonly string[],
  skip: readonly string[],
): { files: string[]; findings: Finding[] } {
  const root = realpathSync(siteRoot)
  const repository = repositoryOf(root)
  const files: string[] = []
  const findings: Finding[] = []
  const loops = new Set<string>()
  const start = path.posix.normalize(contentDir).replace(/^\.$|\/$/, '')
  const real = realTarget(path.join(root, start))
  if (!real?.isFolder) {
    const message = `There is no content folder \`${contentDir}\`.`
    return { files, findings: [{ rule: 'files/no-content', severity: 'error', message }] }
  }
  visitFolder(start, [real.path])
  const isPage = (file: string) => !matchesAny(file.slice(start === '' ? 0 : start.length + 1), exclude)
  return {
    files: files.filter(isPage).toSorted(),
    findings: findings.filter(({ place }) => !place || isPage(place.file)),
  }

  function report(file: string, rule: string, message: string, more: Partial<Finding> = {}): void {
    const place = { file, line: 1, column: 1 }
    findings.push({ rule: `files/${rule}`, severity: 'error', place, message, ...more })
  }

  /** `chain`: real paths of the folders that are open, so that a link back to one of them is seen. */
  function visitFolder(folder: string, chain: readonly string[]): void {
    try {
      for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
        const file = path.posix.join(folder, entry.name)
        if (!isLeftOut(entry.name) && !skip.includes(file)) visitEntry(entry, file, chain)
      }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
      report(folder || '.', 'unreadable', `The folder can't be read: ${String(error.code)}.`)
    }
  }

  function visitEntry(entry: Dirent, file: string, chain: readonly string[]): void {
    if (entry.isFile()) return addFile(file)
    if (entry.isDirectory()) return visitFolder(file, [...chain, path.join(chain.at(-1) ?? root, entry.name)])
    if (!entry.isSymbolicLink()) return undefined
    const target = realTarget(path.join(root, file))
    const isMarkdown = MARKDOWN_FILE.test(file)
    if (!target) {
      // It may have been a folder of pages; of other files only those who use them can tell.
      if (isMarkdown || path.posix.extname(file) === '')
        report(file, 'dangling-link', 'This link leads nowhere.', {
          severity: isMarkdown ? 'error' : 'warning',
        })
    } else if (!isInside(repository, target.path)) {
      if (isMarkdown || target.isFolder)
        report(file, 'outside', 'This link leads out of the repository and is not followed.')
    } else if (!target.isFolder) addFile(file)
    else if (!chain.includes(target.path)) visitFolder(file, [...chain, target.path])
    else {
      const loop = chain.slice(chain.indexOf(target.path)).toSorted().join('\n')
      const message = 'This link leads back to a folder that it lies in; it is not followed.'
      if (!loops.has(loop)) report(file, 'link-loop', message, { severity: 'warning' })
      loops.add(loop)
    }
    return undefined
  }

  function addFile(file: string): void {
    const name = path.posix.basename(file)
    if (MARKDOWN_FILE.test(name)) {
      files.push(file)
      const problem = portabilityProblem(name.replace(MARKDOWN_FILE, ''))
      if (problem !== undefined) report(file, 'portable-name', problem, { severity: 'warning' })
      return
    }
    const [, stem, extension] = /^(.*)\.(mdx|markdown)$/i.exec(name) ?? []
    if (extension === undefined) return
    const differs =
      extension.toLowerCase() === 'mdx'
        ? ', and replace what it imports, exports and has in braces: Markdown is data here, code in it does not run'
        : ''
    report(
      file,
      'not-read',
      `Files that end in \`.${extension}\` are not read: this one is not a page of the site.`,
      {
        severity: 'warning',
        hint: `Rename it to \`${stem}.md\`${differs}. A part of other pages may stay as it is when its name starts with \`_\`.`,
      },
    )
  }
}

/** Names that some systems can't store or treat as devices. */
function portabilityProblem(stem: string): string | undefined {
  // eslint-disable-next-line no-control-regex
  if (/[<>:"|\\*\0-\u001f]/.test(stem)) return 'Windows cannot store a file of this name.'
  if (/[. ]$/.test(stem)) return 'A name that ends with a dot or a space is not portable.'
  const isDevice = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/i.test(stem)
  return isDevice ? 'Windows reserves this name for a device.' : undefined
}

/** Where a path really leads, links followed; undefined where nothing is. */
function realTarget(absolute: string): { path: string; isFolder: boolean } | undefined {
  try {
    const real = realpathSync(absolute)
    return { path: real, isFolder: statSync(real).isDirectory() }
  } catch {
    return undefined
  }
}
