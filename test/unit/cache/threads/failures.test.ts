import { expect, it } from 'vitest'
import type { PluginSource } from '../../../../src/plugins/run.ts'
import { OWN_COMPONENTS } from '../../../../src/schema/plugin.ts'
import { lostInHook } from '../../../../src/cache/threads/failures.ts'

it('a page whose time is up in a component of the site names the templates', () => {
  const plugins = [{ name: OWN_COMPONENTS }] as PluginSource[]
  const lost = { lost: 'time', reason: 'it took longer than 30 seconds', plugin: 1 } as const
  expect(lostInHook('content/a.md', plugins, lost)).toMatchObject([
    { rule: 'templates/too-slow', hint: 'Look for an infinite loop in your templates.' },
  ])
})
