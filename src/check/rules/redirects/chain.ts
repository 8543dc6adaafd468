import { defineJoinRule } from '../rule.ts'

/** A redirect to another redirect: some hosts follow only one. */
export const chain = defineJoinRule({
  id: 'redirects/chain',
  severity: 'error',
  description: 'A redirect leads to another redirect.',
})
