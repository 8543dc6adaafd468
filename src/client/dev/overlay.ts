import type { DevFinding } from '../../schema/view.ts'

/** The box over the page that says what is wrong with the sources. Everything in it is text, never markup. */
export interface Overlay {
  /** Shows problems; without any the box goes away. */
  show(problems: readonly DevFinding[]): void
}

const STYLE = `
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

export function createOverlay(): Overlay {
  const host = document.createElement('docsgen-problems')
  const close = () => host.remove()
  document.addEventListener('keydown', event => event.key === 'Escape' && close())
  return {
    show: problems => {
      if (problems.length === 0) return close()
      const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
      root.adoptedStyleSheets = [sheet()]
      root.replaceChildren(box(problems, close))
      document.body.append(host)
    },
  }
}

/** A style that needs no exception in the content security policy. */
function sheet(): CSSStyleSheet {
  const made = new CSSStyleSheet()
  made.replaceSync(STYLE)
  return made
}

function box(problems: readonly DevFinding[], close: () => void): HTMLElement {
  const button = element('button', 'Close')
  button.addEventListener('click', close)
  const title = problems.length === 1 ? '1 problem' : `${problems.length} problems`
  const header = element('header', '', [element('h2', title), button])
  const made = element('div', '', [header, ...problems.map(section)])
  made.setAttribute('role', 'alert')
  return made
}

function section({ where = '', rule, message, frame, hint }: DevFinding): HTMLElement {
  return element('section', '', [
    element('p', [where, rule].filter(Boolean).join('  '), [], 'where'),
    element('p', message),
    ...(frame ? [element('pre', frame)] : []),
    ...(hint ? [element('p', hint, [], 'hint')] : []),
  ])
}

function element(tag: string, text: string, children: readonly Node[] = [], className = ''): HTMLElement {
  const made = document.createElement(tag)
  made.textContent = text
  made.append(...children)
  if (className) made.className = className
  return made
}
