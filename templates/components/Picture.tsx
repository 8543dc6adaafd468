import type { ReactNode } from 'react'
import type { PictureView } from '../../src/schema/view.ts'

interface PictureProps {
  picture: string | PictureView
  /** Width and height in CSS pixels. */
  size?: string
  className?: string
  alt?: string
}

/** A picture, or one for each color scheme, of which styles show the right one. */
export function Picture({ picture, size, className, alt = '' }: PictureProps): ReactNode {
  const box = { width: size, height: size }
  if (typeof picture === 'string') return <img className={className} src={picture} alt={alt} {...box} />
  return (['light', 'dark'] as const).map(scheme => (
    <img
      key={scheme}
      className={[className, `only-${scheme}`].filter(Boolean).join(' ')}
      src={picture[scheme]}
      alt={picture.alt || alt}
      loading="lazy"
      {...box}
    />
  ))
}
