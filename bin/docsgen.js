#!/usr/bin/env node
// Starts the compiled program; Node.js older than 20.19 gets one clear line instead of a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`docsgen needs Node.js 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(2)
}
// Node.js 22.8 and newer keep what they compiled: beside the program, where nobody else may write; or not at all.
const [{ enableCompileCache }, { fileURLToPath }] = await Promise.all([
  import('node:module'),
  import('node:url'),
])
enableCompileCache?.(fileURLToPath(new URL('../node_modules/.cache/v8', import.meta.url)))
const { main } = await import('../compiled/cli.js')
await main(process.argv.slice(2))
