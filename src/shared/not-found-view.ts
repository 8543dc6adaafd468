import type { LocaleView, PageView } from '../schema/view.ts'

/**
 * The view of the not-found page of a locale, in the reader's language by URL prefix (B33–B35, H-404-1): the same
 * on the server and in the browser.
 */
export function createNotFoundView(locale: LocaleView): PageView {
  const title = locale.strings.notFoundTitle
  return {
    key: '',
    path: '',
    locale: locale.path,
    lang: locale.lang,
    title,
    documentTitle: [title, locale.title].filter(Boolean).join(' | '),
    description: locale.description,
    meta: [{ name: 'robots', content: 'noindex' }],
    alternates: [],
    layout: 'NotFound',
    frontmatter: {},
    headers: [],
    languages: locale.locales.map(({ path, lang, label, home }) => ({
      locale: path,
      lang,
      label,
      href: home,
      translated: path === locale.path,
    })),
    sidebar: -1,
    outline: false,
    notFound: true,
  }
}
