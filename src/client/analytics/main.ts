/**
 * Counts page views. A script of its own, named only by documents of sites that want it: it waits for the reader's first
 * sign, as everything else does, and asks for nothing where the browser says that its reader is not to be tracked.
 */
import type { Analytics } from '../../schema/config.ts'
import { onFirstInteraction } from '../document.ts'
import { createService, type PageOpened, type Service } from './services.ts'

interface Wishes {
  doNotTrack?: string | null
  globalPrivacyControl?: boolean
}

/** Do Not Track, and what came after it. */
function isRefused({ doNotTrack, globalPrivacyControl }: Wishes): boolean {
  return doNotTrack === '1' || doNotTrack === 'yes' || globalPrivacyControl === true
}

function start(settings: Analytics): void {
  const service = createService(settings)
  service.prepare?.()
  const isLoaded = load(service)
  let referrer = document.referrer
  const opened = () => {
    const page: PageOpened = {
      url: location.origin + location.pathname + location.search,
      title: document.title,
      referrer,
    }
    referrer = page.url
    isLoaded.then(
      () => service.view(page),
      () => undefined,
    )
  }
  opened()
  document.addEventListener('docsgen:navigated', event => {
    if ((event as CustomEvent<{ kind: 'page' | 'hash' }>).detail.kind === 'page') opened()
  })
}

/** Settles when the script has run, or was kept from it, as many readers want. */
function load({ script: address, data = {} }: Service): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    for (const [name, value] of Object.entries(data)) script.setAttribute(`data-${name}`, value)
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(`Analytics did not load: ${address}`))
    script.async = true
    script.src = trusted(address)
    document.head.append(script)
  })
}

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): {
    createScriptURL(url: string): string
  }
}

/**
 * The address, as the browser wants it where Trusted Types are enforced: by a policy of this script's own, since a document
 * makes each policy once and `docsgen` is the app's.
 */
function trusted(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  try {
    const policy = trustedTypes?.createPolicy('docsgen-analytics', { createScriptURL: url => url })
    return policy ? policy.createScriptURL(address) : address
  } catch {
    return address
  }
}

const settings = document.head
  .querySelector('script[data-docsgen-analytics]')
  ?.getAttribute('data-docsgen-analytics')
if (settings && !isRefused(navigator as Wishes))
  onFirstInteraction(() => start(JSON.parse(settings) as Analytics))
