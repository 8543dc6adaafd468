/**
 * What `module.enableCompileCache` does, for Node.js without it: what V8 made of a file of the compiled program is kept
 * when the process ends, and taken for the same source, Node.js and V8 flags if it is undamaged.
 */
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs')
const Module = require('node:module')
const path = require('node:path')
const vm = require('node:vm')
const { threadId } = require('node:worker_threads')
const { crc32 } = require('node:zlib')

const program = path.join(__dirname, '../compiled') + path.sep

/** Two checksums in front of the data: of the source and of the data. */
const HEAD = 8

/** From now on, what V8 makes of the program is kept in a folder (absolute). */
function keepIn(folder) {
  const target = file => path.join(folder, `${process.version}-${process.arch}`, `${path.basename(file)}.bin`)
  /** Those that V8 compiled anew. */
  const compiled = []
  Module._extensions['.cjs'] = (module, file) => {
    if (!file.startsWith(program)) return Module._extensions['.js'](module, file)
    const source = readFileSync(file, 'utf8')
    const cachedData = readKept(target(file), source)
    const script = new vm.Script(Module.wrap(source), { filename: file, cachedData })
    if (!cachedData || script.cachedDataRejected) compiled.push({ script, source, target: target(file) })
    const require = Module.createRequire(file)
    script.runInThisContext()(module.exports, require, module, file, path.dirname(file))
  }
  // By then V8 has compiled the functions that are used.
  process.once('exit', () => compiled.forEach(keep))
}

function readKept(target, source) {
  try {
    const bytes = readFileSync(target)
    const data = bytes.subarray(HEAD)
    if (bytes.readUInt32LE(0) === crc32(source) && bytes.readUInt32LE(4) === crc32(data)) return data
  } catch {
    // Nothing was kept.
  }
  return undefined
}

function keep({ script, source, target }) {
  // A thread that came to its end before has used more of the file than the main thread.
  if (threadId === 0 && readKept(target, source)) return
  try {
    const data = script.createCachedData()
    const head = Buffer.alloc(HEAD)
    head.writeUInt32LE(crc32(source), 0)
    head.writeUInt32LE(crc32(data), 4)
    const temporary = `${target}.${process.pid}-${threadId}`
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(temporary, Buffer.concat([head, data]))
    renameSync(temporary, target)
  } catch {
    // The next start takes a little longer.
  }
}

exports.keepIn = keepIn
