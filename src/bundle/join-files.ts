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

/** What esbuild writes at the head of a file for each file that it needs; what stands in braces are names. */
const IMPORT = /import(?:\{([^}]*)\}from)?"\.\/([\w-]+\.\w+\.js)";/g

/** The files by name, and for each that becomes part of another the name of that one. */
interface Joining {
  texts: Map<string, string>
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
  const split: Joining = {
    texts: new Map(files.map(file => [path.basename(file.path), file.content])),
    homes: new Map(),
  }
  forgetHelpers(split, outputs)
  findHomes(split, outputs)
  const joined = await join(renameImports(split))
  return files.flatMap(file => {
    const name = path.basename(file.path)
    const content = joined.get(name)
    return content ? { ...file, content } : []
  })
}

/** A file of esbuild's own helpers is asked for by all that run after it, and is empty or needed by few. */
function forgetHelpers({ texts }: Joining, outputs: Metafile['outputs']): void {
  const helpers = new Set(
    Object.entries(outputs).flatMap(([file, { inputs }]) =>
      Object.keys(inputs).length === 0 ? path.basename(file) : [],
    ),
  )
  for (const [name, text] of texts)
    texts.set(
      name,
      text.replace(IMPORT, (whole: string, names: string | undefined, from: string) =>
        names === undefined && helpers.has(from) ? '' : whole,
      ),
    )
}

function findHomes({ texts, homes }: Joining, outputs: Metafile['outputs']): void {
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
    for (const name of reached)
      for (const [, , from = ''] of texts.get(name)?.matchAll(IMPORT) ?? []) reached.add(from)
    const taken = [...reached].filter(name => texts.has(name) && !isEntry(name) && !homes.has(name))
    const home = sources.includes(OFFLINE) ? taken[0] : entry
    homes.set(entry, entry)
    for (const name of taken) homes.set(name, home ?? entry)
  }
}

/** Files name what they need of another by the file that it is part of, which exports it under a name of its own. */
function renameImports({ texts, homes }: Joining): Joining {
  const order = [...homes.keys()]
  const exported = new Map<string, Set<string>>()
  const renamed = new Map<string, string>()
  for (const [file, text] of texts) {
    const own = homes.get(file) ?? file
    const rename = (whole: string, names: string | undefined, from: string) => {
      const home = homes.get(from) ?? from
      if (home === own || home === from) return whole
      if (names === undefined) return `import"./${home}";`
      const imported = names.split(',').map(name => {
        const [outer = '', inner = outer] = name.split(' as ')
        const unique = `${outer}${order.indexOf(from)}`
        exported.set(
          home,
          (exported.get(home) ?? new Set()).add(`export{${outer} as ${unique}}from"./${from}";`),
        )
        return `${unique} as ${inner}`
      })
      return `import{${imported.join()}}from"./${home}";`
    }
    renamed.set(file, text.replace(IMPORT, rename))
  }
  for (const [home, names] of exported)
    renamed.set(home, `${renamed.get(home) ?? ''}\n${[...names].toSorted().join('')}`)
  return { texts: renamed, homes }
}

/** The files that are left, by name. */
async function join({ texts, homes }: Joining): Promise<Map<string, string>> {
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
