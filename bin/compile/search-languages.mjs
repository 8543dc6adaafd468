/** What search knows of languages, one module each that exports `language`: for builds, and for sites in that language. */
import { copyFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

const FOLDER = 'src/shared/search/languages'
/** Parts of modules, and what the theme has. */
const OTHERS = new Set(['suffix', 'stop-words', 'en', 'fr', 'pt', 'ru'])

/** Writes the modules into a folder, and what their stemmers were made from. Returns the files they were made from, relative to the root. */
export async function compileSearchLanguages(root, folder) {
  const names = readdirSync(path.join(root, FOLDER)).map(file => path.basename(file, '.ts'))
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: names.filter(name => !OTHERS.has(name)).map(name => `${FOLDER}/${name}.ts`),
    outdir: folder,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    metafile: true,
    logLevel: 'warning',
    tsconfigRaw: '{}',
  })
  copyFileSync(path.join(import.meta.dirname, 'snowball-license.txt'), path.join(folder, 'LEGAL.txt'))
  return Object.keys(metafile.inputs)
}
