import { expect, it } from 'vitest'
import { evaluateComponents } from '../../../src/bundle/own-templates.ts'

it('components that never finish loading are an error', async () => {
  const endless = { code: 'for (;;);', hash: 'endless', map: '{}' }
  expect(await evaluateComponents(endless, '/site', 50)).toEqual({
    finding: {
      rule: 'templates/too-slow',
      severity: 'error',
      message: 'The components in `templates/markdown/` timed out while loading (0.05 s).',
    },
  })
})
