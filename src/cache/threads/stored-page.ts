import { frozen, type SiteFacts } from '../../plugins/run.ts'
import { fillAddresses } from '../../render/files/page.ts'
import type { PageSummary, PageText, ParsedPage } from '../../schema/page.ts'
import type { PluginPage, PluginSite } from '../../schema/plugin.ts'
import type { Address } from '../../schema/site.ts'
import { mustReadValue, type StoredValue } from '../store.ts'

/** Lines of JSON – summary, text, plain Markdown – and the HTML after them. */
export function encodePage(page: ParsedPage) {
  const { file, html, markdown = '', sections, codeBlocks, ...summary } = page
  const text: PageText = { sections, codeBlocks }
  const lines = [{ file, ...summary }, text, markdown].map(part => JSON.stringify(part))
  return Buffer.from(`${lines.join('\n')}\n${html}`)
}

export const summaryOf = readerOf<PageSummary>(0)
export const textOf = readerOf<PageText>(1)
export const markdownOf = readerOf<string>(2)

export function htmlOf(page: Buffer) {
  return page.toString('utf8', startOf(page, 3))
}

function readerOf<Part>(line: number) {
  return (page: Buffer) => {
    const start = startOf(page, line)
    return JSON.parse(page.toString('utf8', start, page.indexOf(LINE_END, start))) as Part
  }
}

const LINE_END = 10

function startOf(page: Buffer, line: number) {
  let start = 0
  for (let left = line; left > 0; left -= 1) start = page.indexOf(LINE_END, start) + 1
  return start
}

/** The texts of pages stay in the store. */
export interface HookSetup {
  facts: SiteFacts
  site?: Omit<PluginSite, 'pages' | 'textOf' | 'htmlOf'> & {
    /** `content` has placeholders for `addresses`. */
    pages: { page: PluginPage; content: StoredValue; addresses: Address[] }[]
  }
}

/** Reads the texts of pages on demand. */
export function readableSite({ pages, ...about }: NonNullable<HookSetup['site']>): PluginSite {
  const byPath = new Map(pages.map(each => [each.page.path, each]))
  const find = ({ path }: PluginPage) => {
    const page = byPath.get(path)
    if (!page) throw new Error(`The site has no page ${path}.`)
    return page
  }
  return Object.freeze({
    ...frozen({ ...about, pages: pages.map(({ page }) => page) }),
    textOf: (page: PluginPage) => frozen(textOf(mustReadValue(find(page).content))),
    htmlOf(page: PluginPage) {
      const { content, addresses } = find(page)
      return fillAddresses(htmlOf(mustReadValue(content)), addresses)
    },
  })
}
