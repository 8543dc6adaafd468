import { expect, it } from 'vitest'
import { changesPages } from '../../../src/plugins/run.ts'
import { createPluginSite, pluginText } from './plugin-site.ts'

const site = createPluginSite({
  'plugins/plain.ts': pluginText('plain'),
  'plugins/options.ts': `import * as z from 'zod'\n${pluginText('options', 'options: z.strictObject({ depth: z.number().default(2) })')}`,
  'plugins/none.ts': 'export const plugin = 1\n',
  'plugins/wrong.ts': pluginText('Wrong', 'pagez: [], markdown: { remark: [1], fence: {} }, frontmatter: {}'),
  'plugins/family.ts': `import * as z from 'zod'\n${pluginText('links', 'frontmatter: z.object({ title: z.string() })')}`,
  'plugins/throws.ts': `import './deep/helper.ts'\n${pluginText('throws')}`,
  'plugins/deep/helper.ts': `\nconst none: string[] | undefined = undefined\nnone!.join()\n`,
  'plugins/syntax.ts': 'export default {\n  a b\n}\n',
  'plugins/imports.ts': `import 'nowhere'\n${pluginText('imports')}`,
  'plugins/made.ts': pluginText('made', 'markdown: () => ({ rehyp: [] })'),
  'plugins/data.ts': `import { readFileSync } from 'node:fs'\nconst text = readFileSync(new URL('./data.txt', import.meta.url), 'utf8')\n${pluginText('data', 'page: () => text')}`,
  'plugins/data.txt': 'beside',
  'node_modules/docsgen-plugin-x/package.json': '{ "name": "docsgen-plugin-x", "main": "main.cjs" }',
  'node_modules/docsgen-plugin-x/main.cjs': "module.exports = { name: 'x' }\n",
})

async function report(...plugins: Parameters<typeof site.load>): Promise<string[]> {
  const { findings } = await site.load(...plugins)
  return findings.map(({ place, rule, message, hint }) =>
    [`${place?.file}:${place?.line}:${place?.column}`, rule, message, ...(hint ? [`→ ${hint}`] : [])].join(
      ' ',
    ),
  )
}

it('makes only a plugin that changes parsed pages part of their keys', async () => {
  site.write(
    'plugins/site.ts',
    pluginText('site', 'pages: () => [], head: () => [], checks: {}, files: () => []'),
  )
  const { plugins } = await site.load('./plugins/site.ts', './plugins/data.ts')
  expect(plugins.filter(changesPages).map(({ source }) => source.name)).toEqual(['data'])
})

it.each([
  [
    './plugins/nine.ts',
    'plugins.0:1:1 plugins/missing There is no plugin `./plugins/nine.ts`. → Plugin paths are relative to the site folder.',
  ],
  [
    'plugins/plain.ts',
    'plugins.0:1:1 plugins/missing There is no plugin `plugins/plain.ts`. → Install it (`npm install plugins/plain.ts`), or write `./plugins/plain.ts` for a file in the site folder.',
  ],
  ['math', 'plugins.0:1:1 plugins/missing There is no plugin `math`. → Did you mean `docsgen/plugins/math`?'],
  ['docsgen/plugins/mth', 'plugins.0:1:1 plugins/missing docsgen has no plugin `docsgen/plugins/mth`.'],
  [
    './plugins/none.ts',
    'plugins/none.ts:1:1 plugins/definition The plugin has no default export. → Write `export default definePlugin({ … })`.',
  ],
  [
    './plugins/throws.ts',
    "plugins/deep/helper.ts:3:7 plugins/failed The plugin `./plugins/throws.ts` failed when it was loaded: Cannot read properties of undefined (reading 'join').",
  ],
  ['./plugins/syntax.ts', 'plugins/syntax.ts:2:5 plugins/load Expected "}" but found "b"'],
  [
    './plugins/imports.ts',
    'plugins/imports.ts:1:8 plugins/load Could not resolve "nowhere" → Install the package: `npm install nowhere`.',
  ],
  [
    './plugins/made.ts',
    'plugins/made.ts:1:1 plugins/definition Unknown plugin key `markdown.rehyp`. → Did you mean `rehype`?',
  ],
])('%s: says what is wrong, where, and what to do', async (name, told) => {
  expect(await report(name)).toEqual([told])
})

it('reports everything that is wrong with a definition', async () => {
  expect(await report('./plugins/wrong.ts')).toEqual([
    'plugins/wrong.ts:1:1 plugins/definition `name` of the plugin may only contain lowercase letters, digits and hyphens.',
    'plugins/wrong.ts:1:1 plugins/definition `frontmatter` of the plugin must be a `z.object({ … })`.',
    'plugins/wrong.ts:1:1 plugins/definition Unknown plugin key `pagez`. → Did you mean `pages`?',
    'plugins/wrong.ts:1:1 plugins/definition `markdown.remark.0` of the plugin must be a plugin or a `[plugin, options]` pair.',
    'plugins/wrong.ts:1:1 plugins/definition Unknown plugin key `markdown.fence`. → Did you mean `fences`?',
  ])
})

it("keeps docsgen's own names", async () => {
  expect(await report('./plugins/family.ts')).toEqual([
    "plugins/family.ts:1:1 plugins/definition `name` of the plugin must not be `links`: that prefix is reserved for docsgen's own rules.",
    "plugins/family.ts:1:1 plugins/definition `frontmatter.title` of the plugin is one of docsgen's own keys.",
  ])
})

it('checks options: unknown and wrong ones, and those of a plugin that has none', async () => {
  expect(
    await report(['./plugins/options.ts', { depth: 'x', deep: 1 }], ['./plugins/plain.ts', { a: 1 }]),
  ).toEqual([
    'plugins.0.1.depth:1:1 plugins/options `depth` of the options of the plugin `./plugins/options.ts` must be a number, not a string.',
    'plugins.0.1:1:1 plugins/options The plugin `./plugins/options.ts` has no option `deep`. → Known options: depth.',
    "plugins.1.1:1:1 plugins/options The plugin `./plugins/plain.ts` doesn't accept options.",
  ])
})

it('refuses two plugins of one name', async () => {
  expect(await report('./plugins/plain.ts', './plugins/plain.ts')).toEqual([
    'plugins/plain.ts:1:1 plugins/definition Two plugins are named `plain`. → List each plugin once. If these are different plugins, give one of them a different `name`.',
  ])
})
