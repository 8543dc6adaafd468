import type { TrustedHtml } from '../shared/page-app.tsx'
import { readBootData } from './document.ts'

/** Makes content of the site's own chunks, and scripts from its own folder, acceptable where Trusted Types are enforced. */
export interface TrustedTypes {
  html(html: string): string | TrustedHtml
  scriptUrl(url: string): string
}

interface PolicyRules {
  createHTML(html: string): string
  createScriptURL(url: string): string
}

/** Where the document keeps its policy: each script has this module, and browsers let a page make a policy once. */
const SHARED = /* @__PURE__ */ Symbol.for('docsgen.trusted-types')

interface TrustedDocument {
  [SHARED]?: TrustedTypes
  trustedTypes?: { createPolicy(name: string, rules: PolicyRules): PolicyRules }
}

/** The site's single policy, `docsgen`; plain strings where the browser has no Trusted Types, or the site's owner forbids it. */
export function createTrustedTypes(): TrustedTypes {
  const document = globalThis as TrustedDocument
  if (document[SHARED]) return document[SHARED]
  let policy: PolicyRules = { createHTML: html => html, createScriptURL: url => url }
  try {
    policy = document.trustedTypes?.createPolicy('docsgen', policy) ?? policy
  } catch {
    // It is done without.
  }
  return (document[SHARED] = {
    html: html => policy.createHTML(html),
    scriptUrl: url => policy.createScriptURL(url),
  })
}

const adopted = new Set<string>()

/** Adds a style sheet of the theme, once: rules for elements that only scripts show. Browsers before 2023 show them without. */
export function adoptSheet(css: string): void {
  if (adopted.has(css) || !('adoptedStyleSheets' in document)) return
  adopted.add(css)
  const sheet = new CSSStyleSheet()
  // Addresses in style sheets start at `assets/css/`.
  sheet.replaceSync(css.replaceAll('../../', readBootData()?.base ?? '/'))
  document.adoptedStyleSheets.push(sheet)
}

/** Creates an element; texts are put in as text, never as markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value)
  created.append(...children)
  return created
}

export function button(className: string, text: string, onClick: () => void): HTMLButtonElement {
  const created = element('button', { type: 'button', class: className }, text)
  created.addEventListener('click', onClick)
  return created
}

/** Adds an element to the head that loads something; resolves, when it came or failed, with the type of the event. */
export function loadElement(
  element: HTMLScriptElement | HTMLLinkElement,
  before?: Element | null,
): Promise<string> {
  return new Promise(resolve => {
    element.onload = element.onerror = event => resolve(typeof event === 'string' ? 'error' : event.type)
    if (before) before.after(element)
    else document.head.append(element)
  })
}
