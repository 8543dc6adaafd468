import path from 'node:path'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { joinFiles } from '../../../src/bundle/join-files.ts'

/** A browser's program in few words: what is shared says by which entries. */
const SOURCES: Record<string, string> = {
  'boot.ts': `import { all } from 'all'; log('boot', all); import('./app.tsx'); import('./offline/register.ts')`,
  'offline/register.ts': `import { all, count } from 'all'; import { late } from 'late'; log('register', all, late, count())`,
  'app.tsx': `import { all, count } from 'all'; import { late } from 'late'; import { shown } from 'shown'; log('app', all, late, shown, count()); import('./layouts/Home.tsx')`,
  'layouts/Layout.tsx': `import { shown } from 'shown'; export default shown + ' in a layout'`,
  'layouts/Home.tsx': `import { shown as late } from 'shown'; import { all } from 'all'; log('home', all, late)`,
  all: `export const all = 'shared by all'; let n = 0; export const count = () => ++n`,
  late: `export const late = 'shared by register and app'`,
  shown: `export const shown = 'shared by app and layouts'`,
}

async function bundled(entries: readonly string[]) {
  const { outputFiles, metafile } = await build({
    entryPoints: entries.map(entry => ({ in: entry, out: path.parse(entry).name })),
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    write: false,
    metafile: true,
    outdir: '/out',
    absWorkingDir: '/',
    entryNames: '[name].[hash]',
    chunkNames: '[name].[hash]',
    plugins: [
      {
        name: 'sources',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /./ }, ({ path: name }) => ({
            path: path.resolve('/src/client', name),
            namespace: 'file',
          }))
          onLoad({ filter: /./ }, ({ path: file }) => ({
            contents: SOURCES[path.relative('/src/client', file)] ?? '',
          }))
        },
      },
    ],
  })
  const files = outputFiles.map(({ path: file, text }) => ({ path: file, content: text, immutable: true }))
  return { files, outputs: metafile.outputs }
}

const ENTRIES = Object.keys(SOURCES).filter(name => name.includes('.'))
const named = (files: readonly { path: string; content: string }[]) =>
  new Map(files.map(({ path: file, content }) => [path.basename(file).split('.')[0] ?? '', content]))

it('what is always loaded together is one file, and nothing is loaded sooner for it', async () => {
  const { files, outputs } = await bundled(ENTRIES)
  expect(files.length).toBeGreaterThan(ENTRIES.length)
  const joined = named(await joinFiles(files, outputs))
  expect([...joined.keys()].toSorted()).toEqual(['Home', 'Layout', 'app', 'boot', 'chunk', 'register'])
  const needed = (name: string) =>
    [...(joined.get(name) ?? '').matchAll(/(?:from|import)"\.\/(\w+)\.\w+\.js"/g)].map(([, other]) => other)
  expect(needed('boot')).toEqual([])
  expect(needed('chunk')).toEqual([])
  expect(needed('register').toSorted()).toEqual(['boot', 'chunk'])
  expect(needed('app').toSorted()).toEqual(['boot', 'chunk'])
  expect(needed('Layout')).toEqual(['app'])
})

it('each module is there once and runs as before', async () => {
  const { files, outputs } = await bundled(ENTRIES)
  const joined = await joinFiles(files, outputs)
  for (const text of ['shared by all', 'shared by register and app', 'shared by app and layouts'])
    expect(joined.filter(({ content }) => content.includes(text))).toHaveLength(1)
  const { outputFiles } = await build({
    stdin: { contents: `import './register'; import './app'; import './Home'` },
    bundle: true,
    write: false,
    format: 'iife',
    plugins: [
      {
        name: 'joined',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^\.\// }, ({ path: name }) => ({
            path: name.split('.')[1] ?? '',
            namespace: 'joined',
          }))
          onLoad({ filter: /./, namespace: 'joined' }, ({ path: name }) => ({
            contents: named(joined).get(name.slice(1)) ?? '',
          }))
        },
      },
    ],
  })
  const said: unknown[][] = []
  new Function('log', outputFiles[0]?.text ?? '')((...words: unknown[]) => said.push(words))
  expect(said).toEqual([
    ['boot', 'shared by all'],
    ['register', 'shared by all', 'shared by register and app', 1],
    ['app', 'shared by all', 'shared by register and app', 'shared by app and layouts', 2],
    ['home', 'shared by all', 'shared by app and layouts'],
  ])
})

it('where an entry is missing, the others take in what is theirs', async () => {
  const { files, outputs } = await bundled(['boot.ts', 'layouts/Layout.tsx'])
  const joined = named(await joinFiles(files, outputs))
  expect([...joined.keys()].toSorted()).toEqual(['Home', 'Layout', 'app', 'boot', 'chunk', 'register'])
})

it('what only looks like an import is left alone', async () => {
  const { files, outputs } = await bundled(ENTRIES)
  const shared = Object.keys(outputs).filter(file => outputs[file]?.entryPoint === undefined)
  expect(shared.length).toBeGreaterThan(0)
  const alike = shared.map(file => `import{a}from"./${path.basename(file)}";`).join('')
  const edited = files.map(file =>
    /\bHome\./.test(file.path) ? { ...file, content: `${file.content}log('${alike}')` } : file,
  )
  expect(named(await joinFiles(edited, outputs)).get('Home')).toContain(`log('${alike}')`)
})

it.each(['import*as all from', 'import all from', 'import all,{b}from'])(
  'an import of another form is an error, not a name that nobody has: `%s`',
  async form => {
    const { files, outputs } = await bundled(ENTRIES)
    const changed = files.map(file => ({
      ...file,
      content: /\bHome\./.test(file.path) ? file.content.replace(/^import[^"]*/, form) : file.content,
    }))
    await expect(joinFiles(changed, outputs)).rejects.toThrow('esbuild writes imports in another way')
  },
)
