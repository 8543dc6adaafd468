import { readBootData } from '../document.ts'
import type { ChangedPage, DevUpdateEvent, OpenPage, PageView } from '../../schema/view.ts'
import { createOverlay } from './overlay.ts'

const STYLE = `
:host { position: fixed; inset: auto 12px 12px auto; z-index: 2147483646; padding: 4px 12px; border-radius: 999px;
  background: #8a4b00; color: #fff; font: 600 13px/1.5 ui-sans-serif, sans-serif; pointer-events: none }
`

/** Marks the open page as one that no build publishes: returns what is told which page that is. */
function createDraftMark(): (page: PageView | undefined) => void {
  const host = document.createElement('docsgen-draft')
  return page => {
    if (!page?.frontmatter['draft']) return host.remove()
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    const style = new CSSStyleSheet()
    // A style that needs no exception in the content security policy.
    style.replaceSync(STYLE)
    root.adoptedStyleSheets = [style]
    root.textContent = 'Draft: no build publishes this page'
    document.body.append(host)
  }
}

/** Removes workers that a built site left at this address: they would answer with pages of yesterday. */
async function dismissWorkers(): Promise<void> {
  const container = (navigator as Partial<Navigator>).serviceWorker
  if (!container) return
  const isControlled = container.controller !== null
  const registrations = await container.getRegistrations().catch(() => [])
  await Promise.all(registrations.map(registration => registration.unregister()))
  if (isControlled) location.reload()
}

/**
 * The browser's side of `docsgen dev`: takes over what was saved, shows what went wrong. It is in no built site.
 */

const script = document.querySelector<HTMLScriptElement>('script[data-docsgen-dev]')
if (script) start(script.dataset)

function start({ token = '', version = '0', reloads = '0' }: DOMStringMap): void {
  const overlay = createOverlay()
  const showDraft = createDraftMark()
  const boot = readBootData()
  const state = { version: Number(version), page: boot?.page, stream: undefined as EventSource | undefined }

  document.addEventListener('docsgen:navigated', event => {
    state.page = (event as CustomEvent<{ page: PageView }>).detail.page
    showDraft(state.page)
  })

  async function receive(update: DevUpdateEvent): Promise<void> {
    overlay.show(update.problems)
    if (update.reloads !== Number(reloads)) return location.reload()
    if (update.version <= state.version) return
    state.version = update.version
    const base = boot?.base ?? '/'
    const saved = savedPage(update, base, state.page)
    if (saved) return handOver(saved)
    await refresh(`/@docsgen/page?${new URLSearchParams({ token, base, path: openPath(base, state.page) })}`)
  }

  async function refresh(address: string): Promise<void> {
    const { version: answered, shown } = (await (await fetch(address)).json()) as OpenPage
    // News that came meanwhile have brought what is later.
    if (answered < state.version) return
    // A page that is new, or gone, under the address that is open.
    if (!shown !== !state.page?.path) return location.reload()
    if (shown) handOver(shown)
  }

  function handOver(shown: ChangedPage): void {
    if (!hand(shown)) location.reload()
    showDraft(shown.chunk.page)
  }

  function connect(): void {
    if (document.visibilityState === 'hidden' || state.stream) return
    const stream = new EventSource(`/@docsgen/events?token=${encodeURIComponent(token)}`)
    state.stream = stream
    stream.onmessage = ({ data }: MessageEvent<string>) => void receive(JSON.parse(data) as DevUpdateEvent)
    // Refused for good: another server answers now, with another token.
    stream.onerror = () => {
      if (stream.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 1000)
    }
  }

  // A browser has few connections for one server: tabs that nobody sees leave theirs to the others.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') return connect()
    state.stream?.close()
    state.stream = undefined
  })
  showDraft(boot?.page)
  connect()
  void dismissWorkers()
  // Changes are handed to the app, so it starts without waiting for a sign of the reader.
  dispatchEvent(new Event('pointermove'))
}

/** Path without base of what is open. */
function openPath(base: string, page?: PageView): string {
  return page?.path || location.pathname.slice(base.length - 1)
}

/** Hands a changed page to the app; false while there is none. */
function hand(shown: ChangedPage): boolean {
  return !document.dispatchEvent(new CustomEvent('docsgen:changed', { detail: shown, cancelable: true }))
}

/** What the news have of the open page. */
function savedPage({ pages }: DevUpdateEvent, base: string, open?: PageView): ChangedPage | undefined {
  return pages?.find(({ chunk, locale }) => chunk.page.path === open?.path && locale.base === base)
}
