import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Which rooms of `src` a room may import from besides itself. `check/rules` and `cli/commands` are rooms of their own: a
 * build runs link rules, and only commands know all programs.
 */
const BASE = ['schema', 'shared', 'addresses', 'lib']
const ALLOWED: Record<string, readonly string[]> = {
  schema: [],
  addresses: [],
  shared: ['schema', 'addresses'],
  client: ['schema', 'shared', 'addresses'],
  'offline/worker': ['schema', 'shared', 'addresses'],
  lib: [],
  cache: ['lib'],
  site: BASE,
  config: [...BASE, 'cache'],
  content: BASE,
  render: BASE,
  search: BASE,
  'check/rules': [...BASE, 'site'],
  report: BASE,
  server: BASE,
  init: BASE,
  output: [...BASE, 'cache', 'site'],
  offline: [...BASE, 'cache'],
  bundle: [...BASE, 'cache', 'offline'],
  threads: [...BASE, 'cache', 'content', 'render', 'search', 'offline', 'output'],
  steps: [
    ...BASE,
    'cache',
    'threads',
    'site',
    'config',
    'content',
    'bundle',
    'render',
    'search',
    'offline',
    'output',
  ],
  dev: [...BASE, 'cache', 'threads', 'steps', 'site', 'bundle', 'render', 'offline', 'output', 'server'],
  check: [...BASE, 'threads', 'steps', 'site', 'check/rules', 'report', 'output'],
  preview: [...BASE, 'output', 'server'],
  routes: [...BASE, 'threads', 'steps', 'site', 'config'],
  cli: ['schema', 'shared', 'lib', 'report', 'cli/commands'],
}

interface Import {
  from: string
  to: string
}

function importsOf(folder: string): Import[] {
  const files = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
  return files
    .filter(file => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .flatMap(file => {
      const from = path.posix.join(folder, file)
      const text = readFileSync(path.join(root, from), 'utf8')
      const found = text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)
      return [...found].map(([, target = '']) => ({
        from,
        to: path.posix.normalize(path.posix.join(path.posix.dirname(from), target)),
      }))
    })
}

const area = (file: string) =>
  /^src\/(check\/rules|cli\/commands|offline\/worker|[^/]+)\//.exec(file)?.[1] ??
  (file.startsWith('templates/') ? 'templates' : '')

describe('imports go one way', () => {
  it('a room imports only from the rooms that the table allows', () => {
    const wrong = importsOf('src').filter(({ from, to }) => {
      const allowed = ALLOWED[area(from)]
      return allowed && area(to) !== area(from) && !allowed.includes(area(to))
    })
    expect(wrong).toEqual([])
  })

  it('templates import client, shared and schema only', () => {
    const wrong = importsOf('templates').filter(
      ({ to }) => !['templates', 'client', 'shared', 'schema'].includes(area(to)),
    )
    expect(wrong).toEqual([])
  })

  it('code for the browser uses nothing of Node.js', () => {
    for (const folder of ['src/client', 'src/shared', 'src/addresses', 'templates']) {
      for (const file of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
        if (!/\.tsx?$/.test(file)) continue
        expect(readFileSync(path.join(root, folder, file), 'utf8'), file).not.toMatch(/from 'node:/)
      }
    }
  })
})
