import type { IncomingMessage } from 'node:http'

export interface GuardOptions {
  /** Host names that may be asked for, in addition to the loopback ones; `.example.org` also stands for all names below it. */
  hosts: readonly string[]
}

/** A refused request: the status and one line that repeats nothing of the request. */
export interface Refusal {
  status: number
  message: string
  headers?: Record<string, string>
}

/**
 * Says why a request is not served, or undefined when it may be: only GET and HEAD, only known hosts,
 * no script of another site that reads our files.
 */
export function guardRequest(request: IncomingMessage, options: GuardOptions): Refusal | undefined {
  const { method, headers } = request
  if (method !== 'GET' && method !== 'HEAD') {
    return { status: 405, message: 'Method not allowed.', headers: { Allow: 'GET, HEAD' } }
  }
  const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  const name = hosts.length === 1 ? hostName(headers.host ?? '') : undefined
  if (name === undefined) return { status: 400, message: 'Bad request.' }
  if (!isAllowedHost(name, options.hosts)) return { status: 403, message: 'This host name is not served.' }
  if (!isForeign(request, options.hosts)) return undefined
  return { status: 403, message: 'Requests from other sites are not served.' }
}

/** The name in a Host header without its port, lower case; undefined when it is malformed. */
function hostName(host: string): string | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(host)
  return match?.[1]?.toLowerCase()
}

function isAllowedHost(name: string, hosts: readonly string[]): boolean {
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(name) || name.endsWith('.localhost')
  return isLoopback || isListed(name, hosts)
}

function isListed(name: string, hosts: readonly string[]): boolean {
  return hosts.some(host => {
    const allowed = host.toLowerCase()
    return allowed.startsWith('.') ? `.${name}`.endsWith(allowed) : allowed === name
  })
}

/** A subresource asked for by another site. Links from elsewhere that open a page are welcome. */
function isForeign({ headers }: IncomingMessage, hosts: readonly string[]): boolean {
  const site = headers['sec-fetch-site']
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  if ((site === 'cross-site' || site === 'same-site') && !isNavigation) return true
  return headers.origin !== undefined && !isOwnOrigin(headers.origin, headers.host ?? '', hosts)
}

function isOwnOrigin(origin: string, host: string, hosts: readonly string[]): boolean {
  try {
    const url = new URL(origin)
    if (url.host !== host.toLowerCase()) return false
    // A proxy may speak HTTPS to the outside; the server itself does not.
    if (url.protocol === 'https:') return isListed(url.hostname, hosts)
    return url.protocol === 'http:' && isAllowedHost(url.hostname, hosts)
  } catch {
    return false
  }
}
