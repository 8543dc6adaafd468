import { describe, expect, test } from 'vitest'
import {
  joinPolicies,
  metaPolicy,
  parsePolicy,
  policyAllows,
  policyText,
  STRICT_POLICY,
  widenPolicy,
} from '../../../src/shared/http.ts'

describe('a policy', () => {
  test('is its text, and the text is the policy', () => {
    const text = policyText(STRICT_POLICY)
    expect(text).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; /)
    expect(policyText(parsePolicy(text))).toBe(text)
    expect(parsePolicy('IMG-SRC a.example;; img-src b.example; upgrade-insecure-requests ')).toEqual({
      'img-src': ['a.example'],
      'upgrade-insecure-requests': [],
    })
  })

  test('in a document leaves out what browsers take from headers only', () => {
    const policy = parsePolicy("sandbox; frame-ancestors 'none'; report-uri /r; img-src *")
    expect(Object.keys(metaPolicy(policy))).toEqual(['img-src'])
  })

  test('is widened from what held before: `none` goes, a fallback stays', () => {
    const policy = parsePolicy("default-src 'self'; object-src 'none'")
    const widened = (directive: string, source: string) => widenPolicy(policy, directive, [source])[directive]
    expect(widened('object-src', "'self'")).toEqual(["'self'"])
    expect(widened('frame-src', 'https://a.example')).toEqual(["'self'", 'https://a.example'])
    expect(widened('form-action', "'self'")).toEqual(["'self'"])
  })

  test('joined with another allows what either allows', () => {
    const own = "default-src https:; script-src 'self' https://cdn.example; sandbox allow-scripts"
    expect(joinPolicies(STRICT_POLICY, parsePolicy(own))).toMatchObject({
      'default-src': ['https:'],
      'img-src': ["'self'", 'data:', 'https:'],
      'script-src': ["'self'", 'https://cdn.example'],
      'frame-ancestors': ["'none'"],
      sandbox: ['allow-scripts'],
    })
    expect(joinPolicies(STRICT_POLICY, parsePolicy('frame-ancestors https://portal.example'))).toEqual({
      ...STRICT_POLICY,
      'frame-ancestors': ['https://portal.example'],
    })
  })
})

describe('what a policy allows', () => {
  test.each([
    ['https://a.example', 'https://a.example/x.png', true],
    ['https://a.example', 'http://a.example/x.png', false],
    ['http://a.example', 'https://a.example/x.png', true],
    ['https://a.example', 'https://a.example:8443/x.png', false],
    ['https://a.example:*', 'https://a.example:8443/x.png', true],
    ['https://*.a.example', 'https://b.a.example/', true],
    ['https://*.a.example', 'https://a.example/', false],
    ['a.example', 'https://a.example/', true],
    ['https://a.example/img/', 'https://a.example/img/x.png', true],
    ['https://a.example/img/', 'https://a.example/x.png', false],
    ['https://a.example/x.png', 'https://a.example/x.png', true],
    ['https:', 'https://a.example/', true],
    ['*', 'https://a.example/', true],
    ['data:', 'https://a.example/', false],
    ["'self'", 'https://a.example/', false],
  ])('%s and %s: %s', (source, url, expected) => {
    expect(policyAllows({ 'img-src': [source] }, 'img-src', url)).toBe(expected)
  })

  test('is what the fallback allows where a directive is missing, and everything where there is none', () => {
    expect(policyAllows({ 'default-src': ["'none'"] }, 'frame-src', 'https://a.example')).toBe(false)
    expect(policyAllows({ 'default-src': ["'none'"] }, 'form-action', 'https://a.example')).toBe(true)
    expect(policyAllows({ 'object-src': ["'self'"] }, 'object-src', "'self'")).toBe(true)
  })
})
