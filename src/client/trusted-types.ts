import type { TrustedHtml } from '../shared/page-app.tsx'

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
