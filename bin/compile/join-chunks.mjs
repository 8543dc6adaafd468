import { createHash } from 'node:crypto'
import path from 'node:path'
import { joinMaps } from './own-sources.mjs'

/** What every start loads, as modules that are asked for: with them goes all that they import. */
const START = ['cli/main']

/** What is loaded together later, by the file that it becomes. What several of them import is in `shared`. */
const TOGETHER = {
  build: ['cli/commands/build'],
  dev: ['cli/commands/dev'],
  thread: ['cache/workers/worker'],
  parse: ['content/parse'],
  search: ['cache/workers/index-locale', 'search/language-of'],
}

/**
 * Makes one file of modules that are loaded together: to find, read and start a hundred small files takes an eighth of the
 * time of a build that changes one page. Each module still runs when it is first asked for: one that is not is only read.
 * @param {import('./join-chunks.d.mts').ProgramFile[]} files - As esbuild has split them.
 * @param {import('esbuild').Metafile['outputs']} outputs - What each imports, by its path from the root.
 */
export function joinChunks(files, outputs) {
  const homes = homesOf(files, outputs)
  const isJoined = ({ name }) => homes.has(name)
  const alone = files.filter(file => !isJoined(file))
  const asked = askedBy(alone, outputs)
  const isAskedFor = ({ name }) => !isChunk(name) || asked.has(name)
  return [
    ...[...new Set(homes.values())].map(home => joined(home, files.filter(isJoined), { homes, outputs })),
    ...alone,
    ...files
      .filter(isJoined)
      .filter(isAskedFor)
      .map(file => forwarder(file, homes.get(file.name))),
  ]
}

/** Names of the files that these ask for, at once or later. */
function askedBy(files, outputs) {
  const imports = files.flatMap(({ name }) => outputs[`compiled/${name}`].imports)
  return new Set(
    imports.filter(({ external }) => !external).map(({ path: file }) => path.relative('compiled', file)),
  )
}

function isChunk(name) {
  return name.startsWith('chunks/')
}

/**
 * In which joined file each file is that is in one. Their names change with what they hold, because they stand beside those of a
 * program that is running while it is compiled anew.
 */
function homesOf(files, outputs) {
  const byEntry = new Map(Object.entries(outputs).map(([file, { entryPoint }]) => [entryPoint, file]))
  const closure = entries => {
    const files = new Set(entries.map(entry => byEntry.get(`src/${entry}.ts`)))
    for (const file of files)
      for (const { path: other, kind, external } of outputs[file].imports)
        if (kind === 'import-statement' && !external) files.add(other)
    return files
  }
  const homes = new Map([...closure(START)].map(file => [file, 'start']))
  for (const [home, entries] of Object.entries(TOGETHER))
    for (const file of closure(entries))
      if (homes.get(file) !== 'start') homes.set(file, jointHome(homes.get(file), home))
  const hash = createHash('sha256')
    .update(files.map(({ code }) => code).join(''))
    .digest('hex')
    .slice(0, 8)
  return new Map([...homes].map(([file, home]) => [path.relative('compiled', file), `${home}-${hash}.cjs`]))
}

/** Threads load what is shared: what only commands have in common stays with the build. */
function jointHome(known, home) {
  if (known === undefined) return home
  return known === 'build' && home === 'dev' ? known : 'shared'
}

/** A file of modules, which exports a function: the name of a module → its exports. */
function joined(home, files, { homes, outputs }) {
  const modules = files.filter(({ name }) => homes.get(name) === home)
  const asked = askedBy(modules, outputs)
  const others = files.filter(({ name }) => homes.get(name) !== home && asked.has(name))
  const table = others.map(({ name }) => `${address(name)}:"./${homes.get(name)}"`)
  const pieces = [
    {
      code: `const others={__proto__:null,${table.join()}},loaded={__proto__:null},modules={__proto__:null,\n`,
    },
    ...modules.flatMap(({ name, code: text, map }) => [
      { code: `${address(name)}(module,exports,require){\n` },
      { code: text, map },
      { code: '},\n' },
    ]),
    { code: LOAD },
  ]
  return {
    name: `chunks/${home}`,
    code: pieces.map(piece => piece.code).join(''),
    map: joinMaps(pieces),
  }
}

/** Modules ask for chunks from where they stood: in the folder above, or beside them. */
const LOAD = `};
module.exports=function load(asked){
const name=asked.startsWith("../chunks/")?"./"+asked.slice(10):asked;
if(name in loaded)return loaded[name].exports;
if(name in others)return require(others[name])(name);
if(!(name in modules))return require(name);
const module=loaded[name]={exports:{}};
modules[name](module,module.exports,load);
return module.exports
};
`

/** How a file beside the chunks would name a file. */
function address(name) {
  return JSON.stringify(isChunk(name) ? `./${path.basename(name)}` : `../${name}`)
}

/** What stands where a joined file is asked for by others. */
function forwarder({ name }, home) {
  const to = isChunk(name) ? '.' : '../chunks'
  return { name, code: `module.exports=require("${to}/${home}")(${address(name)})\n` }
}
