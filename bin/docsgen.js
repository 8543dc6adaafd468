#!/usr/bin/env node
// Starts the compiled program; Node.js older than 20.19 gets one clear line instead of a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`docsgen needs Node.js 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(2)
}
await import('./engine.js')
const { main } = await import('../compiled/cli/main.js')
await main(process.argv.slice(2))
