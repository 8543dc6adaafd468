import type { ReactNode } from 'react'
import type { LocaleView } from '../../src/schema/view.ts'
import { RepositoryIcon } from './icons.tsx'
import { TextLink } from './TextLink.tsx'

/** Link to the project's source; its text is what the site calls the host. */
export function RepositoryLink({ locale }: { locale: LocaleView }): ReactNode {
  const { repo, strings } = locale
  if (!repo) return null
  return (
    <TextLink className="repository-link" link={repo} newWindow={strings.opensNewWindow}>
      <RepositoryIcon />
      <span>{repo.text || strings.repository}</span>
    </TextLink>
  )
}
