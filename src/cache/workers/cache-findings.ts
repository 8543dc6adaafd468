import type { Finding } from '../../schema/finding.ts'
import type { Session } from './session.ts'

/** What the user should know of the caches after a build: at most one warning of each, whatever happened to it (R-CACHE). */
export function cacheFindings(session: Session): Finding[] {
  return [...ownFindings(session), ...sharedFindings(session)]
}

function sharedFindings({ shared }: Session): Finding[] {
  if (!shared?.failures) return []
  const { name, failed, requests, first } = shared.failures
  return [
    {
      rule: 'cache/remote',
      severity: 'warning',
      message: `The shared cache \`${name}\` failed ${failed} of ${requests} times; at first ${first}. What was missing was made here.`,
      hint: 'The site is as it should be: look at the server when that happens again.',
    },
  ]
}

function ownFindings({ cacheFailed, damage, parsed, rendered }: Session): Finding[] {
  if (cacheFailed || parsed.failed || rendered.failed) {
    return [
      {
        rule: 'cache/unwritable',
        severity: 'warning',
        message:
          'The cache in `node_modules/.cache/docsgen` cannot be written; the site was built without it.',
        hint: 'Make the folder writable, or use `--no-cache`.',
      },
    ]
  }
  if (damage.size + parsed.damaged + rendered.damaged === 0) return []
  const message = 'Part of the cache was damaged; what it held was made anew.'
  return [{ rule: 'cache/damaged', severity: 'warning', message }]
}
