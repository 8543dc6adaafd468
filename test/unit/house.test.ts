import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { listFiles, readModules, readSource } from '../support/sources.ts'

const root = new URL('../../', import.meta.url)
const LIMIT = 250
const VERBS =
  /\/(ask|bundle|check|clean|copy|create|decode|encode|evaluate|expand|explain|fetch|find|fix|fold|group|keep|list|mark|plan|print|prune|read|register|remember|resolve|restore|reveal|save|send|settle|split|start|take|transform|translate|unpack|watch|weigh|write)-[\w-]+\.tsx?$/

/** What a module may change once it is loaded: variables, and collections that begin empty. */
const STATE = /^(?:export )?(?:let \w|const \w+(?:: [^=]+)? = new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\))/m

/** Constants that hold an object, and what changes one of the module's own or of all. */
const OBJECT = /^(?:export )?const (\w+)(?:: [^=\n]+)? = [{[(]/gm
const changes = (name: string) =>
  new RegExp(
    `(?<![\\w.])${name}(?:\\.\\w+)+ (?:\\?\\?)?= |(?<![\\w.])${name}\\.push\\(|Object\\.assign\\(${name},`,
  )
const CHANGES_OTHERS =
  /\.prototype\.\w+ = |^const \w+ = globalThis as |refractor\.register\(|^const SHELF = /m

function remembers(text: string): boolean {
  const objects = [...text.matchAll(OBJECT)].map(([, name = '']) => name)
  return STATE.test(text) || CHANGES_OTHERS.test(text) || objects.some(name => changes(name).test(text))
}

describe('the house', () => {
  it('no file of the program and the theme is longer than 250 lines; functions: `max-lines-per-function` of oxlint', () => {
    const lines = (file: string) => readSource(file).text.split('\n').length - 1
    expect(listFiles('src', 'templates').filter(file => lines(file) > LIMIT)).toEqual([])
  })

  it('nothing lies loose at the root of the sources', () => {
    const loose = readdirSync(new URL('src', root), { withFileTypes: true }).filter(entry => entry.isFile())
    expect(loose.map(({ name }) => name).toSorted()).toEqual(['README.md', 'build.ts', 'index.ts'])
  })

  it('files have names of one pattern: small letters with hyphens, or that of the component in them', () => {
    const names = readModules('src', 'templates').map(({ file }) => file)
    const isPlain = (file: string) => /\/[a-z0-9]+(?:-[a-z0-9]+)*\.tsx?$/.test(file)
    const isComponent = (file: string) => /^templates\/(?:components|layouts)\/[A-Z]\w*\.tsx$/.test(file)
    expect(names.filter(file => !isPlain(file) && !isComponent(file))).toEqual([])
  })

  it('a file that begins with a verb exports functions of that verb', () => {
    const begins = readModules('src', 'templates').filter(({ file }) => VERBS.test(file))
    const wrong = begins.filter(({ file, text }) => {
      const verb = VERBS.exec(file)?.[1] ?? ''
      const names = [...text.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(
        ([, name]) => name,
      )
      return names.length > 0 && !names.some(name => name?.startsWith(verb))
    })
    expect(wrong.map(({ file }) => file)).toEqual([])
  })

  it('every folder of the sources is in the tree of their README', () => {
    const text = /^## The tree$([^]*?)^## /m.exec(readSource('src/README.md').text)?.[1] ?? ''
    const folders = readdirSync(new URL('src', root), { withFileTypes: true }).filter(entry =>
      entry.isDirectory(),
    )
    expect(folders.map(({ name }) => name).filter(name => !text.includes(`\`${name}/\``))).toEqual([])
  })

  it('modules that remember something are those in the table of the README, which names no other', () => {
    const section = /^## State of modules$([^]*?)^## /m.exec(readSource('src/README.md').text)?.[1] ?? ''
    const listed = [...section.matchAll(/^\| (`.*?) +\|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    )
    // A whole folder, some modules of one name, or one module by the end of its path.
    const isOf = (name: string, file: string) =>
      name.endsWith('/')
        ? file.startsWith(`src/${name}`)
        : new RegExp(`/${name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`).test(file)
    const modules = readModules('src', 'templates')
    const remembering = modules.filter(({ text }) => remembers(text)).map(({ file }) => file)
    expect(remembering.length).toBeGreaterThan(0)
    expect(remembering.filter(file => !listed.some(name => isOf(name, file)))).toEqual([])
    expect(listed.filter(name => !remembering.some(file => isOf(name, file)))).toEqual([])
  })

  it('format, lint and types leave out only what is made, not written', () => {
    const read = (file: string) => readFileSync(fileURLToPath(new URL(file, root)), 'utf8')
    const made = [
      'node_modules',
      'compiled',
      'dist',
      'test/content/.samples',
      'package-lock.json',
      'test/bench/results',
    ]
    const { ignorePatterns } = JSON.parse(read('.oxlintrc.json')) as { ignorePatterns: string[] }
    const { exclude } = JSON.parse(read('tsconfig.json')) as { exclude: string[] }
    const unformatted = read('.prettierignore')
      .split('\n')
      .filter(line => line !== '' && !line.startsWith('#'))
    // The worker has types of its own world; pages are the text of people.
    expect([...ignorePatterns, ...exclude, ...unformatted].filter(entry => !made.includes(entry))).toEqual([
      'src/offline/worker',
      '/content',
    ])
  })

  it('scripts have types, too, those with declarations beside them and those that users run', () => {
    const read = (file: string) => readFileSync(fileURLToPath(new URL(file, root)), 'utf8')
    const { files, include, exclude } = JSON.parse(read('tsconfig.scripts.json')) as Record<
      'files' | 'include' | 'exclude',
      string[]
    >
    expect(include).toEqual([
      '.ci/*.mjs',
      'bin',
      'test/**/*.mjs',
      'test/**/*.cjs',
      'docs/*.mjs',
      'docs/plugins/**/*.mjs',
    ])
    // They start the compiled program, which is made, not written.
    expect(exclude).toEqual(['bin/docsgen.js', 'bin/worker.cjs'])
    // TypeScript takes what has declarations for typed already, unless it is named.
    const scripts = listFiles('.ci', 'bin', 'test/bench', 'test/support').filter(file =>
      /\.[cm]js$/.test(file),
    )
    const declared = new Set(listFiles('.ci', 'bin', 'test/bench', 'test/support'))
    const shadowed = scripts.filter(file => declared.has(file.replace(/\.([cm])js$/, '.d.$1ts')))
    expect(shadowed.filter(file => !files.includes(file))).toEqual([])
  })
})
