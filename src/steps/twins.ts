import { withBase } from '../shared/addresses/base.ts'
import { hashContent } from '../lib/hash.ts'
import { createLlms } from '../render/llms.ts'
import type { Staging } from '../render/staging.ts'
import type { TwinInput } from '../render/twin.ts'
import { factsOf, type OutputFacts, type WrittenFile } from '../schema/output.ts'
import type { Page, PlacedSite, Site } from '../schema/site.ts'
import { escapeMarkdown } from '../shared/markdown-text.ts'
import { llmsName, twinFile } from '../site/twin-address.ts'
import { createTwinHead } from '../site/twin-head.ts'
import { createTwinLinks, pagesWithTwins, wholeAddress } from '../site/twin-links.ts'
import type { Session } from '../cache/workers/session.ts'
import type { JoinJob, TwinJob } from '../cache/workers/write-twins.ts'
import type { LoadedSite } from './load.ts'

/** Markdown twins, `llms.txt` and `llms-full.txt`: threads write what the previous output does not have as it is. */
export async function emitTwins(session: Session, loaded: LoadedSite, staging: Staging): Promise<void> {
  const { site, contents } = loaded
  const folders = { folder: staging.folder, outDir: staging.outDir }
  const inputOf = createTwinInputs(site)
  const target = { session, staging }
  const twins = pagesWithTwins(site).map(page => {
    const input = inputOf(page)
    return { name: twinFile(page), key: keyOf([contents.keyOf(page.file), input]), page, input }
  })
  const stale = twins.filter(twin => !reuse(twin, target))
  const jobs = stale.map(({ name, page, input }): TwinJob => {
    return { ...input, name, markdown: contents.locateMarkdown(page.file), known: staging.previous.get(name) }
  })
  const written = jobs.length === 0 ? [] : await session.map('twin', { folders }, jobs)
  for (const [index, twin] of stale.entries()) note(twin, written[index], target)

  const listed = createLlms(site)
  for (const { list } of listed) await staging.write(list)
  const full = listed.map(locale => fullText(locale, site, staging))
  const changed = full.filter(file => !reuse(file, target))
  const joined = changed.length === 0 ? [] : await session.map('join', { folders }, changed)
  for (const [index, file] of changed.entries()) note(file, joined[index], target)
}

/** What the twin of a page is made from besides its text. */
export function createTwinInputs(site: PlacedSite): (page: Page) => TwinInput {
  const linked = createTwinLinks(site)
  return page => {
    const locale = site.locales[page.locale]
    if (!locale) throw new Error('There is no such language.')
    const own = (address: string) => linked(address, twinFile(page))
    const addresses = page.addresses.map(address =>
      own(typeof address === 'string' ? address : (address?.src ?? '')),
    )
    return { ...createTwinHead(page, locale, own), addresses }
  }
}

interface Made {
  name: string
  key: string
}

interface Target {
  session: Session
  staging: Staging
}

/** Takes a file over from the previous output; false when it is not there as it was. */
function reuse({ name, key }: Made, { session, staging }: Target): boolean {
  const stored = session.rendered.get(key)
  return stored !== undefined && staging.reuse(name, JSON.parse(stored.toString()) as OutputFacts)
}

function note({ name, key }: Made, file: WrittenFile | undefined, { session, staging }: Target): void {
  if (!file) throw new Error(`The file ${name} was not written.`)
  staging.note(name, file)
  session.rendered.set(key, Buffer.from(JSON.stringify(factsOf(file))))
}

function keyOf(content: unknown): string {
  return hashContent(JSON.stringify(['twin', content]), 32)
}

/** All listed pages of a language as one text, each below its address. */
function fullText(
  { locale, pages }: ReturnType<typeof createLlms>[number],
  { config }: Site,
  staging: Staging,
): JoinJob & Made {
  const head = `# ${escapeMarkdown(locale.title || config.title || locale.label)}\n`
  const name = llmsName(locale, 'llms-full')
  const parts = pages.map(page => {
    const address = wholeAddress(config, withBase(config.base, page.view.path), name)
    return { text: `\n---\n\nSource: ${address}\n\n`, file: twinFile(page) }
  })
  const hashes = parts.map(({ file }) => staging.written.get(file)?.hash)
  return { name, head, parts, known: staging.previous.get(name), key: keyOf([head, parts, hashes]) }
}
