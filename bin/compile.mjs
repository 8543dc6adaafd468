/**
 * Compiles docsgen: types by the TypeScript compiler, code by esbuild into few CommonJS files, about ten of which a build
 * loads (`load.cjs`) instead of three hundred: loading is a large part of a build that changes one page. Packages that
 * are large and rarely needed, or that templates share with the program, stay packages. At last, the program bundles
 * what comes with it.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, transform } from 'esbuild'

const require = createRequire(import.meta.url)
const root = fileURLToPath(new URL('..', import.meta.url))
const compiled = path.join(root, 'compiled')
const EXTERNAL = ['esbuild', 'react', 'react-dom', 'chokidar']

rmSync(compiled, { recursive: true, force: true })
const typescript = path.dirname(require.resolve('typescript/package.json'))
execFileSync(process.execPath, [path.join(typescript, 'bin/tsc'), '-p', 'src', '--emitDeclarationOnly'], {
  cwd: root,
  stdio: 'inherit',
})

const { metafile, outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: [
    'cli/main',
    'index',
    'threads/worker',
    'bundle/fill-package',
    'lib/tune-engine',
    'init/vuepress/evaluate-child',
  ].map(name => `src/${name}.ts`),
  outdir: compiled,
  chunkNames: 'chunks/[name]-[hash]',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  external: EXTERNAL,
  metafile: true,
  write: false,
  logLevel: 'warning',
})

for (const { path: file, text } of outputFiles) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, await toCommonJs(text))
}

const packages = bundledPackages(Object.keys(metafile.inputs))
writeFileSync(path.join(compiled, 'licenses.txt'), packages.map(licenseOf).join('\n'))

execFileSync(process.execPath, [path.join(compiled, 'bundle/fill-package.cjs')], { stdio: 'inherit' })

/** esbuild splits ES modules only; what Node.js 20 has compiled can be kept of CommonJS only (`load.cjs`). */
async function toCommonJs(text) {
  const lazy = text
    .replace(/\bimport\("([^"]+)"\)/g, 'Promise.resolve().then(()=>require("$1"))')
    // A script of which V8's work is kept cannot import: its loader does.
    .replace(/\bimport\((\w+)\)/g, '(module.import??(address=>import(address)))($1)')
  const { code } = await transform(lazy, {
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    define: { 'import.meta.url': 'moduleAddress' },
    banner: "const moduleAddress=require('node:url').pathToFileURL(__filename).href;",
  })
  return code
}

/** Folders of the packages that have code in the bundle, sorted. */
function bundledPackages(inputs) {
  const folders = inputs.map(file => /^(?:.*node_modules\/)(?:@[^/]+\/)?[^/]+/.exec(file)?.[0])
  return [...new Set(folders)].filter(folder => folder !== undefined).toSorted()
}

/** What the licence of a bundled package asks to be handed on. */
function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'))
  const file = readdirSync(path.join(root, folder)).find(entry => /^(?:licen[cs]e|copying)/i.test(entry))
  const text =
    file && existsSync(path.join(root, folder, file))
      ? readFileSync(path.join(root, folder, file), 'utf8')
      : ''
  return `${name} ${version} (${license})\n\n${text.trim()}\n\n${'-'.repeat(80)}\n`
}
