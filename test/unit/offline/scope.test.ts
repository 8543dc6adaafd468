import { expect, test, vi } from 'vitest'

/** A module of the worker, which is checked apart, with the types of workers. */
const file = new URL('../../../src/offline/worker/scope.ts', import.meta.url).pathname

interface Names {
  core(version: string): string
  pack(code: string, pack: { hash: string; part?: string }): string
  isOwn(name: string): boolean
  packOf(name: string): { code?: string; part?: string }
  isForeign(name: string): boolean
  isFormer(name: string): boolean
}

async function namesAt(scope: string): Promise<Names> {
  vi.resetModules()
  vi.stubGlobal('self', { registration: { scope } })
  return ((await import(file)) as { names: Names }).names
}

test('names of stores tell sites on one origin apart, languages, and the stores of a VuePress 1 site', async () => {
  const root = await namesAt('https://docs.example/')
  const nested = await namesAt('https://docs.example/a/')
  expect([root, nested].map(({ isOwn }) => isOwn(root.core('1')))).toEqual([true, false])
  expect([root, nested].map(({ isOwn }) => isOwn(nested.pack('en', { hash: '0a' })))).toEqual([false, true])
  const [hash, part] = ['0a', '/a:b']
  const stores = [root.pack('pt', { hash }), root.pack('*', { hash, part }), root.core('1')]
  expect([...stores, nested.pack('pt', { hash })].map(root.packOf)).toEqual([
    { code: 'pt' },
    { code: '*', part },
    {},
    {},
  ])
  const foreign = [
    'workbox-precache-v2-https://docs.example/',
    'workbox-precache-v2-https://docs.example/-temp',
    'workbox-runtime-https://docs.example/',
    'workbox-precache-v2-https://docs.example/a/',
    'my-own-store-https://docs.example/',
    root.core('1'),
  ]
  expect(foreign.map(root.isForeign)).toEqual([true, true, true, false, false, false])
  const former = [...foreign, 'pages-v1', nested.pack('en', { hash })]
  expect(former.filter(root.isFormer)).toEqual([...foreign.slice(0, 3), foreign[4], 'pages-v1'])
  // Several sites may share the origin.
  expect(former.filter(nested.isFormer)).toEqual([foreign[3]])
  vi.unstubAllGlobals()
})
