import { readBootData } from './boot-data.ts'

/** Where addresses in style sheets start: from `assets/css/` to the root of the site. */
const ROOT = '../../'

const adopted = new Set<string>()

/**
 * Adds a style sheet to the document, once: rules for what only scripts show come with those scripts.
 * @param css the text of a style sheet of the theme (`docsgen:sheet/…`)
 */
export function adoptSheet(css: string): void {
  // Browsers before 2023 show it without these rules.
  if (adopted.has(css) || !('adoptedStyleSheets' in document)) return
  adopted.add(css)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css.includes(ROOT) ? css.replaceAll(ROOT, readBootData()?.base ?? '/') : css)
  document.adoptedStyleSheets.push(sheet)
}
