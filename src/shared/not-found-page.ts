import type { LocaleView, PageView } from '../schema/view.ts'

/** The not-found page of a locale (B33–B35): the same record on the server and in the browser, without a path. */
export function createNotFoundPage(locale: LocaleView): PageView {
  const title = locale.strings.notFoundTitle
  return {
    key: '',
    path: '',
    locale: locale.path,
    lang: locale.lang,
    title,
    documentTitle: locale.title ? `${title} | ${locale.title}` : title,
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
      translated: false,
    })),
    sidebar: -1,
    outline: false,
    notFound: true,
  }
}
