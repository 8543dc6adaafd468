/**
 * What `module.enableCompileCache` does, for Node.js without it: what V8 made of a file of the compiled program is kept
 * when the process ends, and taken for the same source, Node.js and V8 flags if it is undamaged.
 */
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs')
/** @type {typeof import('node:module') & { _extensions?: Record<string, (module: NodeJS.Module, file: string) => void> }} */
const Module = require('node:module')
const path = require('node:path')
const { cachedDataVersionTag, getHeapCodeStatistics } = require('node:v8')
const vm = require('node:vm')
const { threadId } = require('node:worker_threads')
const { crc32 } = require('node:zlib')

const program = path.join(__dirname, '../compiled') + path.sep

/** In front of the data: checksums of the source and of the data. */
const HEAD = 8

/**
 * Bytes that V8 has compiled of Node.js itself when a thread ends. What is kept of a function is longer than what V8 has of it: a
 * thread with more than this and all that was kept has used functions that are not kept.
 */
const OF_NODE = 400_000

/** Milliseconds from which on it is worth looking at that: it takes V8 up to ten. */
const LONG = 1000

/** From now on, what V8 makes of the program is kept in a folder (absolute). */
function keepIn(folder) {
  // V8 takes only what was made with the same flags: others have a folder of their own, for none would replace it.
  const target = file =>
    path.join(folder, `${process.version}-${cachedDataVersionTag()}`, `${path.basename(file)}.bin`)
  /** Those that are loaded. */
  const loaded = []
  let keptBytes = 0
  Module._extensions['.cjs'] = (module, file) => {
    if (!file.startsWith(program)) return Module._extensions['.js'](module, file)
    const source = readFileSync(file, 'utf8')
    const sum = crc32(source)
    const cachedData = readKept(target(file), sum)
    const script = new vm.Script(Module.wrap(source), { filename: file, cachedData })
    if (isKept(script)) keptBytes += cachedData.length
    loaded.push({ script, sum, file })
    const require = Module.createRequire(file)
    script.runInThisContext()(module.exports, require, module, file, path.dirname(file))
  }
  // By then V8 has compiled the functions that are used.
  process.once('exit', () => {
    const isMore =
      performance.now() > LONG && getHeapCodeStatistics().bytecode_and_metadata_size > keptBytes + OF_NODE
    for (const { script, sum, file } of loaded)
      if (isMore || !isKept(script)) keep({ script, sum, target: target(file) })
  })
}

/** Whether V8 took what was kept of it. */
function isKept(script) {
  return script.cachedDataRejected === false
}

/** What was kept of the source with this checksum, if anything. */
function readKept(target, sum) {
  try {
    const bytes = readFileSync(target)
    const data = bytes.subarray(HEAD)
    if (bytes.readUInt32LE(0) === sum && bytes.readUInt32LE(4) === crc32(data)) return data
  } catch {
    // Nothing was kept.
  }
  return undefined
}

/**
 * What was taken from there is part of it: of two, the longer one has more functions, whichever thread ends first. What V8 refused
 * is replaced.
 */
function keep({ script, sum, target }) {
  try {
    const data = script.createCachedData()
    if (!script.cachedDataRejected && (readKept(target, sum)?.length ?? 0) >= data.length) return
    const head = Buffer.alloc(HEAD)
    head.writeUInt32LE(sum, 0)
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
