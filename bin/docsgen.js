#!/usr/bin/env node
// Starts the compiled program; Node.js older than 20.19 gets one clear line instead of a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`docsgen needs Node.js 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(2)
}
const [{ createRequire }, { fileURLToPath }] = await Promise.all([import('node:module'), import('node:url')])
const compiled = name => fileURLToPath(new URL(`../compiled/${name}.cjs`, import.meta.url))
const { load } = createRequire(import.meta.url)('./load.cjs')
// First: what V8 has kept is good only for the flags that it was made with.
load(compiled('lib/tune-engine')).optimiseLater()
await load(compiled('cli/main')).main(process.argv.slice(2))
