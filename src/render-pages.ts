import { hashContent } from './lib/hash.ts'
import type { RenderSetup } from './jobs.ts'
import type { RenderedPage } from './render/page.ts'
import type { Page } from './schema/site.ts'
import type { Session } from './session.ts'

/** Pages rendered together: enough to share between threads, few enough to hold in memory. */
const BATCH = 128

export interface RenderJob {
  setup: RenderSetup
  /** Identifies the templates. */
  themeHash: string
  /** Page file → hash of what its content was made from. */
  contentKeys: ReadonlyMap<string, string>
}

/** Renders pages, or takes them from the cache where nothing that they show changed; in order, a batch at a time. */
export async function* renderPages(
  session: Session,
  pages: readonly Page[],
  { setup, themeHash, contentKeys }: RenderJob,
): AsyncGenerator<[Page, RenderedPage]> {
  const { themeModule: _file, ...context } = setup
  const contextHash = hashContent(JSON.stringify([themeHash, context]), 32)
  for (let start = 0; start < pages.length; start += BATCH) {
    const batch = pages.slice(start, start + BATCH)
    const keys = batch.map(({ view, addresses, file }) =>
      hashContent(contextHash + contentKeys.get(file) + JSON.stringify([view, addresses]), 32),
    )
    const cached = keys.map(key => session.rendered.get(key))
    const missing = batch.filter((_page, index) => !cached[index])
    const inputs = missing.map(({ view, html, addresses }) => ({ view, html, addresses }))
    const fresh = (await session.map('render', setup, inputs)).values()
    for (const [index, page] of batch.entries()) {
      const stored = cached[index]
      const rendered = stored ? unpack(stored) : fresh.next().value
      if (!rendered) throw new Error(`The page ${page.file} was not rendered.`)
      if (!stored) session.rendered.set(keys[index] ?? '', pack(rendered))
      yield [page, rendered]
    }
  }
}

function pack(rendered: RenderedPage): Buffer {
  return Buffer.from(JSON.stringify(rendered))
}

function unpack(stored: Buffer): RenderedPage {
  return JSON.parse(stored.toString()) as RenderedPage
}
