import { type AddressForm, inForm } from '../shared/addresses.ts'
import type { PageRecord } from '../schema/page.ts'
import type { Redirect, Site } from '../schema/site.ts'

/** True for an address that only the form of the site's addresses makes another than that of the file. */
export function isReformed(
  { path, regularPath }: Pick<PageRecord, 'path' | 'regularPath'>,
  form: AddressForm,
) {
  return path !== regularPath && path === inForm(regularPath, form)
}

/**
 * The addresses that pages had in the forms before the present one, with those that they have now. Hosts send readers of
 * `/x` to `/x/` where that is a folder: it leads on, too.
 */
export function formerAddresses({
  pages,
  redirects,
  config: { urls, formerUrls = urls === 'html' ? [] : ['html'] },
}: Pick<Site, 'pages' | 'redirects' | 'config'>): Omit<Redirect, 'source'>[] {
  if (formerUrls.length === 0) return []
  const forms = new Set<AddressForm>(formerUrls)
  if (urls === 'html' && forms.has('clean')) forms.add('directory')
  const taken = new Set([...redirects.map(({ from }) => from), ...pages.map(({ record }) => record.path)])
  return pages
    .filter(({ record: { path, regularPath } }) => path === inForm(regularPath, urls))
    .flatMap(({ record: { path, regularPath } }) =>
      [...forms].map(form => ({ from: inForm(regularPath, form), to: path })),
    )
    .filter(({ from }) => !taken.has(from))
}
