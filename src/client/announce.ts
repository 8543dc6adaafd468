/** One polite live region for the whole page; texts are put in as text, never as markup. */
const REGION = 'docsgen-announcer'
/** A region whose text is not read yet when it appears; screen readers need a moment. */
const DELAY = 50

/** Tells screen reader users something once. An equal text is announced again. */
export function announce(text: string): void {
  const region = findRegion()
  region.textContent = ''
  setTimeout(() => {
    region.textContent = text
  }, DELAY)
}

/** Creates the region ahead of its first use; it must exist before its text changes. */
export function findRegion(): HTMLElement {
  const existing = document.getElementById(REGION)
  if (existing) return existing
  const region = document.createElement('div')
  region.id = REGION
  region.setAttribute('aria-live', 'polite')
  region.setAttribute('aria-atomic', 'true')
  hideVisually(region)
  document.body.append(region)
  return region
}

/** Through CSSOM, which a strict content security policy allows, so that it holds under every theme. */
function hideVisually(element: HTMLElement): void {
  const { style } = element
  style.position = 'absolute'
  style.width = style.height = '1px'
  style.overflow = 'hidden'
  style.clipPath = 'inset(50%)'
  style.whiteSpace = 'nowrap'
}
