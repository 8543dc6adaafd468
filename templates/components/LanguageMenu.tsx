import type { ReactNode } from 'react'
import type { LanguageLink, LocaleView, PageView } from '../../src/schema/view.ts'
import { Disclosure } from './Disclosure.tsx'
import { LanguageIcon } from './icons.tsx'

interface LanguageMenuProps {
  page: PageView
  locale: LocaleView
}

/** Links to the same page in other languages, each by its own name; a missing translation is marked. */
export function LanguageMenu({ page, locale }: LanguageMenuProps): ReactNode {
  if (page.languages.length < 2) return null
  const label = (
    <>
      <LanguageIcon />
      <span className="visually-hidden">{locale.selectText || locale.strings.languageMenu}</span>
    </>
  )
  return (
    <Disclosure id="docsgen-languages" className="language-menu" label={label}>
      {page.languages.map(language => (
        <li key={language.locale}>
          <LanguageItem
            language={language}
            page={page}
            note={language.fallback ? locale.strings.fallbackMark : locale.strings.notTranslated}
          />
        </li>
      ))}
    </Disclosure>
  )
}

function LanguageItem({
  language,
  page,
  note,
}: {
  language: LanguageLink
  page: PageView
  note: string
}): ReactNode {
  const isOpen = language.locale === page.locale
  return (
    <a
      href={language.href}
      lang={language.lang}
      hrefLang={language.lang}
      aria-current={isOpen ? 'true' : undefined}
    >
      <span>{language.label}</span>
      {!language.translated && !isOpen && !page.notFound && (
        <span className="language-note" lang={page.lang}>
          {note}
        </span>
      )}
    </a>
  )
}
