import type { Analytics } from '../schema/analytics.ts'
import type { SiteConfig } from '../schema/config.ts'
import { localAddress } from '../shared/addresses.ts'

/** What a service needs of the policy: directive and address. Its script may send views where it comes from. */
export function analyticsAddresses(analytics: Analytics): { directive: string; url: string }[] {
  const { provider } = analytics
  const script = provider === 'matomo' ? (analytics.script ?? `${analytics.url}matomo.js`) : analytics.script
  const hosts = script === DEFAULTS[provider] ? (HOSTS[provider] ?? []) : []
  const own = provider === 'matomo' ? analytics.url : 'api' in analytics ? analytics.api : undefined
  const sent = [script, ...(own ? [own] : []), ...hosts]
  return [
    { directive: 'script-src', url: script },
    ...sent.map(url => ({ directive: 'connect-src', url })),
    ...(PICTURES.has(provider) ? sent.map(url => ({ directive: 'img-src', url })) : []),
  ]
}

/** The settings as the browser gets them: the site's name filled in, addresses of the site with its base. */
export function analyticsSettings({ analytics, url, base }: SiteConfig): Analytics | undefined {
  if (!analytics) return undefined
  const based = Object.entries(analytics).map(([name, value]) => [name, value && localAddress(base, value)])
  const settings = Object.fromEntries(based) as Analytics
  if (settings.provider === 'plausible' && url) settings.domain ??= new URL(url).hostname
  return settings
}

const DEFAULTS: Partial<Record<Analytics['provider'], string>> = {
  umami: 'https://cloud.umami.is/script.js',
  google: 'https://www.googletagmanager.com/gtag/js',
}

/** Hosts that the scripts of services send views to, besides their own. */
const HOSTS: Partial<Record<Analytics['provider'], string[]>> = {
  umami: ['https://api-gateway.umami.dev', 'https://gateway.umami.is'],
  google: [
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://*.googletagmanager.com',
  ],
}

/** Those that send views as pictures where they cannot send them otherwise. */
const PICTURES = new Set<Analytics['provider']>(['fathom', 'google', 'matomo'])
