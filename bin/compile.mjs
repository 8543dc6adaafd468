/**
 * Compiles docsgen into `compiled/`: the program, its plugins, stemmers of search, the types that sites use, and what the program
 * bundles itself. Everything is written to a folder of its own first, so that no docsgen that is started meanwhile sees half of it.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { declareTypes } from './compile/types.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const compiled = path.join(root, 'compiled')
const folder = path.join(root, `node_modules/.cache/compile-${process.pid}`)
const replaced = `${folder}-replaced`

/** @satisfies {import('esbuild').BuildOptions} */
const COMMON = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  tsconfigRaw: '{}',
}

/**
 * Of workbox-build the program calls `getManifest`, which its entry exports beside functions that load a bundler and a compiler:
 * their modules are left out.
 * @type {import('esbuild').Plugin}
 */
const workboxManifest = {
  name: 'workbox-manifest',
  setup({ onResolve, onLoad }) {
    const filter = /^\.\/(?:generate-sw|inject-manifest|lib\/(?:copy-workbox-libraries|cdn-utils))$/
    onResolve({ filter }, ({ path: name, importer }) =>
      importer.includes('workbox-build') ? { path: name, namespace: 'left-out' } : undefined,
    )
    onLoad({ filter: /./, namespace: 'left-out' }, () => ({ contents: '' }))
  },
}

/**
 * Of what runs in Node.js, as ES modules in which functions keep their names, so that a stack trace needs no source map. esbuild,
 * React and chokidar stay packages: sites share them, or they have binaries.
 * @satisfies {import('esbuild').BuildOptions}
 */
const PROGRAM = {
  ...COMMON,
  external: ['esbuild', 'react', 'react-dom', 'chokidar'],
  plugins: [workboxManifest],
  // Packages that are CommonJS ask for modules of Node.js this way.
  banner: {
    js: "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);",
  },
}

/** The files that are started or imported by their names. What is loaded together is one file: each import on demand divides it further. */
const buildProgram = () =>
  build({
    ...PROGRAM,
    entryPoints: {
      'cli/main': 'src/cli/main.ts',
      index: 'src/index.ts',
      thread: 'src/cache/threads/thread.ts',
      'import/common/evaluate-child': 'src/import/common/evaluate-child.ts',
    },
    outdir: folder,
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
  })

/** Each plugin of the package as a module of its own, beside its style sheet. */
const buildPlugins = () => {
  const home = path.join(root, 'src/plugins')
  const names = readdirSync(home, { withFileTypes: true }).filter(entry => entry.isDirectory())
  const files = names.flatMap(({ name }) => [`${name}/${name}.ts`, `${name}/${name}.css`])
  return build({
    ...COMMON,
    minify: true,
    entryPoints: files.map(file => path.join(home, file)).filter(existsSync),
    outdir: path.join(folder, 'plugins'),
    entryNames: '[name]',
    assetNames: '[name]',
    outExtension: { '.js': '.mjs' },
    loader: { '.woff2': 'file' },
    // The first is docsgen's, the second the site's to install.
    external: ['zod', 'beautiful-mermaid'],
  })
}

/** The stemmers of search, for builds and for browsers. */
const buildStemmers = () => {
  const file = path.join(root, 'node_modules/@orama/stemmers/package.json')
  const names = Object.keys(JSON.parse(readFileSync(file, 'utf8')).exports).filter(name =>
    name.startsWith('./'),
  )
  const entries = names.map(name => [path.basename(name), `@orama/stemmers/${name.slice(2)}`])
  return build({
    ...COMMON,
    minify: true,
    platform: 'neutral',
    target: 'es2022',
    charset: 'utf8',
    entryPoints: Object.fromEntries(entries),
    outdir: path.join(folder, 'search-languages'),
  })
}

/** Hash of the program and of what themes are bundled from: caches that another one has written are not read. */
function hashProgram() {
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package.json')))
  const themes = ['templates', 'src/client', 'src/offline', 'src/schema', 'src/search', 'src/shared']
  for (const home of [folder, ...themes.map(name => path.join(root, name))]) {
    const files = readdirSync(home, { recursive: true, encoding: 'utf8' })
    for (const file of files.filter(name => /\.(?:m?js|tsx?|css|json)$/.test(name)).toSorted())
      hash.update(file).update(readFileSync(path.join(home, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

try {
  await declareTypes(root, path.join(folder, 'types'))
  const builds = [await buildProgram(), await buildPlugins(), await buildStemmers()]
  const [program, plugins, stemmers] = builds.map(({ metafile }) => metafile)
  const languageLicenses = path.join(folder, 'search-languages/LEGAL.txt')
  copyFileSync(path.join(root, 'bin/compile/snowball-license.txt'), languageLicenses)
  /** File that licences are added to → files of the packages. */
  const licensed = {
    [path.join(folder, 'licenses.txt')]: [program, plugins, stemmers].flatMap(({ inputs }) =>
      Object.keys(inputs),
    ),
    [languageLicenses]: Object.keys(stemmers.inputs),
  }
  for (const [file, { inputs }] of Object.entries(plugins.outputs))
    if (file.endsWith('.css')) licensed[path.join(root, `${file}.LEGAL.txt`)] = Object.keys(inputs)
  writeFileSync(path.join(folder, 'hash.txt'), hashProgram())
  // Not part of the program: with it, the program would be divided into more files.
  const filler = path.join(folder, 'fill-package.js')
  await build({ ...PROGRAM, entryPoints: [path.join(root, 'src/bundle/fill-package.ts')], outfile: filler })
  execFileSync(process.execPath, [filler], {
    input: JSON.stringify(licensed),
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  rmSync(filler)
  // A docsgen that starts meanwhile finds the old program or the new one: removing takes long.
  if (existsSync(compiled)) renameSync(compiled, replaced)
  try {
    renameSync(folder, compiled)
  } catch (error) {
    // Else the old program, the only one there is, would be removed below.
    if (existsSync(replaced)) renameSync(replaced, compiled)
    throw error
  }
} finally {
  for (const each of [folder, replaced]) rmSync(each, { recursive: true, force: true })
}
