import { readFileSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { changesPages } from '../../../src/plugins/evaluate.ts'
import { createPluginSite, pluginText } from './plugin-site.ts'

const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')
const site = createPluginSite({
  'whole.ts': pluginText(
    'whole',
    'pages: () => [], head: () => [], checks: {}, files: () => [], strings: {}',
  ),
  'page.ts': pluginText('page', 'page: () => 1'),
})
afterAll(() => site.remove())

it.each(['', 'ja/', 'zh/'])('every key of a plugin is in the reference: %s', language => {
  const [, definition = ''] =
    /interface PluginDefinition[^{]*\{([^]*?)^\}/m.exec(read('src/schema/plugin.ts')) ?? []
  const keys = [...definition.matchAll(/^ {2}(\w+)\??:/gm)].map(([, key]) => key)
  expect(keys.length).toBeGreaterThan(10)
  const guide = read(`docs/content/${language}guide/plugins.md`)
  const listed = [...guide.matchAll(/^\| `(\w+)` /gm)].map(([, key]) => key)
  expect(listed.toSorted()).toEqual(keys.toSorted())
})

it('only a plugin that changes parsed pages is part of their keys', async () => {
  const { plugins } = await site.load('./whole.ts', './page.ts')
  expect(plugins.filter(changesPages).map(({ source }) => source.name)).toEqual(['page'])
})
