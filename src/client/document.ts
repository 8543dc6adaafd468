import type { BootData, ChangedPage, PageView } from '../schema/view.ts'
import type { OfflineState } from '../shared/offline.ts'
import type { TrustedHtml } from '../shared/page-app.tsx'

declare global {
  interface DocumentEventMap {
    'docsgen:navigated': CustomEvent<{ page: PageView; kind: 'page' | 'hash' }>
    'docsgen:changed': CustomEvent<ChangedPage>
    'docsgen:sw-state': CustomEvent<OfflineState>
  }
}

export function readBootData(): BootData | undefined {
  const script = document.querySelector('script[type="application/json"][data-docsgen]')
  try {
    return JSON.parse(script?.textContent ?? '') as BootData
  } catch {
    return undefined
  }
}

/** Content shown again may have the mark of an earlier copy. */
export function revealControls() {
  for (const control of document.querySelectorAll('.copy-code, [data-js]')) {
    control.removeAttribute('hidden')
    control.removeAttribute('data-copied')
  }
}

/** `click`: assistive technology presses without pointer or key. No `scroll`: browsers scroll to anchors by themselves. */
const INTERACTIONS = 'pointermove pointerdown touchstart wheel keydown click focusin popstate'

export function onFirstInteraction(callback: () => void) {
  const controller = new AbortController()
  const run = (event: Event) => {
    // Browsers also report a pointer that rests where the page appears.
    const { movementX, movementY } = event as Partial<PointerEvent>
    if (event.type === 'pointermove' && movementX === 0 && movementY === 0) return
    controller.abort()
    callback()
  }
  const options = { capture: true, passive: true, signal: controller.signal }
  for (const type of INTERACTIONS.split(' ')) addEventListener(type, run, options)
}

/** Longest wait for an answer, in milliseconds. */
export const REQUEST_TIMEOUT = 8000

/** For the second try, in milliseconds: readers wait ten seconds at most. */
export const RETRY_TIMEOUT = 1500

export class LoadError extends Error {
  override name = 'LoadError'
  /** No answer came: a full navigation wouldn't help either. */
  unreachable = false
  /** HTTP status, 0 without an answer. */
  status = 0
}

export class LateError extends Error {
  override name = 'LateError'
}

/** Rejects with a `LateError` after that time; the work itself continues. */
export function within<T>(work: Promise<T>, milliseconds = REQUEST_TIMEOUT): Promise<T> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new LateError()), milliseconds))
  return Promise.race([work, late])
}

export function delay(milliseconds: number) {
  return new Promise<void>(resolve => setTimeout(resolve, milliseconds))
}

export function targetOf<E extends Element = HTMLElement>({ target }: Event, selector: string): E | null {
  return target instanceof Element ? target.closest<E>(selector) : null
}

export function isSavingData() {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true
}

/** Safari has no `requestIdleCallback`. */
export function whenIdle(task: () => void) {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(task, { timeout: 1000 })
  else setTimeout(task, 200)
}

/** Undefined without support, in private windows, over plain HTTP and in sandboxed frames. */
export function findServiceWorkers() {
  try {
    return (navigator as Partial<Navigator>).serviceWorker
  } catch {
    return undefined
  }
}

/** Each script has this module, but a page may make a policy only once. */
const SHARED = /* @__PURE__ */ Symbol.for('docsgen.trusted-types')

const PLAIN = {
  createHTML: (html: string): string | TrustedHtml => html,
  createScriptURL: (url: string) => url,
}

interface TrustedDocument {
  [SHARED]?: typeof PLAIN | undefined
  trustedTypes?: { createPolicy(name: string, rules: typeof PLAIN): typeof PLAIN }
}

/** Plain strings where Trusted Types are missing or forbidden. */
export function createTrustedTypes(): typeof PLAIN {
  const document = globalThis as TrustedDocument
  try {
    document[SHARED] ??= document.trustedTypes?.createPolicy('docsgen', PLAIN)
  } catch {}
  return (document[SHARED] ??= PLAIN)
}

const adopted = new Set<string>()

/** Browsers from before 2023 show the elements without it. */
export function adoptSheet(css: string) {
  if (adopted.has(css) || !('adoptedStyleSheets' in document)) return
  adopted.add(css)
  const sheet = new CSSStyleSheet()
  // Addresses in style sheets start at `assets/css/`.
  sheet.replaceSync(css.replaceAll('../../', readBootData()?.base ?? '/'))
  document.adoptedStyleSheets.push(sheet)
}

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
) {
  const created = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value)
  created.append(...children)
  return created
}

export function button(
  className: string,
  text: string,
  onClick: () => void,
  attributes: Record<string, string> = {},
) {
  const created = element('button', { type: 'button', class: className, ...attributes }, text)
  created.addEventListener('click', onClick)
  return created
}

export function loadElement(element: HTMLScriptElement | HTMLLinkElement, before?: Element | null) {
  return new Promise<string>(resolve => {
    element.onload = element.onerror = event => resolve(typeof event === 'string' ? 'error' : event.type)
    if (before) before.after(element)
    else document.head.append(element)
  })
}

type Area = 'local' | 'session'

export function readStored(area: Area, key: string) {
  try {
    return globalThis[`${area}Storage`].getItem(key)
  } catch {
    return null
  }
}

export function writeStored(area: Area, key: string, value: string | undefined) {
  try {
    if (value === undefined) globalThis[`${area}Storage`].removeItem(key)
    else globalThis[`${area}Storage`].setItem(key, value)
  } catch {}
}

export function readStoredList<T>(key: string, area: Area = 'session'): T[] {
  try {
    const list: unknown = JSON.parse(readStored(area, key) ?? '')
    return Array.isArray(list) ? (list as T[]) : []
  } catch {
    return []
  }
}

export type ColorScheme = 'light' | 'dark' | 'system'

/** Key in `localStorage`: `light` or `dark`, no entry for `system`. */
export const STORAGE_KEY = 'docsgen-scheme'

export const SCHEME_CHANGED = 'docsgen:scheme'

export function readScheme(): ColorScheme {
  const { scheme } = document.documentElement.dataset
  return scheme === 'light' || scheme === 'dark' ? scheme : 'system'
}

export function chooseScheme(value: string) {
  const { dataset } = document.documentElement
  if (value === 'light' || value === 'dark') dataset['scheme'] = value
  else delete dataset['scheme']
  const scheme = readScheme()
  writeStored('local', STORAGE_KEY, scheme === 'system' ? undefined : scheme)
  for (const option of document.querySelectorAll<HTMLElement>('[data-scheme-value]'))
    option.ariaPressed = String(option.dataset['schemeValue'] === scheme)
  document.dispatchEvent(new CustomEvent(SCHEME_CHANGED))
}
