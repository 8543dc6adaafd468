/**
 * Compiles docsgen into `compiled/`: the program (`compile/program.mjs`), its plugins, the types that sites use (`compile/types.mjs`),
 * and what comes with it ready-made, bundled by the program itself. All is made beside and then put in place, so that a
 * docsgen that is started or running meanwhile finds a whole program.
 */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { compilePlugins } from './compile/plugins.mjs'
import { compileProgram } from './compile/program.mjs'
import { documentKeys } from './compile/key-texts.mjs'
import { putInPlace } from './compile/put-in-place.mjs'
import { compileSearchLanguages } from './compile/search-languages.mjs'
import { declareTypes } from './compile/types.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const beside = path.join(root, `node_modules/.cache/compile-${process.pid}`)

try {
  declareTypes(root, path.join(beside, 'types'))
  await documentKeys(root, path.join(beside, 'types'))
  const program = await compileProgram(root, beside)
  const plugins = await compilePlugins(root, path.join(beside, 'plugins'))
  const languages = await compileSearchLanguages(root, path.join(beside, 'search-languages'))
  /** What hands on licences → files that it was made from. */
  const licensed = {
    [path.join(beside, 'licenses.txt')]: [...program, ...plugins.inputs, ...languages],
    [path.join(beside, 'search-languages/LEGAL.txt')]: languages,
    ...Object.fromEntries(
      Object.entries(plugins.styles).map(([file, inputs]) => [`${file}.LEGAL.txt`, inputs]),
    ),
  }
  const fill = path.join(beside, 'bundle/fill-package.cjs')
  execFileSync(process.execPath, [fill], {
    input: JSON.stringify(licensed),
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  putInPlace(beside, path.join(root, 'compiled'))
} finally {
  rmSync(beside, { recursive: true, force: true })
}
