import type { CommitDates } from '../lib/git.ts'
import type { Finding } from '../schema/finding.ts'

/** Why pages say nothing about their last change although the site asks for it. */
export function reportHistory({ problem }: CommitDates): Finding[] {
  if (problem === 'shallow') {
    return [
      {
        rule: 'git/shallow',
        severity: 'info',
        message:
          'Pages are without the date of their last change: the clone is shallow, its dates would be wrong.',
        hint: 'Fetch the whole history (`git fetch --unshallow`; `fetch-depth: 0` in GitHub Actions), or set `theme.lastUpdated` to `false`.',
      },
    ]
  }
  if (problem === 'slow') {
    return [
      {
        rule: 'git/too-slow',
        severity: 'warning',
        message:
          'Pages are without the date of their last change: git did not answer in time and was stopped.',
        hint: 'Try `git log` in the folder of the site; it may wait for a network or for another program.',
      },
    ]
  }
  return []
}

/** What Git ignores is kept from readers: said where it does not tell, and `problem` says why. */
export function reportUntold(problem: string | undefined): Finding[] {
  if (problem === undefined) return []
  return [
    {
      rule: 'git/untold',
      severity: 'info',
      message: `Files that pages include and link to were published without asking git whether it ignores them: ${problem}.`,
      hint: 'Make `git status` work in the folder of the site.',
    },
  ]
}
