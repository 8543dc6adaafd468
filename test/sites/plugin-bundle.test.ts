import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { createPluginSite, pluginText } from '../unit/plugins/plugin-site.ts'
import { createFolder } from './site.ts'

const cacheDir = createFolder().root
const stored = path.join(cacheDir, 'plugins.json')
const site = createPluginSite({ 'lib/value.ts': 'export const value = 1\n' })

const PLUGIN = `import { value } from './lib/value'\n${pluginText('one', 'page: () => value')}`
beforeEach(() => {
  site.write('one.ts', PLUGIN)
  site.write('lib/value.ts', 'export const value = 1\n')
  rmSync(stored, { force: true })
})

/** What the plugin says, and whether it was bundled for that. */
async function load(damage = new Set<string>()): Promise<[value: unknown, isNew: boolean]> {
  const before = readStored()
  const { plugins, findings } = await site.loadFrom({ cacheDir, damage }, './one.ts')
  expect(findings).toEqual([])
  return [plugins[0]?.definition.page?.({} as never, {} as never, { options: {} }), readStored() !== before]
}

function readStored(): string | undefined {
  try {
    return readFileSync(stored, 'utf8')
  } catch {
    return undefined
  }
}

it('a plugin is bundled once, and again when what it is made from changes', async () => {
  expect(await load()).toEqual([1, true])
  expect(await load()).toEqual([1, false])
  site.write('lib/value.ts', 'export const value = 2\n')
  expect(await load()).toEqual([2, true])
  expect(await load()).toEqual([2, false])
})

it('a file that replaces another is noticed, and so are settings of the compiler', async () => {
  await load()
  site.write('lib/value.tsx', 'export const value = 3\n')
  expect(await load()).toEqual([3, true])
  site.remove('lib/value.tsx')
  expect(await load()).toEqual([1, true])
  site.write('tsconfig.json', '{ "compilerOptions": { "strict": true } }')
  expect(await load()).toEqual([1, true])
  site.write('tsconfig.json', '{ "extends": "./other.json" }')
  expect(await load()).toEqual([1, true])
  site.remove('tsconfig.json')
})

it.each([
  ['damaged', (text: string) => text.replace('value', 'walue'), 1],
  ['cut', (text: string) => text.slice(0, 40), 1],
])('a cache that is %s is made again', async (_how, damaged, times) => {
  await load()
  writeFileSync(stored, damaged(readStored() ?? ''))
  const damage = new Set<string>()
  expect(await load(damage)).toEqual([1, true])
  expect(damage.size).toBe(times)
  expect(await load()).toEqual([1, false])
})
