/**
 * Loads a file of the compiled program, and keeps what V8 made of it for the next time: compiling is a sixth of the time
 * of a build that changes one page. Node.js 22.8 and newer do so by themselves; for older ones it is done here. What is
 * kept lies beside the program, where nobody else may write, or nowhere. It is only taken for the same source, Node.js
 * and V8 flags, and when it is undamaged.
 */
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs')
const Module = require('node:module')
const path = require('node:path')
const { fileURLToPath } = require('node:url')
const vm = require('node:vm')
const { threadId } = require('node:worker_threads')
const { crc32 } = require('node:zlib')

const folder = path.join(__dirname, '../node_modules/.cache/v8')

/** Two checksums in front of the data: of the source and of the data. */
const HEAD = 8

/** Loaded files, by path. */
const modules = new Map()
/** Those that V8 compiled anew: script, file and source. */
const compiled = []

/** Exports of a file (absolute path). */
function load(file) {
  const known = modules.get(file)
  if (known) return known.exports
  const module = { exports: {}, import: importModule }
  modules.set(file, module)
  const requireOther = Module.createRequire(file)
  const require = name =>
    name.startsWith('.') ? load(path.join(path.dirname(file), name)) : requireOther(name)
  compile(file)(module.exports, Object.assign(require, requireOther), module, file, path.dirname(file))
  return module.exports
}

/** V8 lets only a file import that Node.js itself has loaded, as this one. CommonJS is loaded as all other files are. */
async function importModule(address) {
  return address.endsWith('.cjs') ? load(fileURLToPath(address)) : import(address)
}

function compile(file) {
  const source = readFileSync(file, 'utf8')
  const cachedData = readKept(file, source)
  const script = new vm.Script(`(function(exports,require,module,__filename,__dirname){${source}\n})`, {
    filename: file,
    cachedData,
  })
  if (!cachedData || script.cachedDataRejected) compiled.push({ script, file, source })
  return script.runInThisContext()
}

function keptFile(file) {
  return path.join(folder, `${process.version}-${process.arch}`, `${path.basename(file)}.bin`)
}

function readKept(file, source) {
  try {
    const bytes = readFileSync(keptFile(file))
    const data = bytes.subarray(HEAD)
    if (bytes.readUInt32LE(0) === crc32(source) && bytes.readUInt32LE(4) === crc32(data)) return data
  } catch {
    // Nothing was kept.
  }
  return undefined
}

/** At the end of the process or thread: by then V8 has compiled the functions that are used. */
function keepCompiled() {
  try {
    for (const { script, file, source } of compiled) {
      // A thread that came to its end before has used more of the file than the main thread.
      if (threadId === 0 && readKept(file, source)) continue
      const data = script.createCachedData()
      const head = Buffer.alloc(HEAD)
      head.writeUInt32LE(crc32(source), 0)
      head.writeUInt32LE(crc32(data), 4)
      const target = keptFile(file)
      mkdirSync(path.dirname(target), { recursive: true })
      const temporary = `${target}.${process.pid}-${threadId}`
      writeFileSync(temporary, Buffer.concat([head, data]))
      renameSync(temporary, target)
    }
  } catch {
    // The next start takes a little longer.
  }
}

if (Module.enableCompileCache) Module.enableCompileCache(folder)
else process.once('exit', keepCompiled)

exports.load = Module.enableCompileCache ? require : load
