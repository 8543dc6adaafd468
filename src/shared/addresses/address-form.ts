/** How the addresses of pages end: `/guide/start.html`, `/guide/start/`, `/guide/start`. */
export const ADDRESS_FORMS = ['html', 'directory', 'clean'] as const
export type AddressForm = (typeof ADDRESS_FORMS)[number]

const ENDINGS: Record<AddressForm, string> = { html: '.html', directory: '/', clean: '' }

/** The address of a page in a form, from the one that its file gives it (`/guide/start.html`); those of folders are the same in all. */
export function inForm(address: string, form: AddressForm): string {
  return form === 'html' ? address : address.replace(/\.html$/, ENDINGS[form])
}
