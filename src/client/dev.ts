/** The browser's side of `docsgen dev`, not part of built sites. */
import type { DevFinding, DevUpdateEvent, OpenPage, PageView } from '../schema/view.ts'
import { button, element, findServiceWorkers, readBootData } from './document.ts'

const script = document.querySelector<HTMLScriptElement>('script[data-docsgen-dev]')
if (script) start(script.dataset)

function start({ token = '', version: shown = '0', reloads = '0' }: DOMStringMap) {
  const showProblems = createOverlay()
  const showDraft = createDraftMark()
  const boot = readBootData()
  const base = boot?.base ?? '/'
  let version = Number(shown)
  let page = boot?.page
  let stream: EventSource | undefined

  document.addEventListener('docsgen:navigated', ({ detail }) => {
    page = detail.page
    showDraft(page)
  })

  const openPath = () => page?.path || location.pathname.slice(base.length - 1)

  async function receive(update: DevUpdateEvent) {
    showProblems(update.problems)
    if (update.reloads !== Number(reloads)) return location.reload()
    if (update.version <= version) return
    version = update.version
    let path: string
    let open: OpenPage
    do {
      path = openPath()
      const answer = await fetch(`/@docsgen/page?${new URLSearchParams({ token, base, path })}`)
      open = (await answer.json()) as OpenPage
    } while (path !== openPath())
    if (open.version < version) return
    const { shown: detail } = open
    if (!detail !== !page?.path) return location.reload()
    if (!detail) return
    if (document.dispatchEvent(new CustomEvent('docsgen:changed', { detail, cancelable: true })))
      location.reload()
    showDraft(detail.chunk.page)
  }

  function connect() {
    if (document.visibilityState === 'hidden' || stream) return
    const opened = new EventSource(`/@docsgen/events?token=${encodeURIComponent(token)}`)
    stream = opened
    opened.onmessage = ({ data }: MessageEvent<string>) => void receive(JSON.parse(data) as DevUpdateEvent)
    // Refused for good: another server answers now, with another token.
    opened.onerror = () => {
      if (opened.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 1000)
    }
  }

  // A browser has few connections for one server: hidden tabs leave theirs to the others.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') return connect()
    stream?.close()
    stream = undefined
  })
  showDraft(page)
  connect()
  void dismissWorkers()
  // Changes go to the app, so it starts without waiting for an interaction.
  dispatchEvent(new Event('pointermove'))
}

/** Service workers that a built site left here would answer with old pages. */
async function dismissWorkers() {
  const container = findServiceWorkers()
  if (!container) return
  const isControlled = container.controller !== null
  const registrations = await container.getRegistrations().catch(() => [])
  await Promise.all(registrations.map(registration => registration.unregister()))
  if (isControlled) location.reload()
}

function createBox(name: string, css: string) {
  const host = document.createElement(name)
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  return { host, root }
}

const DRAFT_STYLE = `
:host { position: fixed; inset: auto 12px 12px auto; z-index: 2147483646; padding: 4px 12px; border-radius: 999px;
  background: #8a4b00; color: #fff; font: 600 13px/1.5 ui-sans-serif, sans-serif; pointer-events: none }
`

function createDraftMark() {
  const { host, root } = createBox('docsgen-draft', DRAFT_STYLE)
  root.textContent = "Draft: this page won't be published"
  return (page: PageView | undefined) => {
    if (page?.frontmatter['draft']) document.body.append(host)
    else host.remove()
  }
}

const OVERLAY_STYLE = `
:host { position: fixed; inset: auto 0 0 0; z-index: 2147483647; max-height: 60vh; overflow: auto;
  background: #1d1f21; color: #f2f2f2; border-top: 4px solid #e5484d; font: 14px/1.5 ui-monospace, monospace }
div { max-width: 960px; margin: 0 auto; padding: 12px 16px 20px }
header { display: flex; justify-content: space-between; align-items: center; gap: 16px }
h2 { margin: 0; font-size: 16px; color: #ff9592 }
button { font: inherit; color: inherit; background: none; border: 1px solid #888; border-radius: 4px; padding: 2px 10px; cursor: pointer }
section { margin-top: 14px }
p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere }
pre { margin: 6px 0; padding: 8px; background: #2a2d30; overflow: auto }
.where { color: #9ecbff }
.hint { color: #b5e0a5 }
`

function createOverlay() {
  const { host, root } = createBox('docsgen-problems', OVERLAY_STYLE)
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && host.remove())
  return (problems: readonly DevFinding[]) => {
    if (problems.length === 0) return host.remove()
    const title = problems.length === 1 ? '1 problem' : `${problems.length} problems`
    const close = button('', 'Close', () => host.remove())
    const header = element('header', {}, element('h2', {}, title), close)
    const sections = problems.map(({ where = '', rule, message, frame, hint }) => {
      const place = element('p', { class: 'where' }, [where, rule].filter(Boolean).join('  '))
      const section = element('section', {}, place, element('p', {}, message))
      if (frame) section.append(element('pre', {}, frame))
      if (hint) section.append(element('p', { class: 'hint' }, hint))
      return section
    })
    root.replaceChildren(element('div', { role: 'alert' }, header, ...sections))
    document.body.append(host)
  }
}
