import type { ReactNode } from 'react'

interface IconProps {
  /** Path data in a 24 × 24 box. */
  path: string
  filled?: boolean
}

function Icon({ path, filled = false }: IconProps): ReactNode {
  return (
    <svg className={filled ? 'icon icon-filled' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

export const MenuIcon = () => <Icon path="M4 7h16M4 12h16M4 17h10" />
export const CloseIcon = () => <Icon path="M6 6l12 12M18 6L6 18" />
export const ChevronIcon = () => <Icon path="M7 10l5 5 5-5" />
export const PreviousIcon = () => <Icon path="M15 6l-6 6 6 6" />
export const NextIcon = () => <Icon path="M9 6l6 6-6 6" />
export const SearchIcon = () => (
  <Icon path="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.4 15.4L20 20" />
)
export const LanguageIcon = () => (
  <Icon path="M4 6h9M8.5 4v2M11.5 6c-.8 4-3.5 6.8-7 8.5M6.5 9c1 2.5 3 4.5 5.5 5.5M11.5 20l4.5-10 4.5 10M13 17h6" />
)
export const LightIcon = () => (
  <Icon path="M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4" />
)
export const DarkIcon = () => <Icon path="M20 14.5A8.3 8.3 0 0 1 9.5 4a8.3 8.3 0 1 0 10.5 10.5z" />
export const SystemIcon = () => <Icon path="M4 5h16v11H4zM9 20h6M12 16v4" />
export const OutlineIcon = () => <Icon path="M4 6h16M8 12h12M12 18h8" />
export const EditIcon = () => <Icon path="M4 20h4L19 9l-4-4L4 16zM13 7l4 4" />
/** Branching lines: a repository on any host. */
export const RepositoryIcon = () => (
  <Icon path="M7 8v8M7 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM7 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 8c0 4-3 4.5-6 5-2.5.4-4 1-4 3" />
)
