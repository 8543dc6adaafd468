import { describe, expect, it } from 'vitest'
import { type PluginSource, noteHooks, runPageHook } from '../../../../src/plugins/run.ts'
import { OWN_COMPONENTS } from '../../../../src/schema/plugin.ts'
import { lostInHook, lostPage } from '../../../../src/cache/threads/failures.ts'

const plugins = [{ name: 'charts' }, { name: OWN_COMPONENTS }] as PluginSource[]
const page = { file: 'content/a.md' }
const place = { file: 'content/a.md', line: 1, column: 1 }

/** What a thread noted of a hook that it was in when it ended. */
function numberOf(index: number): number {
  let noted = 0
  noteHooks(hook => (noted ||= hook))
  runPageHook(
    index,
    'markdown.components',
    () => undefined,
    () => expect.unreachable(),
  )
  noteHooks(() => undefined)
  return noted
}

describe('a page whose time is up', () => {
  const lost = { lost: 'time', reason: 'it took longer than 30 seconds' } as const

  it("in a component of the site is one of its templates'", () => {
    expect(lostInHook(page.file, plugins, { ...lost, hook: numberOf(1) })).toEqual([
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
    expect(lostInHook(page.file, plugins, { ...lost, hook: numberOf(0) })).toMatchObject([
      {
        rule: 'plugins/too-slow',
        place,
        message: expect.stringMatching(/`charts` .*`markdown\.components`/),
      },
    ])
    expect(lostInHook(page.file, plugins, lost)).toBeUndefined()
    expect(lostPage('render', page, { lost: 'untried', reason: '' })).toEqual([])
  })
})
