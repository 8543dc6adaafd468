import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { listFiles as filesOf } from '../sites/site.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A module of the project: its path from the root, its text. */
export interface Source {
  file: string
  text: string
}

/** What a module takes from another one of the project, by `import`, `export … from` or `import()`, types included. */
export interface Import {
  from: string
  to: string
  /** Names as the other module exports them; `*` for all that a namespace or an `import()` may use. */
  names: string[]
}

/** Every file of these folders, sorted. */
export function listFiles(...folders: string[]): string[] {
  return folders
    .flatMap(folder => filesOf(path.join(root, folder)).map(file => `${folder}/${file}`))
    .toSorted()
}

export function readSource(file: string): Source {
  return { file, text: readFileSync(path.join(root, file), 'utf8') }
}

/** The modules of these folders. */
export function readModules(...folders: string[]): Source[] {
  return listFiles(...folders)
    .filter(file => /\.[cm]?[jt]sx?$/.test(file) && !/\.d\.[cm]?ts$/.test(file))
    .map(readSource)
}

const STATIC = /^(?:import|export) (?:type )?([^;'"]*?) from '(\.[^']+)'/gm
const DYNAMIC = /\b(?:import\(?|require\()\s*'(\.[^']+)'/g

/** The imports of a module from other files of the project. Formatting is that of the project: one quote, one form. */
export function importsOf({ file, text }: Source): Import[] {
  const resolve = (target: string) => path.posix.normalize(path.posix.join(path.posix.dirname(file), target))
  const named = [...text.matchAll(STATIC)].map(([, clause = '', target = '']) => ({
    from: file,
    to: resolve(target),
    names: namesOf(clause),
  }))
  const whole = [...text.matchAll(DYNAMIC)].map(([, target = '']) => ({
    from: file,
    to: resolve(target),
    names: ['*'],
  }))
  return [...named, ...whole]
}

/** `a, { type b as c }` → `default`, `b`. */
function namesOf(clause: string): string[] {
  if (clause.includes('*')) return ['*']
  const inner = /\{([^}]*)\}/.exec(clause)?.[1] ?? ''
  const names = inner.split(',').map(name =>
    name
      .replace(/^\s*type /, '')
      .trim()
      .replace(/ as .*/, ''),
  )
  return [...(/^\w/.test(clause) ? ['default'] : []), ...names.filter(name => name !== '')]
}
