import type { Plugin } from 'vite'

/** Readers write `jest.mock()`; vitest hoists only `vi.mock()`, so the calls that must move above the imports are renamed. */
export function jestCalls(): Plugin {
  return {
    name: 'sample-jest-calls',
    enforce: 'pre',
    transform(code, id) {
      if (!/\.test\.[jt]sx?$/.test(id)) return undefined
      return { code: code.replace(/\bjest\.(mock|unmock)\(/g, 'vi.$1('), map: null }
    },
  }
}
