import { defineJoinRule } from '../rule.ts'

/** Two redirects from one address. */
export const duplicateSource = defineJoinRule({
  id: 'redirects/duplicate',
  severity: 'error',
  description: 'Two redirects start at one address and lead to different ones.',
})
