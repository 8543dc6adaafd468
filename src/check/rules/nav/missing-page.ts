import { defineJoinRule } from '../rule.ts'

/** An entry of `nav` or `sidebar` whose page no language has. */
export const missingPage = defineJoinRule({
  id: 'nav/missing-page',
  severity: 'error',
  description:
    'An entry of the navigation or the sidebar names a page that no language has, a draft, or an unlisted page.',
})
