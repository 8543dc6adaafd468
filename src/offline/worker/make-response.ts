import { contentType } from '../../shared/content-type.ts'
import { PICTURE_POLICY } from '../../shared/policy.ts'

/** Headers by which the host protects its pages: a stored page keeps them. */
const KEPT = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
]

/** Content type of what is stored for an address: that of a document may end in anything. */
function typeOf(url: string, content: BodyInit): string {
  if (typeof content === 'string' && content.startsWith('<!DOCTYPE html>')) return contentType('.html')
  return contentType(new URL(url, self.location.href).pathname)
}

/**
 * A response to store. It is made anew, so that nothing of how the server delivered it (redirects, encodings) stays.
 * @param source headers of the response that the content came with
 */
export function makeResponse(url: string, content: BodyInit, source: Headers): Response {
  const headers = new Headers({ 'content-type': typeOf(url, content) })
  for (const name of KEPT) {
    const value = source.get(name)
    if (value !== null) headers.set(name, value)
  }
  // The host sends more for pictures than for the pack that they came in.
  if (/\.svg$/i.test(new URL(url, self.location.href).pathname))
    headers.set('content-security-policy', PICTURE_POLICY)
  return new Response(content, { headers })
}
