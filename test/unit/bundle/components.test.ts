import { expect, it } from 'vitest'
import type { Bundler } from '../../../src/bundle/bundler.ts'
import { bundleComponents } from '../../../src/bundle/components.ts'

it('components that never finish loading are an error', async () => {
  const outputFiles = [{ text: '{}' }, { text: 'for (;;);' }]
  const source = { components: { Endless: '/site/templates/markdown/Endless.tsx' } }
  const bundler = { source, run: () => Promise.resolve({ outputFiles }) } as unknown as Bundler
  const { findings } = await bundleComponents(bundler, '/site', 50)
  expect(findings).toEqual([
    {
      rule: 'templates/too-slow',
      severity: 'error',
      message: 'The components of `templates/markdown/` timed out while loading (0.05 s).',
    },
  ])
})
