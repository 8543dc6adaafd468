import type { ReactNode } from 'react'
import type { LocaleView, PageView } from '../../src/schema/view.ts'
import { EditIcon } from './icons.tsx'
import { TextLink } from './TextLink.tsx'

/** Link to the page's source on the host. */
export function EditLink({ page, locale }: { page: PageView; locale: LocaleView }): ReactNode {
  if (!page.editLink) return null
  return (
    <TextLink className="edit-link" link={page.editLink} newWindow={locale.strings.opensNewWindow}>
      <EditIcon />
      <span>{page.editLink.text || locale.strings.editPage}</span>
    </TextLink>
  )
}
