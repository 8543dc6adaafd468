import { type AddressForm, inForm } from '../addresses/address-form.ts'
import type { PageRecord } from '../schema/page.ts'
import type { Redirect, Site } from '../schema/site.ts'

/** True for an address that only the form of the site's addresses makes another than that of the file. */
export function isReformed(
  { path, regularPath }: Pick<PageRecord, 'path' | 'regularPath'>,
  form: AddressForm,
) {
  return path !== regularPath && path === inForm(regularPath, form)
}

/** The addresses in `.html` of pages that have another form, with those that they have now. */
export function formerAddresses({
  pages,
  redirects,
  config,
}: Pick<Site, 'pages' | 'redirects' | 'config'>): Omit<Redirect, 'source'>[] {
  const reformed = pages.filter(({ record }) => isReformed(record, config.urls))
  if (reformed.length === 0) return []
  const taken = new Set([...redirects.map(({ from }) => from), ...pages.map(({ record }) => record.path)])
  return reformed
    .filter(({ record }) => !taken.has(record.regularPath))
    .map(({ record }) => ({ from: record.regularPath, to: record.path }))
}
