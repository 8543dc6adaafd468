/** The folder of the site, seen from the document: `../../`. */
export const root = document.querySelector('[data-docsgen]')?.getAttribute('data-root') ?? './'
