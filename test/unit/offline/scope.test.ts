import { expect, test, vi } from 'vitest'

/** A module of the worker, which is checked apart, with the types of workers. */
const file = new URL('../../../src/offline/worker/scope.ts', import.meta.url).pathname

interface Names {
  core(version: string): string
  pack(code: string, hash: string): string
  isOwn(name: string): boolean
  codeOf(name: string): string | undefined
  isForeign(name: string): boolean
}

/** Names of the stores of the worker at an address. */
async function namesAt(scope: string): Promise<Names> {
  vi.resetModules()
  vi.stubGlobal('self', { registration: { scope } })
  return ((await import(file)) as { names: Names }).names
}

test('names of stores tell sites on one origin apart, languages, and the stores of a VuePress 1 site', async () => {
  const root = await namesAt('https://docs.example/')
  const nested = await namesAt('https://docs.example/a/')
  expect([root, nested].map(({ isOwn }) => isOwn(root.core('1')))).toEqual([true, false])
  expect([root, nested].map(({ isOwn }) => isOwn(nested.pack('en', '0a')))).toEqual([false, true])
  const stores = [root.pack('pt', '0a'), root.pack('*', '0a'), root.core('1'), nested.pack('pt', '0a')]
  expect(stores.map(root.codeOf)).toEqual(['pt', '*', undefined, undefined])
  const foreign = [
    'workbox-precache-v2-https://docs.example/',
    'workbox-precache-v2-https://docs.example/-temp',
    'workbox-runtime-https://docs.example/',
    'workbox-precache-v2-https://docs.example/a/',
    'my-own-store-https://docs.example/',
    root.core('1'),
  ]
  expect(foreign.map(root.isForeign)).toEqual([true, true, true, false, false, false])
  vi.unstubAllGlobals()
})
