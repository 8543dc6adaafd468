import { afterAll, expect, it } from 'vitest'
import { changesPages } from '../../../src/plugins/run.ts'
import { createPluginSite, pluginText } from './plugin-site.ts'

const site = createPluginSite({
  'whole.ts': pluginText(
    'whole',
    'pages: () => [], head: () => [], checks: {}, files: () => [], strings: {}',
  ),
  'page.ts': pluginText('page', 'page: () => 1'),
})
afterAll(() => site.remove())

it('only a plugin that changes parsed pages is part of their keys', async () => {
  const { plugins } = await site.load('./whole.ts', './page.ts')
  expect(plugins.filter(changesPages).map(({ source }) => source.name)).toEqual(['page'])
})
