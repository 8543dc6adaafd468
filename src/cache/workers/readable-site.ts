import { mustReadValue } from '../store.ts'
import { frozen } from '../../plugins/run.ts'
import { fillAddresses } from '../../render/files/page.ts'
import type { PageText } from '../../schema/page.ts'
import type { PluginPage, PluginSite } from '../../schema/plugin.ts'
import type { HookSetup } from './job-types.ts'

/** The site as hooks of plugins are given it: nothing of it can be changed, and what pages say is read when it is asked for. */
export function readableSite({ pages, ...about }: NonNullable<HookSetup['site']>): PluginSite {
  const byPath = new Map(pages.map(each => [each.page.path, each]))
  const contentOf = ({ path }: PluginPage) => {
    const content = byPath.get(path)
    if (!content) throw new Error(`The site has no page ${path}.`)
    return content
  }
  return Object.freeze({
    ...frozen({ ...about, pages: pages.map(({ page }) => page) }),
    textOf: (page: PluginPage) =>
      frozen(JSON.parse(mustReadValue(contentOf(page).text).toString()) as PageText),
    htmlOf(page: PluginPage) {
      const { html, addresses } = contentOf(page)
      return fillAddresses(mustReadValue(html).toString(), addresses)
    },
  })
}
