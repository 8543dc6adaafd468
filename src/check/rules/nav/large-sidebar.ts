import { defineJoinRule } from '../rule.ts'

/** A sidebar that would put as many links into each document as there are pages. */
export const largeSidebar = defineJoinRule({
  id: 'nav/large-sidebar',
  severity: 'info',
  description: 'A sidebar has more than 500 entries: documents show what is around the open page.',
})
