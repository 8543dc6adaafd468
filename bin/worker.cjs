// Entry of a worker thread.
const path = require('node:path')
const { load } = require('./load.cjs')

load(path.join(__dirname, '../compiled/threads/worker.cjs'))
