import { describe, expect, it } from 'vitest'
import { createToken, isToken } from '../../../src/server/event-stream.ts'

describe('the token of a server', () => {
  it('has 192 bits and is another one each time', () => {
    const tokens = new Set(Array.from({ length: 50 }, createToken))
    expect(tokens.size).toBe(50)
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(24)
  })

  it('is only itself', () => {
    const token = createToken()
    expect(isToken(token, token)).toBe(true)
    for (const wrong of [null, '', token.slice(1), `${token}a`, token.toUpperCase(), 'é'.repeat(16)]) {
      expect(isToken(wrong, token)).toBe(false)
    }
  })
})
