import { defineJoinRule } from '../rule.ts'

/** A redirect from where no redirect can start. */
export const source = defineJoinRule({
  id: 'redirects/source',
  severity: 'error',
  description: 'A redirect starts at a file of the build, or has a `*` before its end.',
})
