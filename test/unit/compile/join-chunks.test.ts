import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinChunks, type ProgramFile } from '../../../bin/compile/join-chunks.mjs'

/** One line of code, from line 8 of its source. */
function file(name: string, code: string): ProgramFile {
  const source = `../../src/${path.basename(name, '.cjs')}.ts`
  return {
    name,
    code: `${code}\n`,
    map: JSON.stringify({ version: 3, sources: [source], names: [], mappings: 'AAOA' }),
  }
}

/** Files that import others, with the modules that are entries. */
const GRAPH: Record<string, { entry?: string; code: string; imports?: string[]; later?: string[] }> = {
  'cli/main.cjs': {
    entry: 'cli/main',
    code: `const a=require("../chunks/chunk-A.cjs");exports.main=()=>a.name+require("../chunks/build-1.cjs").name`,
    imports: ['chunks/chunk-A.cjs'],
    later: ['chunks/build-1.cjs'],
  },
  'cli/signals.cjs': { entry: 'cli/signals', code: 'exports.name="signals"' },
  'chunks/chunk-A.cjs': { code: `require("node:path");exports.name="A"` },
  'chunks/build-1.cjs': {
    entry: 'cli/commands/build',
    code: `const b=require("./chunk-B.cjs");exports.name=b.name+require("./chunk-A.cjs").name`,
    imports: ['chunks/chunk-B.cjs', 'chunks/chunk-A.cjs'],
  },
  'chunks/chunk-B.cjs': { code: `globalThis.ran=(globalThis.ran??0)+1;exports.name="B"+globalThis.ran` },
  'workers/worker.cjs': {
    entry: 'cache/workers/worker',
    code: `exports.name=require("../chunks/chunk-B.cjs").name`,
    imports: ['chunks/chunk-B.cjs'],
  },
  'chunks/dev-1.cjs': { entry: 'cli/commands/dev', code: '' },
  'chunks/scan-1.cjs': { entry: 'content/scan', code: '' },
  'chunks/parse-1.cjs': { entry: 'content/parse', code: '' },
  'chunks/search-1.cjs': { entry: 'cache/workers/index-locale', code: '' },
  'chunks/language-1.cjs': { entry: 'search/language-of', code: '' },
  'chunks/check-1.cjs': {
    entry: 'cli/commands/check',
    code: `exports.name=require("./chunk-B.cjs").name`,
    imports: ['chunks/chunk-B.cjs'],
  },
}

const state = { folder: '', files: [] as ProgramFile[] }

beforeAll(() => {
  const outputs = Object.entries(GRAPH).map(([name, { entry, imports = [], later = [] }]) => {
    const links = [
      ...imports.map(to => ({ path: `compiled/${to}`, kind: 'import-statement' })),
      ...later.map(to => ({ path: `compiled/${to}`, kind: 'dynamic-import' })),
      { path: 'node:path', kind: 'import-statement', external: true },
    ]
    return [`compiled/${name}`, { ...(entry && { entryPoint: `src/${entry}.ts` }), imports: links }] as const
  })
  const files = Object.entries(GRAPH).map(([name, { code }]) => file(name, code))
  state.files = joinChunks(files, Object.fromEntries(outputs))
  state.folder = mkdtempSync(path.join(tmpdir(), 'joined-'))
  for (const { name, code } of state.files) {
    mkdirSync(path.dirname(path.join(state.folder, name)), { recursive: true })
    writeFileSync(path.join(state.folder, name), code)
  }
})

afterAll(() => rmSync(state.folder, { recursive: true, force: true }))

function run(code: string): string {
  return execFileSync(process.execPath, ['-p', code], { cwd: state.folder, encoding: 'utf8' }).trim()
}

describe('files that are loaded together', () => {
  it('are one, and what several of them import is another', () => {
    const joined = state.files.filter(({ code }) => code.includes('module.exports=function load'))
    const names = joined.map(({ name }) => name.replace(/-[\da-f]{8}\.cjs$/, ''))
    expect(names.toSorted()).toEqual(
      ['build', 'dev', 'parse', 'scan', 'search', 'shared', 'start', 'thread'].map(name => `chunks/${name}`),
    )
    expect(joined.find(({ name }) => name.includes('shared'))?.code).toContain('exports.name="B"')
  })

  it('are found by who asks for them, and run once', () => {
    expect(run("require('./cli/main.cjs').main()")).toBe('AB1A')
    expect(run("require('./workers/worker.cjs').name+require('./chunks/check-1.cjs').name+ran")).toBe('B1B11')
  })

  it('leave nothing where nobody asks for it', () => {
    expect(state.files.map(({ name }) => name)).not.toContain('chunks/chunk-A.cjs')
    expect(state.files.map(({ name }) => name)).toContain('chunks/chunk-B.cjs')
  })

  it('have a map that leads to each source', () => {
    const start = state.files.find(({ name }) => name.includes('start-'))
    const map = new SourceMap(JSON.parse(start?.map ?? '') as ConstructorParameters<typeof SourceMap>[0])
    const lines = (start?.code ?? '').split('\n')
    const entries = ['A', 'main'].map(text =>
      map.findEntry(
        lines.findIndex(line => line.includes(text === 'A' ? 'name="A"' : 'exports.main')),
        0,
      ),
    )
    expect(entries).toMatchObject([
      { originalSource: '../../src/chunk-A.ts', originalLine: 7 },
      { originalSource: '../../src/main.ts', originalLine: 7 },
    ])
  })
})
