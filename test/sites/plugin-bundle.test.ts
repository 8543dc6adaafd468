import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { createPluginSite } from '../unit/plugins/plugin-site.ts'
import { createFolder } from './site.ts'

const cacheDir = createFolder().root
const stored = path.join(cacheDir, 'plugins.json')
const readCache = () => (existsSync(stored) ? readFileSync(stored, 'utf8') : '')
const folder = 'node_modules/docsgen-plugin-x'
const createManifest = (main: string) => JSON.stringify({ name: 'docsgen-plugin-x', main })
const site = createPluginSite({
  [`${folder}/package.json`]: createManifest('main.cjs'),
  [`${folder}/other.cjs`]: "module.exports = { name: 'x', page: () => 3 }\n",
  [`${folder}/main.cjs`]: "module.exports = { name: 'x', page: () => require('./value.cjs') }\n",
})

beforeEach(() => {
  site.write(`${folder}/value.cjs`, 'module.exports = 1\n')
  rmSync(stored, { force: true })
})

/** What the plugin says, and whether it was bundled for that. */
async function load(damage = new Set<string>()): Promise<[value: unknown, isNew: boolean]> {
  const before = readCache()
  const { plugins, findings } = await site.loadFrom({ cacheDir, damage }, 'docsgen-plugin-x')
  expect(findings).toEqual([])
  return [plugins[0]?.definition.page?.({} as never, {} as never, { options: {} }), readCache() !== before]
}

it('a package is bundled once, and again when one of its files changes', async () => {
  expect(await load()).toEqual([1, true])
  expect(await load()).toEqual([1, false])
  site.write(`${folder}/value.cjs`, 'module.exports = 2\n')
  expect(await load()).toEqual([2, true])
  site.write(`${folder}/package.json`, createManifest('other.cjs'))
  expect(await load()).toEqual([3, true])
  site.write(`${folder}/package.json`, createManifest('main.cjs'))
})

it.each([
  ['damaged', (text: string) => text.replace('value', 'walue')],
  ['cut', (text: string) => text.slice(0, 40)],
])('a cache that is %s is made again', async (_how, damaged) => {
  await load()
  writeFileSync(stored, damaged(readCache()))
  const damage = new Set<string>()
  expect(await load(damage)).toEqual([1, true])
  expect(damage.size).toBe(1)
  expect(await load()).toEqual([1, false])
})
