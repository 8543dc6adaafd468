import { announce } from './announce.ts'

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
