import { defineJoinRule } from '../rule.ts'

/** Redirects that lead back to themselves. */
export const loop = defineJoinRule({
  id: 'redirects/loop',
  severity: 'error',
  description: 'A redirect leads back to itself.',
})
