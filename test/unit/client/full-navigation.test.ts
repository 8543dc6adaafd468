import { describe, expect, test, vi } from 'vitest'
import { createFullNavigation, RELOAD_INTERVAL } from '../../../src/client/full-navigation.ts'

function memoryStorage(): Storage {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  } as unknown as Storage
}

describe('C-1: loading a whole document', () => {
  test('happens at most once per address in 10 s, also across documents', () => {
    const storage = memoryStorage()
    const assign = vi.fn()
    let now = 1000
    const create = () => createFullNavigation({ assign, storage: () => storage, now: () => now })
    expect(create().go('/a')).toBe(true)
    expect(create().go('/a')).toBe(false)
    expect(create().go('/b')).toBe(true)
    now += RELOAD_INTERVAL - 1
    expect(create().go('/a')).toBe(false)
    now += 1
    expect(create().go('/a')).toBe(true)
    expect(assign.mock.calls.flat()).toEqual(['/a', '/b', '/a'])
    expect(RELOAD_INTERVAL).toBe(10_000)
  })

  test('C-15: is remembered in the document when storage is denied', () => {
    const denied = () => {
      throw new Error('denied')
    }
    const storage = { getItem: denied, setItem: denied } as unknown as Storage
    const guard = createFullNavigation({ assign: vi.fn(), storage: () => storage, now: () => 1 })
    expect(guard.go('/a')).toBe(true)
    expect(guard.go('/a')).toBe(false)
  })
})
