import path from 'node:path/posix'
import type { Metafile, Plugin } from 'esbuild'
import { COMMON } from './bundler.ts'
import type { BundledFile } from './content-names.ts'

/**
 * Offline reading: nothing of it is fetched before the page has loaded (W-4), so that what it shares with later entries is a file
 * of its own.
 */
const OFFLINE = 'offline/register.ts'

/**
 * Entries that take in what they share with later ones, in the order in which a browser may load one without those that
 * follow: the boot script with every document, offline reading once that is quiet, a control or the place of an unknown
 * address before the app, islands without a sign, and the app with what the layout of nearly every page needs.
 */
const HOMES = [
  ['boot.ts'],
  [OFFLINE],
  ['controls.ts'],
  ['find-place.ts'],
  ['island-root.tsx'],
  ['app.tsx', 'layouts/Layout.tsx'],
]

/** What a file needs of another before it runs: names (`outer as inner`), none where that one only has to run before. */
interface Need {
  from: string
  names: readonly string[]
}

/** A file of esbuild: what it needs stands at its head, then comes its own code, in which nothing is looked for. */
interface Part {
  needs: readonly Need[]
  code: string
}

/** The files by name, and for each that becomes part of another the name of that one. */
interface Joining {
  parts: Map<string, Part>
  homes: Map<string, string>
}

/**
 * Makes one file of those that are always loaded together. esbuild makes one of whatever two entries share, so that a reader
 * would fetch many small files, which compress worse and wait for each other.
 */
export async function joinFiles(
  files: readonly BundledFile[],
  outputs: Metafile['outputs'],
): Promise<BundledFile[]> {
  const texts = new Map(files.map(file => [path.basename(file.path), file.content]))
  const parts = readParts(texts, outputs)
  const joined = await join(renameNeeds({ parts, homes: findHomes(parts, outputs) }))
  return files.flatMap(file => {
    const name = path.basename(file.path)
    const content = parts.has(name) ? joined.get(name) : file.content
    return content ? { ...file, content } : []
  })
}

/**
 * Scripts with what they need: so many statements at their head as esbuild's list has. A file of its helpers is asked for by
 * all that run after it, and is empty or needed by few.
 */
function readParts(texts: ReadonlyMap<string, string>, outputs: Metafile['outputs']): Map<string, Part> {
  const isHelper = (file: string) => Object.keys(outputs[file]?.inputs ?? {}).length === 0
  const parts = new Map<string, Part>()
  for (const [file, { imports }] of Object.entries(outputs)) {
    const text = texts.get(path.basename(file))
    if (text === undefined || !file.endsWith('.js')) continue
    const needed = imports.filter(({ kind, external }) => kind === 'import-statement' && !external)
    const helpers = new Map(needed.map(({ path: name }) => [path.basename(name), isHelper(name)]))
    const statements = text.split(';', needed.length)
    const needs = statements.map(readNeed)
    if (!needs.every(({ from }) => helpers.has(from)))
      throw new Error('esbuild lists other imports than it writes.')
    parts.set(path.basename(file), {
      needs: needs.filter(({ names, from }) => names.length > 0 || !helpers.get(from)),
      code: text.slice(statements.reduce((length, statement) => length + statement.length + 1, 0)),
    })
  }
  return parts
}

const IMPORT = /^\s*import(?:\{([^{}]+)\}from)?"([^"]+)"$/

/** `import{outer as inner,both}from"./file.js"` or `import"./file.js"`: chunks of esbuild ask for names alone. */
function readNeed(statement: string): Need {
  const [, names, address] = IMPORT.exec(statement) ?? []
  if (address === undefined) throw new Error(`esbuild writes imports in another way: ${statement}`)
  return { from: path.basename(address), names: names?.split(',') ?? [] }
}

function findHomes(parts: ReadonlyMap<string, Part>, outputs: Metafile['outputs']): Map<string, string> {
  const homes = new Map<string, string>()
  const entries = Object.entries(outputs).flatMap(([file, { entryPoint }]) =>
    entryPoint === undefined ? [] : { name: path.basename(file), source: `/${entryPoint}` },
  )
  const isEntry = (name: string) => entries.some(entry => entry.name === name)
  for (const sources of HOMES) {
    const reached = new Set(
      sources.flatMap(source =>
        entries.filter(entry => entry.source.endsWith(`/${source}`)).map(({ name }) => name),
      ),
    )
    const [entry] = reached
    if (entry === undefined) continue
    for (const name of reached) for (const { from } of parts.get(name)?.needs ?? []) reached.add(from)
    const taken = [...reached].filter(name => parts.has(name) && !isEntry(name) && !homes.has(name))
    const home = sources.includes(OFFLINE) ? taken[0] : entry
    homes.set(entry, entry)
    for (const name of taken) homes.set(name, home ?? entry)
  }
  return homes
}

/** Files name what they need of another by the file that it is part of, which exports it under a name of its own. */
function renameNeeds({ parts, homes }: Joining): Joining {
  const order = [...homes.keys()]
  const exported = new Map<string, Set<string>>()
  const rename = (own: string, { from, names }: Need): Need => {
    const home = homes.get(from) ?? from
    if (home === own || home === from) return { from, names }
    const renamed = names.map(name => {
      const [outer = '', inner = outer] = name.split(' as ')
      const unique = `${outer}${order.indexOf(from)}`
      exported.set(
        home,
        (exported.get(home) ?? new Set()).add(`export{${outer} as ${unique}}from"./${from}";`),
      )
      return `${unique} as ${inner}`
    })
    return { from: home, names: renamed }
  }
  const renamed = new Map(
    [...parts].map(([file, { needs, code }]) => [
      file,
      { needs: needs.map(need => rename(homes.get(file) ?? file, need)), code },
    ]),
  )
  for (const [home, names] of exported) {
    const part = renamed.get(home)
    if (part) part.code += `\n${[...names].toSorted().join('')}`
  }
  return { parts: renamed, homes }
}

function textOf({ needs, code }: Part): string {
  const statements = needs.map(
    ({ from, names }) => `import${names.length > 0 ? `{${names.join()}}from` : ''}"./${from}";`,
  )
  return statements.join('') + code
}

/** The files that are left, by name. */
async function join({ parts, homes }: Joining): Promise<Map<string, string>> {
  const texts = new Map([...parts].map(([name, part]) => [name, textOf(part)]))
  const { build } = await import('esbuild')
  const plugin: Plugin = {
    name: 'docsgen-join',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /./ }, ({ path: asked, importer, kind }) => {
        const name = path.basename(asked)
        const isInside = kind !== 'dynamic-import' && homes.get(name) === (homes.get(importer) ?? name)
        return isInside ? { path: name, namespace: 'docsgen' } : { path: asked, external: true }
      })
      onLoad({ filter: /./, namespace: 'docsgen' }, ({ path: name }) => ({ contents: texts.get(name) ?? '' }))
    },
  }
  const entryPoints = Object.fromEntries([...new Set(homes.values())].map(home => [home.slice(0, -3), home]))
  const { outputFiles = [] } = await build({ ...COMMON, entryPoints, outdir: '/', plugins: [plugin] })
  const left = new Map([...texts].filter(([name]) => !homes.has(name)))
  for (const { path: file, text } of outputFiles) left.set(path.basename(file), text)
  return left
}
