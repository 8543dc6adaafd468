import { defineJoinRule } from '../rule.ts'

/** A redirect from an address where a page is. */
export const shadow = defineJoinRule({
  id: 'redirects/shadow',
  severity: 'error',
  description: 'A redirect starts at the address of a page or a public file, or at another form of it.',
})
