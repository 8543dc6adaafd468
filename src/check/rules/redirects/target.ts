import { defineJoinRule } from '../rule.ts'

/** A redirect to an address that is no page. */
export const target = defineJoinRule({
  id: 'redirects/target',
  severity: 'error',
  description: 'A redirect leads to an address that is no page.',
})
