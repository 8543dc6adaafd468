/** `check --since`: findings that a change has to do with. */
import { pageAddress } from '../shared/addresses.ts'
import { findCommit, runGit, splitNames, whyGitFailed } from '../lib/git.ts'
import type { Finding } from '../schema/finding.ts'
import type { ReadableSite } from '../schema/translation.ts'
import { listTranslations } from '../site/translations.ts'

/**
 * Files that differ from where the work branched off from `ref`, relative to the root: committed or not, removed ones too.
 * A finding where Git does not know it.
 */
export async function changedSince(
  root: string,
  ref: string,
): Promise<{ files: ReadonlySet<string> } | { problem: Finding }> {
  try {
    const tip = await findCommit(root, ref)
    if (tip === undefined) return { problem: unknownRef(ref, 'the repository has no such commit') }
    const base = (await runGit(root, ['merge-base', tip, 'HEAD']).catch(() => tip)).trim()
    const changed = await runGit(root, ['diff', '--name-only', '--no-renames', '-z', '--relative', base])
    const added = await runGit(root, ['ls-files', '--others', '--exclude-standard', '-z'])
    return { files: new Set([changed, added].flatMap(splitNames)) }
  } catch (error) {
    return { problem: unknownRef(ref, whyGitFailed(error)) }
  }
}

function unknownRef(ref: string, why: string): Finding {
  const message = `\`--since ${ref}\` can't be compared: ${why}.`
  const hint =
    'Name a branch, a tag or a commit; in a shallow clone, fetch it first: `git fetch --unshallow`.'
  return { rule: 'usage', severity: 'error', message, hint }
}

/**
 * The findings that a change of these files has to do with: those in the files, in pages that include them, in translations
 * of their pages, of links that lead to them, and those of the site as a whole.
 */
export function touchedBy(
  files: ReadonlySet<string>,
  site: ReadableSite,
  findings: readonly Finding[],
): Finding[] {
  const touched = new Set(files)
  for (const { file, includes } of site.pages) if (includes.some(name => files.has(name))) touched.add(file)
  for (const { source, page } of listTranslations(site)) {
    if (source && page && touched.has(source.file)) touched.add(page.file)
  }
  const gone = new Set([...files].map(file => addressOf(file, site.config.contentDir)))
  const links = new Set(
    site.links.flatMap(({ problem, to, link }) =>
      problem && (touched.has(to?.file ?? '') || gone.has(link.target) || files.has(link.target))
        ? [placeKey(link.place)]
        : [],
    ),
  )
  return findings.filter(({ place }) => !place || touched.has(place.file) || links.has(placeKey(place)))
}

/** Where the page of a file is, or was, as links name it; empty for what is no page. */
function addressOf(file: string, contentDir: string): string {
  const folder = contentDir === '.' ? '' : `${contentDir.replace(/\/$/, '')}/`
  if (!file.startsWith(folder) || !file.endsWith('.md')) return ''
  return pageAddress(`/${file.slice(folder.length)}`)
}

function placeKey({ file, line, column }: NonNullable<Finding['place']>): string {
  return `${file}:${line}:${column}`
}
