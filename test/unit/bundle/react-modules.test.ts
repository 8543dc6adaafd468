import { build, type Plugin } from 'esbuild'
import { expect, it } from 'vitest'
import { reactModules } from '../../../src/bundle/react-modules.ts'

/** What a program is bundled to. */
async function bundle(contents: string, setup: Plugin['setup'] = reactModules) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'cjs',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [{ name: 'react', setup }],
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}

/** What a program hands on as `result`. */
async function run(program: string, setup?: Plugin['setup']): Promise<unknown> {
  const module: { exports: { result?: unknown } } = { exports: {} }
  new Function('module', await bundle(program, setup))(module)
  return module.exports.result
}

it.each(['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client', 'scheduler'])(
  '%s is a module that gives the same as the package',
  async name => {
    const program = `import * as all from '${name}'; import whole from '${name}'
      export const result = [all, whole].map(part => Object.keys(part).filter(key => key !== 'default').sort())`
    expect(await run(program)).toEqual(await run(program, () => undefined))
    expect(await bundle(program)).not.toMatch(/__commonJS|\brequire\(|\bexports\./)
  },
)

it('CommonJS and modules have the same React', async () => {
  const program = `
    import React, { useState } from 'react'
    import { c } from 'react/compiler-runtime'
    const required = require('react')
    export const result = [required.useState === useState, React.useState === useState, typeof c]`
  expect(await run(program)).toEqual([true, true, 'function'])
})

it('leaves out what nobody imports', async () => {
  const text = await bundle(`import { useState } from 'react'; console.log(useState)`)
  expect(text).toContain('export_useState')
  expect(text).not.toContain('export_useOptimistic')
})
