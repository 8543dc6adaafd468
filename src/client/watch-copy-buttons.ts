/** How long a button shows that it has copied, in milliseconds. */
const SHOWN = 2000

/**
 * Copy buttons work by delegation, so they need no app and survive every page change.
 * @param tell says to screen reader users whether the code was copied
 */
export function watchCopyButtons(tell: (isCopied: boolean) => void): void {
  document.addEventListener('click', event => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('.copy-code') : null
    if (button) void copyCode(button, tell)
  })
}

async function copyCode(button: HTMLElement, tell: (isCopied: boolean) => void): Promise<void> {
  const code = findCode(button)
  if (code === undefined) return
  const isCopied = await writeClipboard(code)
  button.dataset['copied'] = String(isCopied)
  setTimeout(() => delete button.dataset['copied'], SHOWN)
  tell(isCopied)
}

/** The code that stands beside the button, or beside one of its ancestors. */
function findCode(button: HTMLElement): string | undefined {
  for (let element = button.parentElement; element; element = element.parentElement) {
    const code = element.querySelector('pre code') ?? element.querySelector('pre')
    if (code) return textOf(code)
    if (element.classList.contains('content')) return undefined
  }
  return undefined
}

/** Lines that are shown as removed are not copied. */
function textOf(code: Element): string {
  const copy = code.cloneNode(true) as Element
  for (const line of copy.querySelectorAll('.removed')) line.remove()
  return copy.textContent ?? ''
}

async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text)
  }
}

/** For pages without the clipboard interface: plain http, denied permission. */
function copySelection(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return copied
}
