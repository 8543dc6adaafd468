import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Which folders a folder of `src` may import from besides itself; programs (files directly in `src`, `cli`) may use all. */
const STAGES = [
  'config',
  'content',
  'bundle',
  'render',
  'search',
  'offline',
  'output',
  'checks',
  'report',
  'server',
]
const BASE = ['schema', 'shared', 'lib', 'site']
const ALLOWED: Record<string, string[]> = {
  schema: [],
  shared: ['schema'],
  lib: ['shared', 'schema'],
  client: ['shared', 'schema'],
  site: ['lib', 'shared', 'schema'],
  ...Object.fromEntries(STAGES.map(stage => [stage, BASE])),
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
  /^src\/([^/]+)\//.exec(file)?.[1] ?? (file.startsWith('templates/') ? 'templates' : '')

describe('imports go one way', () => {
  it('a stage imports lib, shared, schema and the addresses of site, no other stage', () => {
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
    for (const folder of ['src/client', 'src/shared', 'templates']) {
      for (const file of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
        if (!/\.tsx?$/.test(file)) continue
        expect(readFileSync(path.join(root, folder, file), 'utf8'), file).not.toMatch(/from 'node:/)
      }
    }
  })
})
