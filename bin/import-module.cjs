const { fileURLToPath } = require('node:url')

/**
 * Imports a module by its address (`file:`, `data:`): the program's only real `import()`. Not compiled, because V8 lets a
 * file import only if Node.js itself has loaded it, and Node.js 20 does not load the program (`compile-cache.cjs`).
 * CommonJS is loaded as the program is: so it is kept compiled, and not searched for its exports.
 */
exports.importModule = async address =>
  address.endsWith('.cjs') ? require(fileURLToPath(address)) : import(address)
