/**
 * What `module.enableCompileCache` does, for Node.js without it: what V8 made of a file of the compiled program is kept
 * when the process ends, and taken for the same source, Node.js and V8 flags if it is undamaged.
 */
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs')
/** @type {typeof import('node:module') & { _extensions?: Record<string, (module: NodeJS.Module, file: string) => void> }} */
const Module = require('node:module')
const path = require('node:path')
const { cachedDataVersionTag } = require('node:v8')
const vm = require('node:vm')
const { threadId } = require('node:worker_threads')
const { crc32 } = require('node:zlib')

const program = path.join(__dirname, '../compiled') + path.sep

/** In front of the data: checksums of the source and of the data, and how long the thread lived, in milliseconds. */
const HEAD = 12

/** A thread that lived so many times as long has used more of the program: what it has is worth more. */
const LONGER = 2

/** From now on, what V8 makes of the program is kept in a folder (absolute). */
function keepIn(folder) {
  // V8 takes only what was made with the same flags: others have a folder of their own, for none would replace it.
  const target = file =>
    path.join(folder, `${process.version}-${cachedDataVersionTag()}`, `${path.basename(file)}.bin`)
  /** Those that are loaded. */
  const loaded = []
  Module._extensions['.cjs'] = (module, file) => {
    if (!file.startsWith(program)) return Module._extensions['.js'](module, file)
    const source = readFileSync(file, 'utf8')
    const sum = crc32(source)
    const { data: cachedData, time } = readKept(target(file), sum) ?? {}
    const script = new vm.Script(Module.wrap(source), { filename: file, cachedData })
    const known = cachedData && !script.cachedDataRejected ? time : 0
    loaded.push({ script, sum, file, known })
    const require = Module.createRequire(file)
    script.runInThisContext()(module.exports, require, module, file, path.dirname(file))
  }
  // By then V8 has compiled the functions that are used.
  process.once('exit', () => {
    const time = Math.round(performance.now())
    for (const { script, sum, file, known } of loaded)
      if (time > known * LONGER) keep({ script, sum, target: target(file) }, time)
  })
}

/** `sum`: the checksum of the source. */
function readKept(target, sum) {
  try {
    const bytes = readFileSync(target)
    const data = bytes.subarray(HEAD)
    if (bytes.readUInt32LE(0) === sum && bytes.readUInt32LE(4) === crc32(data))
      return { data, time: bytes.readUInt32LE(8) }
  } catch {
    // Nothing was kept.
  }
  return undefined
}

function keep({ script, sum, target }, time) {
  // Another thread that came to its end before may have used more of the file.
  if ((readKept(target, sum)?.time ?? 0) * LONGER > time) return
  try {
    const data = script.createCachedData()
    const head = Buffer.alloc(HEAD)
    head.writeUInt32LE(sum, 0)
    head.writeUInt32LE(crc32(data), 4)
    head.writeUInt32LE(time, 8)
    const temporary = `${target}.${process.pid}-${threadId}`
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(temporary, Buffer.concat([head, data]))
    renameSync(temporary, target)
  } catch {
    // The next start takes a little longer.
  }
}

exports.keepIn = keepIn
