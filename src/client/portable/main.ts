import { watchHeadings, markHeadingLinks } from '../scroll.ts'
import { announce, createLoadStatus } from '../announce.ts'
import { readBootData, onFirstInteraction, revealControls } from '../document.ts'
import { hydrate, readDocument } from '../hydrate.tsx'
import { createLocaleData } from '../locale-data.ts'
import { suggestLanguage } from '../suggest-language.ts'
import { watchControls, watchCopyButtons } from '../before-app.ts'
import type { Strings } from '../../schema/strings.ts'
import type { BootData } from '../../schema/view.ts'
import { root } from './run-script.ts'
import '../tabs.ts'
import '../islands.ts'
import { documentPath, encodePath } from '../../shared/addresses.ts'

/**
 * The script of documents that open from any path, and as files, where browsers run no modules, ask for nothing and keep no
 * worker: one classic script with everything in it. Every page is a document of its own.
 */

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
  onFirstInteraction(() => void takeOver(boot, locales).catch(console.error))
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

/**
 * Makes links that scripts add – results, offers – lead to the file of the page: in the program, addresses are those of a
 * site at `base`.
 * @param root folder of the site, seen from the document
 */
function leadLinks(base: string, root: string): void {
  const lead = (link: Element) => {
    const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(link.getAttribute('href') ?? '') ?? []
    if (!path.startsWith(base) || path.startsWith('//')) return
    link.setAttribute('href', root + encodePath(documentPath(path.slice(base.length - 1))) + rest)
  }
  const observer = new MutationObserver(changes => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof Element)
          for (const link of [node, ...node.querySelectorAll('a')]) if (link.localName === 'a') lead(link)
  })
  observer.observe(document.body, { childList: true, subtree: true })
}
