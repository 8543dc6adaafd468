/** What search knows of languages, one module each that exports `language`: for builds, and for sites in that language. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

const FOLDER = 'src/shared/search/languages'
/** Parts of modules, and what the theme has. */
const OTHERS = new Set(['suffix', 'stop-words', 'en', 'fr', 'pt', 'ru'])

/** Writes the modules into a folder. Returns the files they were made from, relative to the root. */
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
    banner: { js: '/* Stemmers: @orama/stemmers (Apache-2.0), snowballstem.org (BSD-3-Clause) */' },
    metafile: true,
    logLevel: 'warning',
    tsconfigRaw: '{}',
  })
  return Object.keys(metafile.inputs)
}
