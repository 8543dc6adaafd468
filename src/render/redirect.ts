import { isWebAddress } from '../shared/addresses.ts'
import type { SiteConfig } from '../schema/config.ts'
import { isIcon } from '../shared/public-files.ts'
import { attributes, configuredTags } from './document.ts'
import { escapeHtml } from '../shared/escape.ts'

/** A document that only points elsewhere, for hosts without redirect rules (X-REDIR-1). `to` is an address with base. */
export function renderRedirect(
  to: string,
  { url, base, head }: Pick<SiteConfig, 'url' | 'base' | 'head'>,
): string {
  const target = escapeHtml(to)
  const address = isWebAddress(to) ? to : url && url + to
  const canonical = address
    ? `<link${attributes({ rel: 'canonical', href: address.split('#')[0] ?? address })}>\n`
    : ''
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${target}</title>
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="0; url=${target}">
${canonical}${configuredTags(head.filter(isIcon), base)
    .map(tag => `${tag}\n`)
    .join('')}</head>
<body>
<p><a href="${target}">${target}</a></p>
</body>
</html>
`
}
