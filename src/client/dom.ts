import type { TrustedHtml } from '../shared/page-app.tsx'
import { readBootData } from './document.ts'

/** What the browser may put into the page: content of the site's own chunks, scripts from its own folder. */
export interface TrustedTypes {
  html(html: string): string | TrustedHtml
  scriptUrl(url: string): string
}

interface PolicyRules {
  createHTML(html: string): string
  createScriptURL(url: string): string
}

interface PolicyFactory {
  createPolicy(name: string, rules: PolicyRules): PolicyRules
}

/** Where the document keeps its policy: each script has this module, and browsers let a page make a policy once. */
const SHARED = Symbol.for('docsgen.trusted-types')

/**
 * The site's single policy, `docsgen`, created once for a document; plain strings where the browser has no
 * Trusted Types.
 */
export function createTrustedTypes(): TrustedTypes {
  const document = globalThis as { [SHARED]?: TrustedTypes }
  return (document[SHARED] ??= createPolicies())
}

function createPolicies(): TrustedTypes {
  const rules: PolicyRules = { createHTML: html => html, createScriptURL: url => url }
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  const policy = typeof trustedTypes?.createPolicy === 'function' ? createPolicy(trustedTypes, rules) : rules
  return { html: html => policy.createHTML(html), scriptUrl: url => policy.createScriptURL(url) }
}

/** A policy that the site's owner forbids is done without. */
function createPolicy(factory: PolicyFactory, rules: PolicyRules): PolicyRules {
  try {
    return factory.createPolicy('docsgen', rules)
  } catch {
    return rules
  }
}

/** Where addresses in style sheets start: from `assets/css/` to the root of the site. */
const ROOT = '../../'

const adopted = new Set<string>()

/**
 * Adds a style sheet to the document, once: rules for what only scripts show come with those scripts.
 * @param css the text of a style sheet of the theme (`docsgen:sheet/…`)
 */
export function adoptSheet(css: string): void {
  // Browsers before 2023 show it without these rules.
  if (adopted.has(css) || !('adoptedStyleSheets' in document)) return
  adopted.add(css)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css.includes(ROOT) ? css.replaceAll(ROOT, readBootData()?.base ?? '/') : css)
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

/** Creates a button. */
export function button(className: string, text: string, onClick: () => void): HTMLButtonElement {
  const created = element('button', { type: 'button', class: className }, text)
  created.addEventListener('click', onClick)
  return created
}
