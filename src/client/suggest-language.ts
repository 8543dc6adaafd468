import type { LanguageLink, LocaleView, PageView } from '../schema/view.ts'
import { button, element, readStored, targetOf, writeStored } from './document.ts'
import type { LocaleData } from './pages.ts'

const CHOSEN = 'docsgen-language'
const DISMISSED = 'docsgen-language-dismissed'

/** Offers the language that the reader chose or the browser prefers. Once dismissed, it doesn't come back. */
export function suggestLanguage(open: () => PageView, locale: LocaleView, locales: LocaleData) {
  let shown: HTMLElement | undefined
  const offer = async () => {
    const page = open()
    shown?.remove()
    const chosen = readStored('local', CHOSEN)
    const wanted = chosen ? [chosen] : navigator.languages
    const language = readStored('local', DISMISSED) ? undefined : pickLanguage(page, wanted)
    const code = locale.locales.find(({ path }) => path === language?.locale)?.code
    if (!language || code === undefined) return
    const { data } = await locales.index(code)
    const view = await locales.view(data.view)
    if (open() !== page) return
    shown?.remove()
    shown = createBar(language, view)
    const skip = document.querySelector('.skip-link')
    if (skip) skip.after(shown)
    else document.body.prepend(shown)
  }
  document.addEventListener('click', event => {
    const link = targetOf(event, '#docsgen-languages a[hreflang]')
    if (link) writeStored('local', CHOSEN, link.getAttribute('hreflang') ?? '')
  })
  document.addEventListener('docsgen:navigated', ({ detail }) => {
    if (detail.kind === 'page') void offer().catch(() => {})
  })
  void offer().catch(() => {})
}

export function pickLanguage(page: Pick<PageView, 'languages' | 'locale'>, wanted: readonly string[]) {
  const { languages, locale } = page
  const primary = (tag: string) => tag.toLowerCase().split('-')[0]
  for (const tag of wanted) {
    const exact = languages.find(({ lang }) => lang.toLowerCase() === tag.toLowerCase())
    const alike = languages.filter(({ lang }) => primary(lang) === primary(tag))
    // Readers of a language don't want another variety of it unless they chose it.
    const found = exact ?? alike.find(language => language.locale === locale) ?? alike[0]
    if (found?.locale === locale) return undefined
    if (found?.translated) return found
  }
  return undefined
}

function createBar({ href, lang, label }: LanguageLink, { strings, dir }: LocaleView) {
  const text = strings.suggestLanguage.replace('{language}', () => label)
  const link = element('a', { href, hreflang: lang }, text)
  link.addEventListener('click', () => writeStored('local', CHOSEN, lang))
  const dismiss = button('update-prompt-dismiss', strings.offlineClose, () => {
    writeStored('local', DISMISSED, 'true')
    bar.remove()
    document.querySelector<HTMLElement>('.header a, main')?.focus()
  })
  const attributes = { class: 'notice language-bar', 'aria-label': strings.languageMenu, lang, dir }
  const bar = element('aside', attributes, element('p', {}, link, ' ', dismiss))
  addEventListener('beforeprint', () => bar.remove(), { once: true })
  Object.assign(bar.style, { margin: '0', borderRadius: '0', textAlign: 'center' })
  return bar
}
