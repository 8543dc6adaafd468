import { localAddress, isOutside } from '../shared/addresses.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { SocialIcon } from '../schema/theme.ts'
import type { LocaleView, PictureView, SocialLink } from '../schema/view.ts'
import { linkRuns, type ReadInlineText } from './inline-runs.ts'
import { labelText } from './label.ts'
import { linkedAddress } from './linked-address.ts'
import type { PageLookup } from './page-lookup.ts'
import { ICONS } from './social-icons.ts'

interface TextContext {
  config: SiteConfig
  /** Locale path. */
  locale: string
  lookup: PageLookup
  readInline: ReadInlineText
}

/** What the configuration puts around every page of a locale: footer, announcement, logo, links to elsewhere. */
export function siteTexts(
  context: TextContext,
): Pick<LocaleView, 'footer' | 'footerText' | 'logo' | 'announcement' | 'social'> {
  const { logo } = context.config.theme
  const announcement = announcementOf(context)
  const social = socialLinks(context)
  return {
    ...footerOf(context),
    ...(logo ? { logo: pictureOf(logo, context) } : {}),
    ...(announcement ? { announcement } : {}),
    ...(social.length > 0 ? { social } : {}),
  }
}

/** A footer that is nothing but text stays one. */
function footerOf(context: TextContext): Pick<LocaleView, 'footer' | 'footerText'> {
  const text = labelText(context.config.theme.footer, context.locale)
  if (!text) return {}
  const paragraphs = context.readInline(text).map(runs => linkRuns(runs, context.locale, siteOf(context)))
  const [first, ...others] = paragraphs
  const isPlain = others.length === 0 && first?.length === 1 && Object.keys(first[0] ?? {}).length === 1
  return isPlain ? { footer: text } : { footerText: paragraphs }
}

function announcementOf(context: TextContext): LocaleView['announcement'] {
  const { announcement } = context.config.theme
  const text = labelText(announcement?.text, context.locale)
  if (!announcement || !text) return undefined
  const { id, dismissible } = announcement
  const runs = context
    .readInline(text)
    .flatMap(paragraph => linkRuns(paragraph, context.locale, siteOf(context)))
  return { id, runs, dismissible }
}

function socialLinks(context: TextContext): SocialLink[] {
  const { base } = context.config
  return context.config.theme.socialLinks.map(({ icon, link, text }) => {
    const known = Object.hasOwn(ICONS, icon) ? ICONS[icon as SocialIcon] : undefined
    return {
      text: labelText(text, context.locale) ?? known?.name ?? link,
      href: linkedAddress(link, context.locale, siteOf(context)),
      external: isOutside(link),
      ...(known ? { path: known.path } : { picture: localAddress(base, icon) }),
    }
  })
}

/** A text that says what the title beside the picture says is none: it would be read out twice. */
function pictureOf(
  picture: NonNullable<SiteConfig['theme']['logo']>,
  { config: { base, locales, title }, locale }: TextContext,
): string | PictureView {
  if (typeof picture === 'string') return localAddress(base, picture)
  const [light, dark] = [localAddress(base, picture.light), localAddress(base, picture.dark)]
  const alt = labelText(picture.alt, locale) ?? ''
  return { light, dark, alt: alt === (locales[locale]?.title ?? title) ? '' : alt }
}

function siteOf({ config, lookup }: TextContext): { base: string; lookup: PageLookup } {
  return { base: config.base, lookup }
}
