import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const declarations = `declare module '*.vue' {
  import Vue from 'vue'
  export default Vue
}
`

const settings = {
  compilerOptions: {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    types: ['vitest/globals'],
    allowJs: true,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  },
  include: ['**/*.test.ts', 'declarations.d.ts'],
}

/** Writes the compiler settings that the guide on TypeScript recommends. Also read by the test runner. */
export function writeTypeSettings(folder: string): void {
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(settings))
  writeFileSync(path.join(folder, 'declarations.d.ts'), declarations)
}

/** Type-checks all TypeScript tests below `folder`. Returns `line message` for each file with errors. */
export function checkTypes(folder: string): Map<string, string[]> {
  const tsc = path.join(
    path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin/tsc',
  )
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const found = new Map<string, string[]>()
  for (const line of stdout.split('\n')) {
    const error = /^(\S.*)\((\d+),\d+\): error (.*)$/.exec(line)
    if (!error) continue
    const file = path.resolve(folder, error[1] ?? '')
    found.set(file, [...(found.get(file) ?? []), `:${error[2]} ${error[3]}`])
  }
  return found
}
