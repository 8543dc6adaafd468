import { build } from 'esbuild'
import { expect, it } from 'vitest'

it('every command starts without the packages that only some of them need', async () => {
  const { metafile } = await build({
    entryPoints: ['src/cli/main.ts'],
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outdir: 'out',
    write: false,
    metafile: true,
  })
  const isEntry = (name: string) => metafile.outputs[name]?.entryPoint === 'src/cli/main.ts'
  const files = new Set(Object.keys(metafile.outputs).filter(isEntry))
  const packages = new Set<string>()
  for (const file of files)
    for (const { path, kind, external } of metafile.outputs[file]?.imports ?? [])
      if (kind === 'import-statement') (external ? packages : files).add(path)
  const own = [...packages].filter(name => !name.startsWith('node:')).toSorted()
  expect(own).toEqual(['commander', 'fastest-levenshtein', 'get-east-asian-width'])
})
