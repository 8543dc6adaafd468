import { describe, expect, it } from 'vitest'
import { importsOf, readModules, type Source } from '../support/sources.ts'

const program = readModules('src', 'templates', 'bin')
const tests = readModules('test')

/** Used from outside: the package, the theme's layouts by their names, modules that a bundle takes in the place of others. */
const OUTSIDE =
  /^(?:bin\/|src\/index\.ts|src\/client\/portable\/data|templates\/layouts\/|templates\/server\.tsx|templates\/strings\/index\.ts)/

const DECLARED = /^export (?:async )?(?:abstract )?(const|let|function\*?|class|interface|type) (\w+)/gm

interface Export extends Source {
  name: string
  isType: boolean
}

const exported: Export[] = program
  .filter(({ file }) => !OUTSIDE.test(file))
  .flatMap(source =>
    [...source.text.matchAll(DECLARED)].map(([, kind, name = '']) => ({
      ...source,
      name,
      isType: kind === 'interface' || kind === 'type',
    })),
  )

/** Tells whether any of these modules takes an export: by its name, or by all of its module and then its name. */
function createUse(modules: readonly Source[]): (each: Export) => boolean {
  const takers = new Map<string, string[]>()
  for (const { from, to, names } of modules.flatMap(importsOf))
    for (const name of names) takers.set(`${to} ${name}`, [...(takers.get(`${to} ${name}`) ?? []), from])
  const texts = new Map(modules.map(({ file, text }) => [file, text]))
  return ({ file, name }) =>
    takers.has(`${file} ${name}`) ||
    (takers.get(`${file} *`) ?? []).some(from => countWord(texts.get(from) ?? '', name) > 0)
}

const isUsedByProgram = createUse(program)
const isUsedByTests = createUse(tests)
const starters = program.filter(({ file }) => file.startsWith('bin/'))
const isStarted = ({ name }: Export) => starters.some(({ text }) => countWord(text, name) > 0)

function countWord(text: string, word: string): number {
  return text.match(new RegExp(`\\b${word}\\b`, 'g'))?.length ?? 0
}

describe('nothing is exported in vain', () => {
  it('what the program exports is used by it, not by tests alone', () => {
    const unused = exported.filter(
      each => countWord(each.text, each.name) === 1 && !isUsedByProgram(each) && !isStarted(each),
    )
    expect(unused.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
  })

  it('a function or constant that is exported is imported by another module', () => {
    const unused = exported.filter(
      each => !each.isType && !isUsedByProgram(each) && !isUsedByTests(each) && !isStarted(each),
    )
    expect(unused.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
  })
})
