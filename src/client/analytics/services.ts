import type { Analytics } from '../../schema/config.ts'

/** A page that was opened. */
export interface PageOpened {
  /** Absolute, without hash. */
  url: string
  title: string
  /** Absolute; empty when there is none. */
  referrer: string
}

/** How a service is loaded and told. */
export interface Service {
  script: string
  /** Attributes of the script, without `data-`. */
  data?: Record<string, string>
  /** Before the script is loaded. */
  prepare?(): void
  /** Once it is there. */
  view(page: PageOpened): void
}

/** What the scripts of the services put into the page, or find there. */
interface Globals {
  plausible?: (name: 'pageview', options: { u: string }) => void
  fathom?: { trackPageview(options: { url: string; referrer: string }): void }
  umami?: { track(change: (given: object) => object): void }
  dataLayer?: unknown[]
  gtag?: (...command: unknown[]) => void
  _paq?: { push(command: unknown[]): unknown }
}

const page = globalThis as { [Name in keyof Globals]: Globals[Name] | undefined }

/**
 * A heading `## Plausible` is `window.plausible`: elements are found there by their ids. Unless a script is there already, the
 * name is taken away from them: it can be called then, and scripts that ask whether they are there find nothing.
 */
function takeName(name: keyof Globals, method?: string): void {
  const value: unknown = page[name]
  const called = method === undefined ? value : (value as Record<string, unknown> | undefined)?.[method]
  if (typeof called !== 'function') page[name] = undefined
}

/** The service that the settings name. */
export function createService(settings: Analytics): Service {
  switch (settings.provider) {
    case 'plausible': {
      const { script, domain = location.hostname, api } = settings
      return {
        script,
        data: { domain, ...(api ? { api } : {}) },
        prepare: () => takeName('plausible'),
        view: ({ url }) => page.plausible?.('pageview', { u: url }),
      }
    }
    case 'fathom':
      return {
        script: settings.script,
        data: { site: settings.site, auto: 'false' },
        prepare: () => takeName('fathom', 'trackPageview'),
        view: ({ url, referrer }) => page.fathom?.trackPageview({ url, referrer }),
      }
    case 'umami': {
      const { script, website, api } = settings
      return {
        script,
        data: { 'website-id': website, 'auto-track': 'false', ...(api ? { 'host-url': api } : {}) },
        prepare: () => takeName('umami', 'track'),
        view: opened => page.umami?.track(given => ({ ...given, ...opened })),
      }
    }
    case 'google':
      return google(settings)
    case 'matomo':
      return matomo(settings)
  }
}

function google({ script, id }: Extract<Analytics, { provider: 'google' }>): Service {
  return {
    script: `${script}?id=${encodeURIComponent(id)}`,
    prepare() {
      takeName('dataLayer', 'push')
      const layer = (page.dataLayer ??= [])
      // Its script tells commands from data by this very object.
      page.gtag = function gtag() {
        // eslint-disable-next-line prefer-rest-params
        layer.push(arguments)
      }
      page.gtag('js', new Date())
      page.gtag('config', id, { send_page_view: false })
    },
    view: ({ url, title, referrer }) =>
      page.gtag?.('event', 'page_view', { page_location: url, page_title: title, page_referrer: referrer }),
  }
}

function matomo({ script, url, site }: Extract<Analytics, { provider: 'matomo' }>): Service {
  const say = (...command: unknown[]) => page._paq?.push(command)
  return {
    script: script ?? `${url}matomo.js`,
    prepare() {
      takeName('_paq', 'push')
      page._paq ??= []
      say('setTrackerUrl', `${url}matomo.php`)
      say('setSiteId', site)
    },
    view(opened) {
      say('setCustomUrl', opened.url)
      say('setDocumentTitle', opened.title)
      say('setReferrerUrl', opened.referrer)
      say('trackPageView')
      say('enableLinkTracking')
    },
  }
}
