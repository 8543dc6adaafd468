import type { PageView } from '../../schema/view.ts'

const STYLE = `
:host { position: fixed; inset: auto 12px 12px auto; z-index: 2147483646; padding: 4px 12px; border-radius: 999px;
  background: #8a4b00; color: #fff; font: 600 13px/1.5 ui-sans-serif, sans-serif; pointer-events: none }
`

/** Marks the open page as one that no build publishes: returns what is told which page that is. */
export function createDraftMark(): (page: PageView | undefined) => void {
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
