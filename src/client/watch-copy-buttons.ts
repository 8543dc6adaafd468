import { announce } from './announce.ts'
import type { Strings } from '../schema/strings.ts'

/** How long a button shows that it has copied, in milliseconds. */
const SHOWN = 2000

/** Copy buttons work by delegation, so they need no app and survive every page change (A-COPY-1). */
export function watchCopyButtons(strings: () => Promise<Strings>): void {
  document.addEventListener('click', event => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('.copy-code') : null
    if (button) void copyCode(button, strings)
  })
}

async function copyCode(button: HTMLElement, strings: () => Promise<Strings>): Promise<void> {
  const code = findCode(button)
  if (code === undefined) return
  const copied = await writeClipboard(code)
  button.dataset['copied'] = String(copied)
  setTimeout(() => delete button.dataset['copied'], SHOWN)
  const texts = await strings().catch(() => undefined)
  if (texts) announce(copied ? texts.copied : texts.copyFailed)
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
