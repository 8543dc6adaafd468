import { describe, expect, it } from 'vitest'
import { importsOf, readModules, readSource } from '../support/sources.ts'

const modules = readModules('src', 'templates')
const imports = modules.flatMap(importsOf)

/** Rooms within rooms that are rooms of their own: a build runs link rules, and the worker runs in another world. */
const INNER = ['check/rules', 'offline/worker']

/** Room of a file: folder of `src`, `templates`, or the name of a loose file. */
function roomOf(file: string): string {
  const inner = INNER.find(room => file.startsWith(`src/${room}/`))
  return inner ?? (file.startsWith('templates/') ? 'templates' : (file.split('/')[1] ?? ''))
}

/** The table "Who may import whom" of `src/README.md`: room → rooms, in its order. */
function readTable(): Map<string, string[]> {
  const { text } = readSource('src/README.md')
  const section = /^## Who may import whom$([^]*?)^## /m.exec(text)?.[1] ?? ''
  const namesIn = (cell: string) => [...cell.matchAll(/`([^`]+?)\/?`/g)].map(([, name = '']) => name)
  const rows = [...section.matchAll(/^\| (`.*?) +\| (.*?) +\|$/gm)]
  return new Map(
    rows.flatMap(([, rooms = '', allowed = '']) =>
      namesIn(rooms).map(room => [room, namesIn(allowed)] as const),
    ),
  )
}

const table = readTable()
const order = [...table.keys()]
const crossing = imports.filter(({ from, to }) => roomOf(from) !== roomOf(to))

describe('imports go one way', () => {
  it('every room is in the table of src/README.md, and the table names no other', () => {
    expect(order.toSorted()).toEqual([...new Set(modules.map(({ file }) => roomOf(file)))].toSorted())
  })

  it('a room imports only from the rooms that the table allows', () => {
    expect(crossing.filter(({ from, to }) => !table.get(roomOf(from))?.includes(roomOf(to)))).toEqual([])
  })

  it('the table allows nothing that nobody needs', () => {
    const used = new Set(crossing.map(({ from, to }) => `${roomOf(from)} → ${roomOf(to)}`))
    const allowed = [...table].flatMap(([room, rooms]) => rooms.map(each => `${room} → ${each}`))
    expect(allowed.filter(arrow => !used.has(arrow))).toEqual([])
  })

  it('a room imports only from rooms that stand below it in the table', () => {
    const upwards = [...table].flatMap(([room, rooms]) =>
      rooms.filter(each => order.indexOf(each) <= order.indexOf(room)).map(each => `${room} → ${each}`),
    )
    expect(upwards).toEqual([])
  })

  it('no modules import each other in a circle, types and what is loaded late counted', () => {
    expect(findCircles(imports)).toEqual([])
  })

  it('addresses are decoded, put under the base and judged by their scheme in one room', () => {
    const own = /\bdecodeURI|function (?:withBase|stripBase|pageAddress)\b|'mailto'/
    const others = modules.filter(({ file, text }) => roomOf(file) !== 'addresses' && own.test(text))
    expect(others.map(({ file }) => file)).toEqual([])
  })

  it('code for the browser uses nothing of Node.js', () => {
    const rooms = ['client', 'shared', 'addresses', 'schema', 'templates', 'offline/worker']
    const forBrowser = modules.filter(({ file }) => rooms.includes(roomOf(file)))
    expect(forBrowser.filter(({ text }) => text.includes("from 'node:")).map(({ file }) => file)).toEqual([])
  })
})

/** Circles in the graph of imports: the modules of each, sorted. */
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
      .filter(other => isCircle(file, other))
      .toSorted()
      .join(' '),
  )
  return [...new Set(circles)].map(circle => circle.split(' '))

  function isCircle(a: string, b: string): boolean {
    return reached.get(a)?.has(b) === true && reached.get(b)?.has(a) === true
  }
}
