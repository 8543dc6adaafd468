import { describe, expect, test } from 'vitest'
import { cacheNames } from '../../../src/offline/worker/cache-names.ts'

const root = cacheNames('https://docs.example/')
const nested = cacheNames('https://docs.example/a/')

describe('names of stores', () => {
  test('tell sites on one origin apart (W-18)', () => {
    expect(root.isOwn(root.core('1'))).toBe(true)
    expect(root.isOwn(nested.core('1'))).toBe(false)
    expect(nested.isOwn(root.core('1'))).toBe(false)
    expect(nested.isOwn(root.pack('en', '0a'))).toBe(false)
  })

  test('say which language they hold', () => {
    expect(root.codeOf(root.pack('pt', '0a'))).toBe('pt')
    expect(root.codeOf(root.pack('*', '0a'))).toBe('*')
    expect(root.codeOf(root.core('1'))).toBeUndefined()
    expect(root.codeOf(nested.pack('pt', '0a'))).toBeUndefined()
  })

  test('know the stores of a VuePress 1 site in the same scope only', () => {
    expect(root.isForeign('workbox-precache-v2-https://docs.example/')).toBe(true)
    expect(root.isForeign('workbox-precache-v2-https://docs.example/-temp')).toBe(true)
    expect(root.isForeign('workbox-runtime-https://docs.example/')).toBe(true)
    expect(root.isForeign('workbox-precache-v2-https://docs.example/a/')).toBe(false)
    expect(root.isForeign('my-own-store-https://docs.example/')).toBe(false)
    expect(root.isForeign(root.core('1'))).toBe(false)
  })
})
