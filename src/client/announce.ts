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

/** Tells the reader that a page could not be loaded, in the language of the open page. */
export interface LoadStatus {
  tell(message: { text: string; retryText: string; retry: () => void }): void
  clear(): void
}

const TEXT_ID = 'docsgen-load-status'

/** The message stands in `.load-status` at the end of the body, with a button that tries again. */
export function createLoadStatus(): LoadStatus {
  let box: HTMLElement | undefined
  const clear = () => {
    box?.remove()
    box = undefined
  }
  return {
    clear,
    tell: ({ text, retryText, retry }) => {
      clear()
      box = document.createElement('div')
      box.className = 'load-status'
      const message = document.createElement('p')
      message.id = TEXT_ID
      message.textContent = text
      // A landmark, so that it is found; the text itself is said by the live region.
      box.setAttribute('role', 'region')
      box.setAttribute('aria-labelledby', TEXT_ID)
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = retryText
      button.addEventListener('click', retry)
      box.append(message, button)
      document.body.append(box)
      announce(text)
    },
  }
}
