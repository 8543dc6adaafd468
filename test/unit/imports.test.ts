import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { importsOf, readModules, readSource } from '../support/sources.ts'

const modules = readModules('src', 'templates')
const imports = modules.flatMap(importsOf)

/** The list "Layers" of `src/README.md`, from the top down. */
const layers = [
  ...(/^## Layers$([^]*?)^## /m.exec(readSource('src/README.md').text)?.[1] ?? '').matchAll(
    /^\d+\. `([^`]+)`/gm,
  ),
].map(([, name = '']) => name)

/** Imports that are there when a module runs. */
const VALUES = /^(?:import|export) (?!type )([^;'"]*?) from '([^']+)'/gm

/** The layer of a file: the longest listed path that it is in. */
function layerOf(file: string): string {
  const inner = file.replace(/^src\//, '')
  const fits = layers.filter(layer => inner === layer || inner.startsWith(`${layer}/`))
  return fits.toSorted((a, b) => b.length - a.length)[0] ?? `none for ${file}`
}

describe('imports go one way', () => {
  it('every module is in a layer, and every layer has modules', () => {
    expect([...new Set(modules.map(({ file }) => layerOf(file)))].toSorted()).toEqual(layers.toSorted())
  })

  it('a module imports from its own layer or one further down', () => {
    const upwards = imports.filter(
      ({ from, to }) => layers.indexOf(layerOf(from)) > layers.indexOf(layerOf(to)),
    )
    expect(upwards.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  it('no modules import each other in a circle, types and what is loaded late counted', () => {
    expect(inCircles(imports).map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  it('what every command loads at its start needs few packages', () => {
    const packages = packagesOf('src/cli/main.ts')
    expect([...packages].toSorted()).toEqual(['commander', 'fastest-levenshtein', 'get-east-asian-width'])
  })

  it('a new project is written without a bundler', () => {
    expect([...packagesOf('src/cli/commands/init.ts')]).not.toContain('esbuild')
  })

  it('code for the browser uses nothing of Node.js', () => {
    const sides = [
      'client',
      'search',
      'shared',
      'shared/addresses.ts',
      'schema',
      'templates',
      'offline/worker',
    ]
    const forBrowser = modules.filter(({ file }) => sides.includes(layerOf(file)))
    expect(forBrowser.filter(({ text }) => text.includes("from 'node:")).map(({ file }) => file)).toEqual([])
  })
})

/** Packages that are loaded with a module, what is loaded late left out. */
function packagesOf(module: string): Set<string> {
  const files = new Set([module])
  const packages = new Set<string>()
  for (const file of files)
    for (const [, clause = '', from = ''] of readSource(file).text.matchAll(VALUES))
      if (/^\w|\*|[{,]\s*(?!type |\})\w/.test(clause)) {
        if (from.startsWith('.')) files.add(path.posix.join(path.posix.dirname(file), from))
        else if (!from.startsWith('node:')) packages.add(from)
      }
  return packages
}

/** Imports that are left when those from what nobody imports, and of what imports nothing, are taken away again and again. */
function inCircles<Edge extends { from: string; to: string }>(edges: readonly Edge[]): readonly Edge[] {
  const [froms, tos] = [new Set(edges.map(({ from }) => from)), new Set(edges.map(({ to }) => to))]
  const left = edges.filter(({ from, to }) => tos.has(from) && froms.has(to))
  return left.length === edges.length ? left : inCircles(left)
}
