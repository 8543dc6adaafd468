/** A separate script; does nothing if readers refuse tracking. */
import type { Analytics } from '../schema/config.ts'
import { createTrustedTypes, element, loadElement, onFirstInteraction } from './document.ts'

interface Service {
  script: string
  data?: Record<string, string>
  view(page: { url: string; title: string; referrer: string }): void
}

const page = globalThis as {
  plausible?: ((name: 'pageview', options: { u: string }) => void) | undefined
  fathom?: { trackPageview(options: { url: string; referrer: string }): void } | undefined
  umami?: { track(change: (given: object) => object): void } | undefined
  dataLayer?: unknown[] | undefined
  gtag?: (...command: unknown[]) => void
  _paq?: { push(command: unknown[]): unknown } | undefined
}

const NAMES = ['plausible', 'fathom', 'umami', 'dataLayer', '_paq'] as const

export function createService(settings: Analytics): Service {
  const { script = '' } = settings
  // A heading `## Plausible` would be `window.plausible`, which its script looks for.
  for (const name of NAMES) if (page[name] instanceof Element) page[name] = undefined
  switch (settings.provider) {
    case 'plausible':
      return {
        script,
        data: { domain: settings.domain ?? location.hostname, ...(settings.api && { api: settings.api }) },
        view: ({ url }) => page.plausible?.('pageview', { u: url }),
      }
    case 'fathom':
      return {
        script,
        data: { site: settings.site, auto: 'false' },
        view: ({ url, referrer }) => page.fathom?.trackPageview({ url, referrer }),
      }
    case 'umami': {
      const host = settings.api && { 'host-url': settings.api }
      return {
        script,
        data: { 'website-id': settings.website, 'auto-track': 'false', ...host },
        view: opened => page.umami?.track(given => ({ ...given, ...opened })),
      }
    }
    case 'google': {
      const { id } = settings
      const layer = (page.dataLayer ??= [])
      // Its script recognizes commands by the `arguments` object.
      page.gtag = function gtag() {
        layer.push(arguments)
      }
      page.gtag('js', new Date())
      page.gtag('config', id, { send_page_view: false })
      return {
        script: `${script}?id=${encodeURIComponent(id)}`,
        view({ url, title, referrer }) {
          const opened = { page_location: url, page_title: title, page_referrer: referrer }
          page.gtag?.('event', 'page_view', opened)
        },
      }
    }
    case 'matomo': {
      const { url, site } = settings
      const say = (...command: unknown[]) => page._paq?.push(command)
      page._paq ??= []
      say('setTrackerUrl', `${url}matomo.php`)
      say('setSiteId', site)
      return {
        script: script || `${url}matomo.js`,
        view(opened) {
          say('setCustomUrl', opened.url)
          say('setDocumentTitle', opened.title)
          say('setReferrerUrl', opened.referrer)
          say('trackPageView')
          say('enableLinkTracking')
        },
      }
    }
  }
}

function start(settings: Analytics) {
  const service = createService(settings)
  const isLoaded = load(service)
  let { referrer } = document
  const opened = () => {
    const url = location.origin + location.pathname + location.search
    const view = { url, title: document.title, referrer }
    referrer = url
    void isLoaded.then(loaded => loaded && service.view(view))
  }
  opened()
  document.addEventListener('docsgen:navigated', ({ detail }) => {
    if (detail.kind === 'page') opened()
  })
}

async function load({ script: address, data = {} }: Service) {
  const script = element('script', { src: createTrustedTypes().createScriptURL(address) })
  for (const [name, value] of Object.entries(data)) script.setAttribute(`data-${name}`, value)
  return (await loadElement(script)) === 'load'
}

function isRefused() {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return doNotTrack === '1' || doNotTrack === 'yes' || globalPrivacyControl === true
}

const tag = document.head.querySelector<HTMLScriptElement>('script[data-docsgen-analytics]')
const settings = tag?.dataset['docsgenAnalytics']
if (settings && !isRefused()) onFirstInteraction(() => start(JSON.parse(settings) as Analytics))
