import type { IncomingMessage } from 'node:http'
import { tryDecode } from '../shared/addresses.ts'

/** A refused request: the status and one line that repeats nothing of the request. */
interface Refusal {
  status: number
  message: string
  headers?: Record<string, string>
}

/**
 * Returns why a request is not served, or undefined when it may be: only GET and HEAD, only known hosts, no script of another
 * site that reads our files. `hosts`: names in addition to the loopback ones; `.example.org` covers all names below it.
 */
export function guardRequest(request: IncomingMessage, hosts: readonly string[]): Refusal | undefined {
  const { method, headers, rawHeaders } = request
  if (method !== 'GET' && method !== 'HEAD')
    return { status: 405, message: 'Method not allowed.', headers: { Allow: 'GET, HEAD' } }
  const given = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  const [, name] = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(headers.host ?? '') ?? []
  if (given.length !== 1 || name === undefined) return { status: 400, message: 'Bad request.' }
  if (!isAllowedHost(name.toLowerCase(), hosts))
    return { status: 403, message: 'This host name is not served.' }
  return isForeign(request, hosts)
    ? { status: 403, message: 'Requests from other sites are not served.' }
    : undefined
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

/** True for a subresource that another site requests. Links from elsewhere that open a page are welcome. */
function isForeign({ headers }: IncomingMessage, hosts: readonly string[]): boolean {
  const site = headers['sec-fetch-site']
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  if ((site === 'cross-site' || site === 'same-site') && !isNavigation) return true
  if (headers.origin === undefined) return false
  if (!URL.canParse(headers.origin)) return true
  const { host, hostname, protocol } = new URL(headers.origin)
  if (host !== headers.host?.toLowerCase()) return true
  // A proxy may speak HTTPS to the outside; the server itself does not.
  if (protocol === 'https:') return !isListed(hostname, hosts)
  return protocol !== 'http:' || !isAllowedHost(hostname, hosts)
}

/**
 * The path and query of a raw request target, or undefined for anything but a plain, well-formed path:
 * absolute forms, backslashes, `//`, dot segments, control characters and malformed encodings.
 */
export function readRequestTarget(target: string): { path: string; query: string } | undefined {
  if (target.length > 8192 || !target.startsWith('/') || target.includes('#')) return undefined
  const [encoded = '', ...query] = target.split('?')
  const path = tryDecode(encoded)
  if (path === undefined || !isPlain(path)) return undefined
  return { path: encoded, query: query.length > 0 ? `?${query.join('?')}` : '' }
}

function isPlain(path: string): boolean {
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f\\]|\/\//.test(path)) return false
  return path.split('/').every(segment => !/^\.{1,2}(?:;.*)?$/.test(segment))
}
