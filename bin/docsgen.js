#!/usr/bin/env node
// Starts the compiled program; Node.js older than 20.19 gets one clear line instead of a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`docsgen needs Node.js 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(2)
}
const { createRequire } = await import('node:module')
const require = createRequire(import.meta.url)
require('./keep-compiled.cjs')
// First: what V8 has kept is good only for the flags that it was made with.
require('./tune-engine.cjs').optimiseLater()
await require('../compiled/cli/main.cjs').main(process.argv.slice(2))
