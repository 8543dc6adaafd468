/**
 * The script of documents that open from any path, and as files, where browsers run no modules, ask for nothing and keep no
 * worker: one classic script with everything in it. Every page is a document of its own.
 */
import '../tabs.ts'
import '../islands.ts'
import { watchHeadings } from '../active-heading.ts'
import { announce } from '../announce.ts'
import { readBootData } from '../boot-data.ts'
import { onFirstSign } from '../first-sign.ts'
import { hydrate } from '../hydrate.tsx'
import { createLoadStatus } from '../load-status.ts'
import { createLocaleData } from '../locale-data.ts'
import { markHeadingLinks } from '../mark-headings.ts'
import { readDocument } from '../read-document.ts'
import { revealControls } from '../reveal-controls.ts'
import { suggestLanguage } from '../suggest-language.ts'
import { watchControls } from '../watch-controls.ts'
import { watchCopyButtons } from '../watch-copy-buttons.ts'
import type { Strings } from '../../schema/strings.ts'
import type { BootData } from '../../schema/view.ts'
import { leadLinks } from './lead-links.ts'
import { root } from './root.ts'

function start(boot: BootData): void {
  const locales = createLocaleData(boot.base)
  const strings = async () => (await locales.view(boot.view)).strings
  leadLinks(boot.base, root)
  // There is no worker that could keep the site for later.
  for (const button of document.querySelectorAll('[data-offline-open]')) button.removeAttribute('data-js')
  watchCopyButtons(isCopied => {
    const tell = ({ copied, copyFailed }: Strings) => announce(isCopied ? copied : copyFailed)
    void strings().then(tell, console.error)
  })
  watchControls(boot, () => void strings().then(tellFailure))
  onFirstSign(() => void takeOver(boot, locales).catch(console.error))
}

function tellFailure({ loadFailed: text, retry: retryText }: Strings): void {
  createLoadStatus().tell({ text, retryText, retry: () => location.reload() })
}

/** Hydrates the document. Addresses in it stay as they are: React leaves attributes alone that it finds. */
async function takeOver(boot: BootData, locales: ReturnType<typeof createLocaleData>): Promise<void> {
  const { container, first } = await readDocument(boot, locales.view(boot.view))
  await hydrate(container, first, error => console.error('[docsgen] the app did not start', error))
  revealControls()
  const tell = () => {
    markHeadingLinks()
    document.dispatchEvent(
      new CustomEvent('docsgen:navigated', { detail: { page: boot.page, kind: 'hash' } }),
    )
  }
  watchHeadings(() => boot.page.headers, tell)
  addEventListener('hashchange', tell)
  markHeadingLinks()
  if (first.locale.strings.suggestLanguage) suggestLanguage(() => boot.page, first.locale, locales)
}

const boot = readBootData()
if (boot) start(boot)
revealControls()
