import { describe, expect, it } from 'vitest'
import type { PluginSource } from '../../../../src/plugins/run.ts'
import { OWN_COMPONENTS } from '../../../../src/schema/plugin.ts'
import { lostInHook, lostPage } from '../../../../src/cache/threads/failures.ts'

const plugins = [{ name: 'charts' }, { name: OWN_COMPONENTS }] as PluginSource[]
const page = { file: 'content/a.md' }
const place = { file: 'content/a.md', line: 1, column: 1 }

describe('a page whose time is up', () => {
  const lost = { lost: 'time', reason: 'it took longer than 30 seconds' } as const

  it("in a component of the site is one of its templates'", () => {
    expect(lostInHook(page.file, plugins, { ...lost, plugin: 2 })).toEqual([
      {
        rule: 'templates/too-slow',
        severity: 'error',
        place,
        message: "The page couldn't be rendered: it took longer than 30 seconds.",
        hint: 'Look for an infinite loop in your templates.',
      },
    ])
  })

  it('in a hook names the plugin; nothing that was not tried is named', () => {
    expect(lostInHook(page.file, plugins, { ...lost, plugin: 1 })).toMatchObject([
      {
        rule: 'plugins/too-slow',
        place,
        message: expect.stringContaining('The plugin `charts` failed when it ran on `content/a.md`'),
      },
    ])
    expect(lostInHook(page.file, plugins, lost)).toBeUndefined()
    expect(lostPage('render', page, { lost: 'untried', reason: '' })).toEqual([])
  })
})
