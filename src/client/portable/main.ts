/** Browsers run no modules, send no requests and keep no service worker for documents opened as files. */
import type { BootData } from '../../schema/view.ts'
import { documentPath, encodePath } from '../../shared/addresses.ts'
import { dispatchNavigated, hydrate, readDocument } from '../app.tsx'
import { keepPlace, watchControls, watchCopyButtons } from '../before-app.ts'
import { readBootData, onFirstInteraction, revealControls } from '../document.ts'
import '../islands.ts'
import { createLocaleData, type LocaleData } from '../pages.ts'
import { watchHeadings, markHeadingLinks } from '../scroll.ts'
import { announce, showFailure } from '../status.ts'
import { suggestLanguage } from '../suggest-language.ts'
import '../tabs.ts'
import { root } from './data.ts'

const boot = readBootData()
if (boot) start(boot)
revealControls()

function start(open: BootData) {
  const locales = createLocaleData(open.base)
  const strings = async () => (await locales.view(open.view)).strings
  rewriteLinks(open.base)
  keepPlace()
  for (const button of document.querySelectorAll('[data-offline-open]')) button.removeAttribute('data-js')
  watchCopyButtons(isCopied => {
    void strings().then(({ copied, copyFailed }) => announce(isCopied ? copied : copyFailed), console.error)
  })
  watchControls(open, async () => {
    const texts = await strings()
    showFailure(texts.loadFailed, texts, () => location.reload())
  })
  onFirstInteraction(() => void startApp(open, locales).catch(console.error))
}

/** Addresses aren't changed: React keeps existing attributes. */
async function startApp(open: BootData, locales: LocaleData) {
  const { page } = open
  const { container, first } = await readDocument(open, locales.view(open.view))
  await hydrate(container, first, error => console.error("[docsgen] the app didn't start", error))
  revealControls()
  const tell = () => dispatchNavigated('hash', page)
  watchHeadings(() => page.headers, tell)
  addEventListener('hashchange', tell)
  markHeadingLinks()
  if (first.locale.strings.suggestLanguage) suggestLanguage(() => page, first.locale, locales)
}

/** Links that scripts add (results, offers) begin with `base`: they get the page's file. */
function rewriteLinks(base: string) {
  const rewrite = (link: Element) => {
    const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(link.getAttribute('href') ?? '') ?? []
    if (!path.startsWith(base) || path.startsWith('//')) return
    link.setAttribute('href', root + encodePath(documentPath(path.slice(base.length - 1))) + rest)
  }
  const observer = new MutationObserver(changes => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof Element)
        for (const link of [node, ...node.querySelectorAll('a')]) if (link.localName === 'a') rewrite(link)
  })
  observer.observe(document.body, { childList: true, subtree: true })
}
