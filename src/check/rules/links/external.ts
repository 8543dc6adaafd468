import { defineJoinRule } from '../rule.ts'

/**
 * A link to a web page of somebody else that is not there. Only asked for by its own name: `links/*` does not cover it,
 * because it is the one rule that needs a network. Its findings come with the site, see `ask-external.ts`.
 */
export const external = defineJoinRule({
  id: 'links/external',
  severity: 'off',
  description: 'A link to another site is broken; asked for only by this name, never as part of `links/*`.',
})
