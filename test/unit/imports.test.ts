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
    expect(findCircles(imports)).toEqual([])
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

/** Circles in the graph of imports, each as the sorted files of one strongly connected component. */
function findCircles(edges: readonly { from: string; to: string }[]): string[][] {
  const next = new Map<string, string[]>()
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to])
  const reach = (start: string) => {
    const seen = new Set<string>()
    const open = [...(next.get(start) ?? [])]
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (seen.has(file)) continue
      seen.add(file)
      open.push(...(next.get(file) ?? []))
    }
    return seen
  }
  const reached = new Map([...next.keys()].map(file => [file, reach(file)]))
  const inCircle = [...reached].filter(([file, files]) => files.has(file)).map(([file]) => file)
  const circles = inCircle.map(file =>
    inCircle
      .filter(other => reached.get(file)?.has(other) === true && reached.get(other)?.has(file) === true)
      .toSorted()
      .join(' '),
  )
  return [...new Set(circles)].map(circle => circle.split(' '))
}
