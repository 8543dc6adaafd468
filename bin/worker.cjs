// Entry of a worker thread.
require('./keep-compiled.cjs')
require('../compiled/workers/worker.cjs')
