import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { guardRequest } from '../../../src/server/request-guard.ts'

/** Status of the refusal, or undefined when the request may be answered. */
function statusOf(headers: Record<string, string>, method = 'GET', hosts: string[] = []): number | undefined {
  const rawHeaders = Object.entries(headers).flat()
  const lower = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  return guardRequest({ method, headers: lower, rawHeaders } as unknown as IncomingMessage, hosts)?.status
}

describe('the guard', () => {
  it('lets reading pass, and nothing else', () => {
    expect(statusOf({ Host: 'localhost:5173' })).toBeUndefined()
    expect(statusOf({ Host: 'localhost' }, 'HEAD')).toBeUndefined()
    for (const method of ['POST', 'OPTIONS', 'TRACE', 'get']) {
      expect(statusOf({ Host: 'localhost' }, method)).toBe(405)
    }
  })

  it('knows the names of this machine and the one of --host', () => {
    for (const host of ['127.0.0.1:80', '[::1]:5173', 'a.b.localhost', 'LOCALHOST:1']) {
      expect(statusOf({ Host: host })).toBeUndefined()
    }
    expect(statusOf({ Host: 'docs.lan:5173' })).toBe(403)
    expect(statusOf({ Host: 'docs.lan:5173' }, 'GET', ['Docs.LAN'])).toBeUndefined()
    for (const host of ['lan', 'a.b.lan']) expect(statusOf({ Host: host }, 'GET', ['.lan'])).toBeUndefined()
    expect(statusOf({ Host: 'evillan' }, 'GET', ['.lan'])).toBe(403)
    for (const host of ['localhost.evil.com', 'evil-localhost', '127.0.0.2', '[::2]', 'localhost.']) {
      expect(statusOf({ Host: host })).toBe(403)
    }
    for (const host of ['', 'a b', '[::1', 'localhost:x', 'localhost:123456', 'a@localhost']) {
      expect(statusOf({ Host: host })).toBe(400)
    }
    expect(statusOf({})).toBe(400)
  })

  it('answers its own pages and links from elsewhere, not the scripts of other sites', () => {
    const own = { Host: 'localhost:5173', Origin: 'http://localhost:5173' }
    expect(statusOf(own)).toBeUndefined()
    expect(statusOf({ ...own, 'Sec-Fetch-Site': 'same-origin' })).toBeUndefined()
    expect(statusOf({ Host: 'localhost', 'Sec-Fetch-Site': 'none' })).toBeUndefined()
    for (const origin of [
      'http://localhost:80',
      'https://localhost:5173',
      'null',
      'http://127.0.0.1:5173',
      '',
    ]) {
      expect(statusOf({ ...own, Origin: origin })).toBe(403)
    }
    const proxied = { Host: 'docs.lan', Origin: 'https://docs.lan' }
    expect(statusOf(proxied)).toBe(403)
    expect(statusOf(proxied, 'GET', ['docs.lan'])).toBeUndefined()
    const link = {
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Dest': 'document',
    }
    expect(statusOf({ Host: 'localhost', ...link })).toBeUndefined()
    expect(statusOf({ Host: 'localhost', ...link, 'Sec-Fetch-Dest': 'iframe' })).toBe(403)
    expect(statusOf({ Host: 'localhost', ...link, 'Sec-Fetch-Mode': 'no-cors' })).toBe(403)
    expect(statusOf({ Host: 'localhost', 'Sec-Fetch-Site': 'same-site' })).toBe(403)
  })
})
